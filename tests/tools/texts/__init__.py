"""The template of the catalogues, and the texts that the code collects for it."""
