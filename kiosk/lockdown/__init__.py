"""What keeps players inside the station: guards, system by system, and whether they hold.

A guard notes what it changes before it changes it and gives it back, also after a crash. `desktop` finds
the guards of this system, `watch` says what the display server sees of the station, `doctor` what holds.

Open to other folders: desktop doctor_actions escapes health health_reader heartbeat keeper
linux.displays linux.keyboards linux.session linux.x_display linux.x_server places supervision watch
windows.calls windows.hook
"""
