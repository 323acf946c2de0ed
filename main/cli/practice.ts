/** `desk practice`: runs only the practice service. */
import { readFileSync } from 'node:fs';
import { PracticeNotStarted, dialectOf, runPracticeCommand } from '../../practice/server/index.ts';
import { AppError, EXIT } from '../../shared/base/index.ts';
import { dataDirNamed } from '../platform/index.ts';
import { type Call, usageError } from './arguments.ts';

/**
 * The value of an option as a number.
 * @throws USAGE
 */
function numberOf(call: Call, name: string): number | undefined {
  const text = call.values[name];
  if (text === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new AppError('USAGE', `--${name} must be a number.`);
  return Number(text);
}

const MAX_PORT = 65_535;

/**
 * Checks the options before anything starts.
 * @throws USAGE for an invalid port or an unknown dialect.
 */
function assertExist(port: number | undefined, dialect: string | undefined): void {
  if (port !== undefined && !(Number.isInteger(port) && port <= MAX_PORT))
    throw new AppError('USAGE', `--port must be a whole number from 0 to ${MAX_PORT}.`);
  try {
    if (dialect !== undefined) dialectOf(dialect);
  } catch (cause) {
    throw new AppError('USAGE', cause instanceof RangeError ? cause.message : 'This dialect cannot be used.', {}, { cause });
  }
}

/**
 * The lines of a file with tokens; `-`: standard input.
 * @throws FILE_NOT_FOUND
 */
function tokensIn(file: string): string[] {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/);
  } catch (cause) {
    throw new AppError('FILE_NOT_FOUND', `The file “${file}” is missing or cannot be read.`, {}, { cause });
  }
}

/**
 * Runs until a signal ends it.
 * @throws USAGE; FILE_NOT_FOUND; SERVICE_UNREACHABLE when it cannot start.
 */
export async function practice(call: Call): Promise<number> {
  const { data, 'token-file': file } = call.values;
  const [tokenLine, controlLine] = file === undefined ? [] : tokensIn(file);
  const token = tokenLine || call.values['token'];
  if (token === undefined)
    throw new AppError('USAGE', `The token that programs must send is missing: --token-file FILE. ${usageError(call).message}`);
  const { dialect } = call.values;
  const controlToken = controlLine || call.values['control-token'];
  const [port, credits, secondsPerThousandRows] = [
    numberOf(call, 'port'),
    numberOf(call, 'credits'),
    numberOf(call, 'seconds-per-thousand'),
  ];
  assertExist(port, dialect);
  await runPracticeCommand({
    token,
    dataDir: data === undefined ? null : dataDirNamed(data, null),
    ...(port === undefined ? {} : { port }),
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(credits === undefined ? {} : { credits }),
    ...(secondsPerThousandRows === undefined ? {} : { secondsPerThousandRows }),
    out: (line) => process.stdout.write(`${line}\n`),
  }).catch((error: unknown) => {
    if (!(error instanceof PracticeNotStarted)) throw error;
    throw new AppError('SERVICE_UNREACHABLE', `The practice service could not be started: ${error.message}`, {}, { cause: error });
  });
  return EXIT.done;
}
