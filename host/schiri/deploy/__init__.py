"""Deploying: puts the device's program on a CIRCUITPY drive, whole or not at all.

`modules` says what belongs on the drive, `compiler` in which form, `plan` what has to change,
`install` how and in which order files are written, `drive` which drive it is.  Must not know how
the device behaves.
"""
