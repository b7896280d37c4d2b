"""Makes what is given out: bundle, Debian packages, Windows installer, disk image, boot stick, free list."""
