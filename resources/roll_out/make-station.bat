@echo off
rem Makes a challenge station on this machine from the folder that this file lies in. Asks only the letter.
"%~dp0program\kiosk.exe" roll-out --take "%~dp0." --program "%USERPROFILE%\challenge-kiosk" %*
pause
