"""The circuit of each build, its electrical check, and its pictures."""
