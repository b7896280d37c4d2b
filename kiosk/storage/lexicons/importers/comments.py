"""Lines that are comments. Some lists mark words by a leading #: `#AAH` is a word, `# AAH` is not."""

import re

from kiosk.storage.lexicons.importers.reading import WORD_MARKS, PassedOver

_OPENINGS = ("#", ";", "//")
# A word with its mark, alone or before a definition, which starts with a small letter or a bracket.
_MARKED_WORD = re.compile(
    rf"#[A-Za-z]{{2,15}}[{re.escape(WORD_MARKS)}]*[\"',;]?$|#[A-Z]{{2,15}}[{re.escape(WORD_MARKS)}]*\s+[a-z\[<{{(\"]"
)


def is_comment(line: str) -> bool:
    """Whether *line*, stripped of blanks, is a comment."""
    return line.startswith(_OPENINGS) and not _MARKED_WORD.match(line)


def note_comment(passed_over: PassedOver, line: str) -> None:
    """Count *line* as a comment passed over."""
    passed_over.comments += 1
    passed_over.first_comment = passed_over.first_comment or line.strip()[:100]


def without_comments(lines: list[str], passed_over: PassedOver) -> list[str]:
    """*lines* with the comments blank, so that places stay what they were."""
    kept = []
    for line in lines:
        if line.lstrip().startswith(_OPENINGS) and is_comment(line.strip()):
            note_comment(passed_over, line)
            line = ""
        kept.append(line)
    return kept
