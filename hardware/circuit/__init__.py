"""What is soldered: the circuit of each build, what checks it, and its pictures."""
