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

!macro customUnInstall
  !insertmacro eachType removeType
  DeleteRegKey SHCTX "Software\Classes\ScreeningDesk.List"
  DeleteRegKey SHCTX "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend
