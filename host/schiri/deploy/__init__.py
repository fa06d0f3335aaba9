"""Deploying: puts the device's program on a CIRCUITPY drive, whole or not at all.

`modules` says what belongs on the drive, `compiler` in which form, `settings` what becomes of
`settings.toml`, `plan` what has to change, `install` in which order, `volume` how files are
written, `drive` which drive it is.  Must not know how the device behaves.
"""
