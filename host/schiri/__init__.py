"""The PC's side of Schiri: commands, referee, terminal view, devices, logs, texts."""
