"""A stand-in for the Windows bundle: the same shape, with programs that only note what they were asked."""

import subprocess
from pathlib import Path

# Written by NSIS too, so that one compiler makes all of it. What a test leaves in the folder of temporary
# files says what the program does: refuse (exit code 4), or stay for a while.
PROGRAM = r"""
Unicode true
Target amd64-unicode
SilentInstall silent
RequestExecutionLevel user
Name "stand-in"
OutFile "%s"
!include FileFunc.nsh
Section
  ${GetParameters} $0
  FileOpen $1 "$TEMP\stand-in.log" a
  FileSeek $1 0 END
  FileWrite $1 "$0$\n"
  FileClose $1
  IfFileExists "$TEMP\stand-in.refuse" 0 +2
  SetErrorLevel 4
  stay:
  IfFileExists "$TEMP\stand-in.stay" 0 end
  Sleep 100
  Goto stay
  end:
SectionEnd
"""
REST = ("_internal/python311.dll", "_internal/resources/icon/challenge-kiosk.ico", "licences/click.txt")
FILES = frozenset({"kiosk.exe", "kioskw.exe", *REST})


def stand_in(tree: Path) -> Path:
    """Make a stand-in bundle in the folder *tree*."""
    for name in FILES:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(name)
    for name in ("kiosk.exe", "kioskw.exe"):
        script = tree.parent / "stand-in.nsi"
        script.write_text(PROGRAM % (tree / name))
        subprocess.run(["makensis", "-V1", "-WX", str(script)], check=True)
    return tree
