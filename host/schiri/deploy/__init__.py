"""Deployment: installs the firmware on a CIRCUITPY drive, completely or not at all.

`modules` decides what belongs on the drive, `compiler` its form, `plan` what must change, and
`install` how and in which order files are written; `drive` finds the drive.  Must not know the
behaviour of the device.
"""
