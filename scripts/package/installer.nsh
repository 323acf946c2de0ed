; What the installer of Windows does besides the templates of electron-builder.

; A silent installation for everybody that was not started as administrator: the templates would ask for elevation, which a deployment tool
; cannot answer, and end with exit code 0. 740 is the system's ERROR_ELEVATION_REQUIRED.
!macro customInit
  ${If} ${Silent}
  ${AndIf} $hasPerMachineInstallation == "1"
  ${AndIfNot} ${UAC_IsAdmin}
    ; The installer is a program with windows, so it has no console of its own. -1: that of the program which started it. -12: its errors.
    System::Call 'kernel32::AttachConsole(i -1)i.r0'
    System::Call 'kernel32::GetStdHandle(i -12)p.r0'
    FileWrite $0 "Screening Desk was not installed: an installation for everybody on this computer needs an administrator. Start the installer elevated, or use /currentuser.$\r$\n"
    SetErrorLevel 740
    Quit
  ${EndIf}
!macroend

; "Open with" for spreadsheets. The program never becomes the default for a type: only OpenWithProgids and SupportedTypes are written.
!macro eachType ACTION
  !insertmacro ${ACTION} ".xlsx"
  !insertmacro ${ACTION} ".xls"
  !insertmacro ${ACTION} ".csv"
!macroend

!macro addType EXT
  WriteRegStr SHCTX "Software\Classes\${EXT}\OpenWithProgids" "ScreeningDesk.List" ""
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" "${EXT}" ""
!macroend

!macro removeType EXT
  DeleteRegValue SHCTX "Software\Classes\${EXT}\OpenWithProgids" "ScreeningDesk.List"
!macroend

!macro customInstall
  WriteRegStr SHCTX "Software\Classes\ScreeningDesk.List" "" "List for Screening Desk"
  WriteRegStr SHCTX "Software\Classes\ScreeningDesk.List\DefaultIcon" "" "$INSTDIR\${APP_EXECUTABLE_FILENAME},0"
  WriteRegStr SHCTX "Software\Classes\ScreeningDesk.List\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro eachType addType
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

; The templates remove only the roaming folder of the user. The data of this program never roams.
!macro removeLocalData
  ClearErrors
  ${GetParameters} $R0
  ${GetOptions} $R0 "--delete-app-data" $R1
  ${IfNot} ${Errors}
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\${APP_FILENAME}"
    ${If} $installMode == "all"
      SetShellVarContext all
    ${EndIf}
  ${EndIf}
!macroend

!macro customUnInstall
  !insertmacro removeLocalData
  !insertmacro eachType removeType
  DeleteRegKey SHCTX "Software\Classes\ScreeningDesk.List"
  DeleteRegKey SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend
