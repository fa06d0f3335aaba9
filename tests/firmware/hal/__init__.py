"""The hardware's side, on fakes of CircuitPython's modules."""
