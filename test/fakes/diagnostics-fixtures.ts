/** Diagnostics in the program's format, shortened. */
export const DIAGNOSTICS = `Diagnostics of Screening Desk
It names no person, list, project, connection, template, file or folder, and has no address, token or password. Read it before you send it.

Program and computer
  Screening Desk: 0.1.0
  Runs as: electron
  Made: 2026-11-27T15:44:08.000Z
  electron: 44.0.0
  node: 24.11.0
  System: linux 6.12.0, x64

Administrator
  Policy: none

Network
  Ways to a service, in order: http proxy, direct

Data folder
  Folder: 9 entries, 0 of them not listed here
  history.sqlite: 245760 bytes, mode 600, changed 2026-11-27T15:40:00Z

History
  Integrity (quick_check): ok, in 4 ms
  Schema version: 13
  Screening record: 3 entries, one chain

Journal, the latest 200 entries
  2026-11-27T15:39:58Z: failed process SERVICE_UNREACHABLE not-sent (project 1a2b3c4d)
`;
