"""The kiosk session on a machine of its own: made as an image, booted in QEMU, driven by keys."""
