# Two stages: what builds the packages stays out of what runs.
FROM python:3.13-slim AS build
WORKDIR /src
RUN python -m venv /opt/patience
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY games games
COPY storage storage
COPY bot bot
RUN /opt/patience/bin/pip install --no-cache-dir -c constraints.txt .

FROM python:3.13-slim
RUN useradd --system --create-home --home-dir /data patience
COPY --from=build /opt/patience /opt/patience
USER patience
WORKDIR /data
ENV PATH=/opt/patience/bin:$PATH
# Compiled kernels are kept with the games, so that the next start is quick.
ENV DATABASE_URL=sqlite+aiosqlite:////data/patience.db NUMBA_CACHE_DIR=/data/.kernels
VOLUME /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["patience"]
CMD ["serve"]
