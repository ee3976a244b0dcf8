"""The parts of the fault campaign (`bench_faults.py`)."""
