"""The solution of Switch: values under perfect play. A device loads it only while it searches."""
