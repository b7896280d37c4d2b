"""Which files a paper or an export may go to: what is offered, and what the name of a file says.

A printer is chosen from a list in the console's own panel, for a dialog of the system is a way out of it; and
nothing is written over, which its writer sees to.
"""

from pathlib import PurePath

from kiosk.console import values
from kiosk.console.entries import is_path
from kiosk.console.orders import MakePaper, WriteReport
from kiosk.log.chain import address_of


def may_go_to(target: str, draft: MakePaper | WriteReport) -> bool:
    """Whether *draft* can be written to the file *target*. A report is no plain text."""
    form = values.paper_form(target)
    return bool(form) and is_path(target) and (form != "text" or isinstance(draft, MakePaper))


def paper_title(draft: MakePaper | WriteReport, shown: values.RulingShown | None) -> str:
    """The question where *draft* shall go."""
    if isinstance(draft, WriteReport):
        return "The report: where to?"
    title = "The evidence" if draft.form is values.PaperForm.EVIDENCE else "The incident report"
    return f"{title} on {_name(draft, shown)}: where to?"


def offered_files(
    draft: MakePaper | WriteReport, shown: values.RulingShown | None, status: values.StatusSeen | None
) -> tuple[str, ...]:
    """The files that are offered for *draft*, the likeliest first."""
    if isinstance(draft, WriteReport):
        return in_folders(status, f"report-{_subject(draft.report)}", (".pdf", ".html"))
    name = "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in _name(draft, shown))
    files = in_folders(status, f"{draft.form.value}-{name}", (".pdf", ".html", ".txt"))
    if draft.form is values.PaperForm.INCIDENT:  # plain text first: most are sent by mail
        return tuple(sorted(files, key=lambda file: not file.endswith(".txt")))
    return files


def in_folders(status: values.StatusSeen | None, stem: str, endings: tuple[str, ...]) -> tuple[str, ...]:
    """The file *stem* with each of *endings*, in every folder that a stick or the director has."""
    folders = status.folders if status is not None else ()
    return tuple(str(PurePath(folder, f"{stem}{ending}")) for folder in folders for ending in endings)


def _name(draft: MakePaper, shown: values.RulingShown | None) -> str:
    return address_of(draft.which)[0] if shown is None else shown.name


def _subject(report: values.ReportAsked) -> str:
    return report.day if report.kind is values.ReportKind.DAY else report.kind.value
