"""Load generator: players on a real house over real sockets. Measures their cost and how many one core holds.

Run from the source tree: `python -m bench.load` (`taphouse bench load`) and `python -m bench.load.cost`
(`taphouse bench cost`).
"""
