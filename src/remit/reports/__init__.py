"""Reports: one file per format."""
