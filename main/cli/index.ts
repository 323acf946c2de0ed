/**
 * The command line host: runs one command. Loads the application only for a command that needs it, because loading takes longer than
 * checking a short list.
 */
import { constants } from 'node:os';
import packageFile from '../../package.json' with { type: 'json' };
import { AppError, EXIT, diskFailureOf } from '../../shared/base/index.ts';
import { type SpawnWorker, dataDirNamed, openLog, programPaths, requireSystem } from '../platform/index.ts';
import { policyDataFolder, readPolicy } from '../policy/index.ts';
import { type PoolOf, createWorkerPool } from '../worker/index.ts';
import { takeEnvironmentToken } from '../secrets/index.ts';
import { type Call, FIRST_STEPS, helpText, readCall } from './arguments.ts';
import { check } from './check.ts';
import { completion } from './completion.ts';
import { diagnostics } from './diagnostics.ts';
import { type Folder, type FolderSettings, folderSettings } from './folder-settings.ts';
import { gifts } from './gifts.ts';
import { inspect } from './inspect.ts';
import { policy } from './policy.ts';
import { verifyRecords } from './record-verify.ts';
import { rows } from './rows.ts';
import { createOutput, type Output, SIGNAL_EXIT } from './output.ts';
import { removeTemporaryFolders } from './temporary-folders.ts';

type FileCommand = (call: Call, output: Output, spawn: SpawnWorker, settings: FolderSettings) => Promise<number>;

const PRACTICE = 'practice';
const COMPLETION = 'completion';
const POLICY = 'policy';
const DIAGNOSTICS = 'diagnostics';
const FILE_COMMANDS: Readonly<Record<string, FileCommand>> = { rows, inspect, check, gifts };

async function withThreads({ paths, poolOf }: Folder, work: (spawn: SpawnWorker) => Promise<number>): Promise<number> {
  const pool = poolOf(() => createWorkerPool(paths.worker, { startsEarly: false }));
  // Without a listener, a signal would leave temporary files behind.
  const end = (signal: NodeJS.Signals) => process.exit(SIGNAL_EXIT + constants.signals[signal]);
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    return await work(pool.spawn);
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
    await pool.close();
  }
}

async function withFile(command: FileCommand, call: Call, output: Output, folder: Folder): Promise<number> {
  const settings = await folderSettings(call, output, folder);
  return await withThreads(folder, (spawn) => command(call, output, spawn, settings));
}

/** Null until a command needs it. */
let deskCommands: typeof import('./desk-commands.ts') | null = null;

/** True if standard output is a file that cannot be written any more. */
const isUnwritten = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.syscall === 'write' && diskFailureOf(error) !== null;

/**
 * Ends the program after an unhandled error. The text of the error may name a person, so it is not shown; the log gets the error's name and
 * location.
 */
function endOnDefect(error: unknown, call: Call | null, dataDir: string | null, output: Output): never {
  const { name = '' } = call?.command ?? {};
  const isDesk = ![PRACTICE, COMPLETION, POLICY, DIAGNOSTICS].includes(name) && !Object.hasOwn(FILE_COMMANDS, name);
  if (dataDir !== null && isDesk) openLog(dataDir).error('defect', error);
  if (isUnwritten(error))
    process.exit(output.failure(new AppError('DISK_FULL', 'The output could not be written: its disk is full or was removed.')));
  const message = 'Something went wrong inside Screening Desk, and it had to end. What was done is kept, and nothing is sent twice.';
  const advice = deskCommands?.isResumable(name) === true ? ' "desk resume" continues from there.' : '';
  process.exit(output.failure(new AppError('INTERNAL', message + advice)));
}

/** The program ends after one command, so no other command uses its threads. */
const ownPool: PoolOf = (create) => create();

/** Runs one command, and returns the exit code. `policyOf`: reads the computer's policy. */
export async function main(
  argv: readonly string[],
  hostUrl: string = import.meta.url,
  policyOf = readPolicy,
  poolOf = ownPool,
): Promise<number> {
  const environmentToken = takeEnvironmentToken();
  const output = createOutput(argv.includes('--json'));
  let call: Call | null = null;
  let dataDir: string | null = null;
  const defect = (error: unknown) => endOnDefect(error, call, dataDir, output);
  process.on('uncaughtException', defect);
  try {
    call = readCall(argv);
    const { command } = call;
    output.command = command;
    if (call.flags.has('version')) {
      output.result({ ok: true, version: packageFile.version }, `Screening Desk ${packageFile.version}`);
      return EXIT.done;
    }
    if (call.flags.has('help')) {
      process.stdout.write(`${helpText(command)}\n`);
      return EXIT.done;
    }
    if (command === null) {
      // Not on standard output, which scripts read: a call without a command has no result.
      output.step(`${FIRST_STEPS}\n\nRun "desk --help" to see all commands.`);
      return EXIT.usage;
    }
    requireSystem();
    // Read even for commands that do not need the data folder, because an invalid policy must not be ignored.
    const state = policyOf();
    dataDir = dataDirNamed(call.values['data'], policyDataFolder(state));
    if (command.name === POLICY) return policy(call, output, state);
    if (command.name === COMPLETION) return completion(call);
    if (command.name === PRACTICE) return await (await import('./practice.ts')).practice(call);
    if (command.name === 'record' && call.words[0] === 'verify') return verifyRecords(call, output);
    const folder = { dataDir, paths: programPaths(hostUrl), policy: state, poolOf };
    if (command.name === DIAGNOSTICS) return await withThreads(folder, (spawn) => diagnostics(call!, output, spawn, folder.dataDir, state));
    const file = FILE_COMMANDS[command.name];
    if (file !== undefined) return await withFile(file, call, output, folder);
    deskCommands = await import('./desk-commands.ts');
    return await deskCommands.runDeskCommand(command.name, call, output, { ...folder, environmentToken });
  } catch (error) {
    return output.failure(error);
  } finally {
    // If the disk is full, the error comes after the write.
    await new Promise(setImmediate);
    process.removeListener('uncaughtException', defect);
    removeTemporaryFolders();
  }
}
