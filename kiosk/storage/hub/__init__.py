"""What pushing to a hub keeps in files: receipts, enrolments, batches on a stick."""
