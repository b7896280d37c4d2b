"""macOS: guards and system calls."""
