"""A fuzzer for every parser that reads what others wrote: `python -m benchmarks.reliability.fuzz`."""
