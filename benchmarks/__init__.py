"""How long tilewhy takes, stage by stage, and how much memory: `python -m benchmarks` prints the tables of docs/performance.md.

Times are CPU times of one process and stand as ratios to `ast.parse` of the same text in the same process, so that a busy or a
slow machine changes them little. Nothing here is a test: what must hold is in `tests/`, without a clock.
"""
