/** The command line host: runs the application for one command. */
import { readFileSync } from 'node:fs';
import { runPracticeCommand } from '../../practice/server/command.ts';
import { DEFAULT_RULES } from '../../shared/rules/row-checks.ts';
import { AppError, EXIT } from '../../shared/base/errors.ts';
import { programPaths, type ProgramPaths } from '../platform/program-paths.ts';
import { requireSystem } from '../platform/system-requirements.ts';
import { dataDirNamed } from '../platform/data-folder.ts';
import { createWorkerPool } from '../worker/entry/pool.ts';
import type { SpawnWorker } from '../platform/ports.ts';
import { type Call, helpText, readCall } from './arguments.ts';
import { connections, credits } from './connections.ts';
import { doNotScreen } from './donotscreen.ts';
import { type Desk, openDesk, readToken } from './desk.ts';
import { check, type FolderChoices, inspect, rows } from './files.ts';
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
import { templateNamed, templates } from './templates.ts';

type DeskCommand = (call: Call, output: Output, desk: Desk) => Promise<number>;
type FileCommand = (call: Call, output: Output, spawn: SpawnWorker, choices: FolderChoices) => Promise<number>;

const WITH_DESK: Readonly<Record<string, DeskCommand>> = {
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
const WITH_FILE: Readonly<Record<string, FileCommand>> = { rows, inspect, check };

/** Prints the notice about the data folder with every command until the user dismisses it. */
async function printNotice(desk: Desk, output: Output): Promise<void> {
  const { notice } = await desk.call('app.get', {});
  if (notice !== null) output.step(`${notice} Run "desk dismiss" to hide this notice.`);
}

async function dismiss(_call: Call, output: Output, desk: Desk): Promise<number> {
  await desk.call('app.dismissNotice', {});
  output.result({ ok: true }, 'The notice is not shown again.');
  return EXIT.done;
}

async function withDesk(command: DeskCommand, call: Call, output: Output, paths: ProgramPaths): Promise<number> {
  const adding = call.command?.name === 'connections';
  const token = call.flags.has('token-stdin') && !adding ? await readToken() : null;
  const desk = await openDesk({ dataDir: dataDirNamed(call.values['data']), paths, token });
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    output.step(RESUMABLE.has(command) ? 'Stopping at a safe point; "desk resume" continues from there.' : 'Stopping.');
    void desk.close().then(() => process.exit(EXIT.service));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    if (command !== dismiss) await printNotice(desk, output);
    return await command(call, output, desk);
  } finally {
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
    if (!interrupted) await desk.close();
  }
}

/** Reads the settings that a file command needs; opens the data folder only if it needs any. */
async function folderChoices(call: Call, output: Output, paths: ProgramPaths): Promise<FolderChoices> {
  const { template: name, data } = call.values;
  const withRules = call.flags.has('house-rules');
  if (name === undefined && !withRules) return { template: null, houseRules: DEFAULT_RULES };
  const desk = await openDesk({ dataDir: dataDirNamed(data), paths, token: null });
  try {
    await printNotice(desk, output);
    return {
      template: name === undefined ? null : await desk.call('templates.get', { id: (await templateNamed(desk, name)).id }),
      houseRules: withRules ? await desk.call('houseRules.get', {}) : DEFAULT_RULES,
    };
  } finally {
    await desk.close();
  }
}

async function withFile(command: FileCommand, call: Call, output: Output, paths: ProgramPaths): Promise<number> {
  const choices = await folderChoices(call, output, paths);
  const pool = createWorkerPool(paths.worker);
  try {
    return await command(call, output, pool.spawn, choices);
  } finally {
    await pool.close();
  }
}

/** The number value of an option. @throws USAGE */
function numberOf(call: Call, name: string): number | undefined {
  const text = call.values[name];
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new AppError('USAGE', `--${name} must be a number.`);
  return Number(text);
}

/** The lines of a file of tokens; `-`: standard input. @throws FILE_NOT_FOUND */
function tokensIn(file: string): string[] {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/);
  } catch (cause) {
    throw new AppError('FILE_NOT_FOUND', `The file “${file}” is missing or cannot be read.`, {}, { cause });
  }
}

async function practice(call: Call): Promise<number> {
  const { data, 'token-file': file } = call.values;
  const [tokenLine, controlLine] = file === undefined ? [] : tokensIn(file);
  const token = tokenLine || call.values['token'];
  if (token === undefined) throw new AppError('USAGE', `Usage: desk ${call.command?.usage ?? 'practice'}`);
  const { dialect } = call.values;
  const controlToken = controlLine || call.values['control-token'];
  const [port, credits, secondsPerThousandRows] = [
    numberOf(call, 'port'),
    numberOf(call, 'credits'),
    numberOf(call, 'seconds-per-thousand'),
  ];
  await runPracticeCommand({
    token,
    dataDir: data === undefined ? null : dataDirNamed(data),
    ...(port === undefined ? {} : { port }),
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(credits === undefined ? {} : { credits }),
    ...(secondsPerThousandRows === undefined ? {} : { secondsPerThousandRows }),
    out: (line) => {
      process.stdout.write(`${line}\n`);
    },
  });
  return EXIT.done;
}

/** Runs one command; returns the exit code. */
export async function main(argv: readonly string[], hostUrl: string = import.meta.url): Promise<number> {
  const output = createOutput(argv.includes('--json'));
  try {
    const call = readCall(argv);
    const { command } = call;
    if (command === null || call.flags.has('help')) {
      process.stdout.write(`${helpText(command)}\n`);
      return command === null && !call.flags.has('help') ? EXIT.usage : EXIT.done;
    }
    requireSystem();
    if (command.name === 'practice') return await practice(call);
    const paths = programPaths(hostUrl);
    const file = WITH_FILE[command.name];
    if (file !== undefined) return await withFile(file, call, output, paths);
    return await withDesk(WITH_DESK[command.name]!, call, output, paths);
  } catch (error) {
    return output.failure(error);
  }
}
