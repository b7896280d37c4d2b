"""The four screens that only a desk has; each draws all of a `DeskPage` and knows no state and no rule."""
