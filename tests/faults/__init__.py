"""What goes wrong in the world: cables, power, noise, disks; and that nothing is lost."""
