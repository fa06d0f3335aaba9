"""The table view in the terminal, driven by keys and clicks."""
