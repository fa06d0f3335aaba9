"""Deploying: installs the firmware on a CIRCUITPY drive, as a whole or not at all.

`modules` decides what belongs on the drive, `compiler` its form, `plan` what has to change,
`install` how and in which order files are written, `drive` finds the drive.  Must not know the
behaviour of the device.
"""
