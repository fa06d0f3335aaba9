"""What is printed: the case of each build, its measures, its pictures and its legend."""
