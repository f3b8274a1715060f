"""Speed, as ratios in one run: ``make bench`` (or ``python -m tests.benchmarks [name…]``)."""
