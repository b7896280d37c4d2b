"""The director's side, without Qt: access, audit, reports."""
