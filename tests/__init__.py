"""The tests of Schiri: one folder a package; `bench` and `vm` beside them."""
