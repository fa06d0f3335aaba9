"""The programs at the root of the drive."""
