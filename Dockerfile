# Two stages: what builds the packages stays out of what runs.
FROM python:3.13-slim AS build
WORKDIR /src
# The image itself needs no pip.
RUN python -m venv --without-pip /opt/patience
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY games games
COPY storage storage
COPY bot bot
RUN pip --python /opt/patience/bin/python install --no-cache-dir -c constraints.txt .

FROM python:3.13-slim
RUN useradd --system --create-home --home-dir /data patience
COPY --from=build /opt/patience /opt/patience
USER patience
WORKDIR /data
ENV PATH=/opt/patience/bin:$PATH
# Compiled kernels are kept with the games, so that the next start is quick.
ENV DATABASE_URL=sqlite+aiosqlite:////data/patience.db NUMBA_CACHE_DIR=/data/.kernels
# Answered inside the container alone; HEALTHCHECK asks.
ENV WATCH_LISTEN=127.0.0.1:9464
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=1m --timeout=10s --start-period=2m CMD \
    ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:9464/health', timeout=5)"]
ENTRYPOINT ["patience"]
CMD ["serve"]
