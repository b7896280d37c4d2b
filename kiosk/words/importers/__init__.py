"""The formats a word list comes in: a file each, with `fits` and `read`; `words/import_run` names them all.

`entries` is what every format is read into, `text` all forms of plain text, `graph` what word graphs share.
`archive` and `foreign` say what a file is that is no list.
"""
