"""Tests of the device: its hardware on fakes, its lights, its builds."""
