"""Three scores, never mixed: what one knows, how well one knows what one knows, and what one makes of it."""
