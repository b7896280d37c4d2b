"""What a person can do, whatever they do it from. No click, no Qt, no prompt, no terminal: whoever calls says
who they are (`Staff`), hears by callbacks, and gets values or a KioskError back."""
