/** Clock, disk and network of the computer, and the ports that hosts implement. */
// Must be first, because it limits the memory of the main thread.
import './engine-flags.ts';
export { abortableResult } from './abortable-result.ts';
export { taskRows } from './task-rows.ts';
export { systemClock } from './clock.ts';
export { closeAll } from './close-all.ts';
export { dataDirNamed, requireDataFolder } from './data-folder.ts';
export { isUnsupported, makePrivate, syncFolder } from './disk-features.ts';
export { fileNameOf } from './file-name.ts';
export { LOG_EVENTS, type LogEvent } from './log-events.ts';
export { openLog } from './log-file.ts';
export { MalformedProxy, UnsupportedProxy, createNetwork, environmentProxies, isLoopback, systemTrust } from './network.ts';
export { NO_DESKTOP } from './no-desktop.ts';
export { contentSecurityPolicy, contentTypeOf } from './page-files.ts';
export type {
  Clock,
  Host,
  Log,
  Network,
  NetworkRoute,
  Ports,
  RunningPractice,
  RunningTask,
  SaveTarget,
  Secrets,
  SpawnWorker,
  StartPractice,
} from './ports.ts';
export { isRunning, thisProcess } from './processes.ts';
export { type ProgramPaths, programPaths } from './program-paths.ts';
export { removeFile } from './remove-file.ts';
export { isFileInUse, renameFile, renameFileSync } from './rename-file.ts';
export { saveWhole } from './save-whole.ts';
export { ownSpool, removeLeftSpools } from './spool.ts';
export { sha256Of } from './sha256.ts';
export { requireSystem } from './system-requirements.ts';
export { userName } from './user-name.ts';
