"""Who plays whom at which table: read from a file, looked up, found in free text. Names live nowhere else."""
