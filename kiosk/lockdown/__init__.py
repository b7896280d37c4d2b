"""What keeps players inside the station: guards, system by system, and whether they hold.

A guard notes what it changes before it changes it and gives it back, also after a crash. `desktop` finds
the guards of this system; `doctor` and the self-test say what is in force.

Open to other folders: desktop doctor_actions escapes health health_reader heartbeat keeper linux.desktop
linux.displays linux.session linux.x_display linux.x_server supervision windows.calls windows.hook
"""
