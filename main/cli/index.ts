/** The command line host: runs the application for one command. */
import { AppError, EXIT } from '../../shared/base/index.ts';
import { type ProgramPaths, type SpawnWorker, dataDirNamed, openLog, programPaths, requireSystem } from '../platform/index.ts';
import { createWorkerPool } from '../worker/index.ts';
import { takeEnvironmentToken } from '../secrets/index.ts';
import { type Call, helpText, readCall } from './arguments.ts';
import { connections, credits } from './connections.ts';
import { doNotScreen } from './do-not-screen.ts';
import { type Desk, type DeskOptions, openDesk, readToken } from './desk.ts';
import { check } from './check.ts';
import { type FolderSettings, folderSettings } from './folder-settings.ts';
import { inspect } from './inspect.ts';
import { dismiss, printNotice, printUnfinished } from './notice.ts';
import { practice } from './practice.ts';
import { rows } from './rows.ts';
import { createOutput, type Output } from './output.ts';
import { compare } from './compare.ts';
import { exportCommand } from './export.ts';
import { fetchAgain } from './fetch.ts';
import { fix } from './fix.ts';
import { parts } from './parts.ts';
import { adopt } from './adopt.ts';
import { cancel, decide, projects, remove, resume, status } from './projects.ts';
import { profile, profiles, scoreRequest } from './profiles.ts';
import { projectScores } from './project-scores.ts';
import { scoreSettings } from './score-settings.ts';
import { screen } from './screen.ts';
import { templates } from './templates.ts';

type DeskCommand = (call: Call, output: Output, desk: Desk) => Promise<number>;
type FileCommand = (call: Call, output: Output, spawn: SpawnWorker, settings: FolderSettings) => Promise<number>;

const DESK_COMMANDS: Readonly<Record<string, DeskCommand>> = {
  screen,
  adopt,
  projects,
  status,
  resume,
  decide,
  cancel,
  fix,
  fetch: fetchAgain,
  parts,
  export: exportCommand,
  compare,
  remove,
  credits,
  profile,
  profiles,
  'score-request': scoreRequest,
  'project-scores': projectScores,
  'score-settings': scoreSettings,
  connections,
  templates,
  'do-not-screen': doNotScreen,
  dismiss,
};
/** Commands that run projects. */
const RESUMABLE: ReadonlySet<DeskCommand> = new Set([screen, resume, decide, fix, parts]);
const FILE_COMMANDS: Readonly<Record<string, FileCommand>> = { rows, inspect, check };

/** Ends what has not spent anything, names what has to be continued, and closes. */
async function stop(desk: Desk, output: Output): Promise<void> {
  try {
    await desk.application.endUnspent();
    await printUnfinished(desk, output);
  } finally {
    await desk.close();
  }
}

async function withDesk(command: DeskCommand, call: Call, output: Output, given: Omit<DeskOptions, 'token'>): Promise<number> {
  // `connections add` reads the token itself, to save it.
  const isSaved = call.command?.name === 'connections';
  const token = call.flags.has('token-stdin') && !isSaved ? await readToken() : null;
  const desk = await openDesk({ ...given, token });
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    output.step(RESUMABLE.has(command) ? 'Stopping at a safe point.' : 'Stopping.');
    void stop(desk, output).finally(() => process.exit(EXIT.service));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    if (command !== dismiss) await printNotice(desk, output);
    if (command !== resume) await printUnfinished(desk, output);
    return await command(call, output, desk);
  } finally {
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
    if (!interrupted) await desk.close();
  }
}

async function withFile(command: FileCommand, call: Call, output: Output, paths: ProgramPaths): Promise<number> {
  const settings = await folderSettings(call, output, paths);
  const pool = createWorkerPool(paths.worker, { hasSpare: false });
  try {
    return await command(call, output, pool.spawn, settings);
  } finally {
    await pool.close();
  }
}

/** Ends the program at an error that nothing handles: its text could hold a person, so only the log gets its name and location. */
function endOnDefect(error: unknown, call: Call | null, output: Output): never {
  const { name = '' } = call?.command ?? {};
  if (call !== null && Object.hasOwn(DESK_COMMANDS, name)) openLog(dataDirNamed(call.values['data'])).error('defect', error);
  const message = 'Something went wrong inside Screening Desk, and it had to end. What was done is kept, and nothing is sent twice.';
  const advice = RESUMABLE.has(DESK_COMMANDS[name]!) ? ' "desk resume" continues from there.' : '';
  process.exit(output.failure(new AppError('INTERNAL', message + advice)));
}

/** Runs one command; returns the exit code. */
export async function main(argv: readonly string[], hostUrl: string = import.meta.url): Promise<number> {
  const environmentToken = takeEnvironmentToken();
  const output = createOutput(argv.includes('--json'));
  let call: Call | null = null;
  const defect = (error: unknown) => endOnDefect(error, call, output);
  process.on('uncaughtException', defect);
  try {
    call = readCall(argv);
    const { command } = call;
    if (command === null || call.flags.has('help')) {
      process.stdout.write(`${helpText(command)}\n`);
      return command === null && !call.flags.has('help') ? EXIT.usage : EXIT.done;
    }
    requireSystem();
    // Also for commands that need no data folder: a wrong name must not be ignored.
    const dataDir = dataDirNamed(call.values['data']);
    if (command.name === 'practice') return await practice(call);
    const paths = programPaths(hostUrl);
    const file = FILE_COMMANDS[command.name];
    if (file !== undefined) return await withFile(file, call, output, paths);
    return await withDesk(DESK_COMMANDS[command.name]!, call, output, { dataDir, paths, environmentToken });
  } catch (error) {
    return output.failure(error);
  } finally {
    process.removeListener('uncaughtException', defect);
  }
}
