; The Windows installer. Compiled by installer/build/windows/build.py, which writes what it includes from the bundle:
;   VERSION, FOUR (the version as four numbers), OUT, ICON, TREE, LISTS (a folder with files.nsh, menu.nsh, remove.nsh)
;
; The rules it guards: data folders are never touched, only named; files are removed by name, never a folder with
; whatever is in it; nothing is removed before the program has given back what it changed on this machine.
;
; Exit codes: 0 done, 2 refused or given up. Silent: /S; for one account: /CurrentUser; for all: /AllUsers.

Unicode true
!ifdef TARGET
  Target ${TARGET}
!endif
SetCompressor /SOLID lzma
ManifestDPIAware true

!define NAME "Challenge Kiosk"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\ChallengeKiosk"

!define MULTIUSER_EXECUTIONLEVEL Highest
!define MULTIUSER_MUI
!define MULTIUSER_USE_PROGRAMFILES64
!define MULTIUSER_INSTALLMODE_COMMANDLINE
!define MULTIUSER_INSTALLMODE_INSTDIR "${NAME}"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_KEY "${KEY}"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_VALUENAME "InstallLocation"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${KEY}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "InstallLocation"
!include MultiUser.nsh
!include MUI2.nsh
!include FileFunc.nsh
!include WordFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include x64.nsh

Name "${NAME}"
OutFile "${OUT}"
BrandingText "${NAME} ${VERSION}"
ShowInstDetails show
ShowUninstDetails show

VIProductVersion "${FOUR}"
VIFileVersion "${FOUR}"
VIAddVersionKey ProductName "${NAME}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "${NAME} set-up"
VIAddVersionKey LegalCopyright "The Challenge Kiosk authors; MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_NOAUTOCLOSE
!define MUI_UNFINISHPAGE_NOAUTOCLOSE
!insertmacro MULTIUSER_PAGE_INSTALLMODE
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

!define RUNNING "${NAME} is running. Leave it first (at the station Ctrl+F12, the passcode, then 2) and close its other windows, then start this again. Nothing was changed."
!define OLDER "Version $0 of ${NAME} is installed, and this is the older version ${VERSION}. An older program may not understand what the newer one recorded, so nothing was changed. To go back all the same, uninstall version $0 first; your logs and lists stay."
!define CHANGED "${NAME} could not give back everything it changed on this machine, so nothing was removed. Sign in to the account of the station, start it, leave it with Ctrl+F12, the passcode, then 2, and uninstall again."
!define SOMEBODY "A station of the account $3 was cut off and has not given back what it changed for that account. Sign in there, start it, leave it with Ctrl+F12, the passcode, then 2, and uninstall again. Nothing was removed."

!macro REFUSE SENTENCE
  DetailPrint "${SENTENCE}"
  MessageBox MB_OK|MB_ICONSTOP "${SENTENCE}" /SD IDOK
  SetErrorLevel 2
!macroend

; A program that runs cannot be opened for writing.
!macro IN_USE FILE RESULT
  StrCpy ${RESULT} ""
  ${If} ${FileExists} "${FILE}"
    ClearErrors
    FileOpen ${RESULT} "${FILE}" a
    ${If} ${Errors}
      StrCpy ${RESULT} "in use"
    ${Else}
      FileClose ${RESULT}
      StrCpy ${RESULT} ""
    ${EndIf}
    ClearErrors
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    !insertmacro REFUSE "A 64-bit Windows 10 (version 1809) or later is needed. Nothing was changed."
    Abort
  ${EndIf}
  SetRegView 64
  !insertmacro MULTIUSER_INIT
FunctionEnd

Function un.onInit
  SetRegView 64
  !insertmacro MULTIUSER_UNINIT
FunctionEnd

; An account has one data folder, whichever program it starts: a newer one for all accounts counts against an older one
; for this account, and the other way round.
!macro REFUSE_IF_NEWER ROOT
  ReadRegStr $0 ${ROOT} "${KEY}" "DisplayVersion"
  ${If} $0 != ""
    ${VersionCompare} "$0" "${VERSION}" $2
    ${If} $2 == 1
      !insertmacro REFUSE "${OLDER}"
      Abort
    ${EndIf}
  ${EndIf}
!macroend

; What is installed already: never an older one over or beside a newer one, never under a station that runs.
Function CheckEarlier
  !insertmacro REFUSE_IF_NEWER HKLM
  !insertmacro REFUSE_IF_NEWER HKCU
  ReadRegStr $0 SHCTX "${KEY}" "DisplayVersion"
  ReadRegStr $1 SHCTX "${KEY}" "InstallLocation"
  ${If} $0 == ""
  ${OrIf} $1 == ""
    Return
  ${EndIf}
  !insertmacro IN_USE "$1\kiosk.exe" $2
  !insertmacro IN_USE "$1\kioskw.exe" $4
  ${If} "$2$4" != ""
    !insertmacro REFUSE "${RUNNING}"
    Abort
  ${EndIf}
  ${If} ${FileExists} "$1\uninstall.exe"
    DetailPrint "Removing the program files of version $0; logs and lists stay."
    ${If} $MultiUser.InstallMode == AllUsers
      StrCpy $4 "/AllUsers"
    ${Else}
      StrCpy $4 "/CurrentUser"
    ${EndIf}
    ClearErrors
    ExecWait '"$1\uninstall.exe" /S $4 _?=$1' $2
    ${If} ${Errors}
    ${OrIf} $2 != 0
      !insertmacro REFUSE "Version $0 could not be removed, so nothing was installed. Uninstall it in Settings, Apps, then start this again; your logs and lists stay."
      Abort
    ${EndIf}
    Delete "$1\uninstall.exe"
    RMDir "$1"
  ${EndIf}
FunctionEnd

Section "-Program"
  Call CheckEarlier
  SetOverwrite on
  !include "${LISTS}/files.nsh"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  !include "${LISTS}/menu.nsh"
  WriteRegStr SHCTX "${KEY}" "DisplayName" "${NAME}"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\kioskw.exe"
  WriteRegStr SHCTX "${KEY}" "Publisher" "The Challenge Kiosk authors"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode'
  WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode /S'
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" "$0"
SectionEnd

; The program undoes what its guards changed for this account; it says no while a station runs.
Function un.GiveBack
  ${If} ${FileExists} "$INSTDIR\kiosk.exe"
    ClearErrors
    nsExec::ExecToLog '"$INSTDIR\kiosk.exe" doctor --give-back'
    Pop $2
    ${If} $2 != 0
      !insertmacro REFUSE "${CHANGED}"
      Abort
    ${EndIf}
  ${EndIf}
FunctionEnd

; Other accounts' settings cannot be given back from here: a station of theirs that was cut off must be started once more.
Function un.LookAtAccounts
  ${If} $MultiUser.InstallMode != AllUsers
    Return
  ${EndIf}
  GetFullPathName $0 "$PROFILE\.."
  FindFirst $1 $3 "$0\*"
  ${DoUntil} $3 == ""
    ${If} ${FileExists} "$0\$3\AppData\Local\challenge-kiosk\guards.json"
      FindClose $1
      !insertmacro REFUSE "${SOMEBODY}"
      Abort
    ${EndIf}
    FindNext $1 $3
  ${Loop}
  FindClose $1
FunctionEnd

; What people would miss is named, not removed.
Function un.NameData
  StrCpy $4 ""
  ReadEnvStr $2 KIOSK_DATA
  ${If} $2 != ""
  ${AndIf} ${FileExists} "$2\*.*"
    StrCpy $4 "$\r$\n$2"
    DetailPrint "Kept: $2"
  ${EndIf}
  GetFullPathName $0 "$PROFILE\.."
  FindFirst $1 $3 "$0\*"
  ${DoUntil} $3 == ""
    StrCpy $2 "$0\$3\AppData\Local\challenge-kiosk"
    ${If} ${FileExists} "$2\*.*"
      StrCpy $4 "$4$\r$\n$2"
      DetailPrint "Kept: $2"
    ${EndIf}
    FindNext $1 $3
  ${Loop}
  FindClose $1
  ${If} $4 != ""
    MessageBox MB_OK|MB_ICONINFORMATION "The program is removed. Logs, lists and set-up were kept:$\r$\n$4$\r$\n$\r$\nWhoever is sure that they are not needed any more deletes that folder." /SD IDOK
  ${EndIf}
FunctionEnd

Section "Uninstall"
  !insertmacro IN_USE "$INSTDIR\kiosk.exe" $2
  !insertmacro IN_USE "$INSTDIR\kioskw.exe" $4
  ${If} "$2$4" != ""
    !insertmacro REFUSE "${RUNNING}"
    Abort
  ${EndIf}
  Call un.GiveBack
  Call un.LookAtAccounts
  !include "${LISTS}/remove.nsh"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey SHCTX "${KEY}"
  Call un.NameData
SectionEnd
