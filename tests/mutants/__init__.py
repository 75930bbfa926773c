"""Small wrong changes in `scoring/`: do its tests notice? `python -m tests.mutants [--seed S] [--number N] [FILE...]`."""
