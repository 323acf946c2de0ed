/** `desk rows`: prints the rows of a file as JSON. */
import { createInterface } from 'node:readline';
import { AppError, EXIT, terminalCell, terminalJson } from '../../shared/base/index.ts';
import type { SpawnWorker } from '../platform/index.ts';
import type { ReadableFile } from '../worker-protocol/index.ts';
import type { Call } from './arguments.ts';
import { importOptionsOf } from './import-options.ts';
import { existingFile, passwordOf } from './input-file.ts';
import type { Output } from './output.ts';
import type { JsonLine } from './shapes.ts';

/** Calls `row` for each row of a file, as JSON text, until `isEnough`. */
export async function eachRow(
  spawn: SpawnWorker,
  path: string,
  reading: Pick<ReadableFile, 'options' | 'password'>,
  row: (json: string) => void,
  isEnough = () => false,
): Promise<void> {
  const task = spawn('rows', { ...(await existingFile(path)), ...reading });
  let rest = '';
  for await (const bytes of task.bytes) {
    const lines = (rest + Buffer.from(bytes).toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) row(line);
    if (!isEnough()) continue;
    task.result.catch(() => {});
    task.cancel();
    return;
  }
  await task.result;
}

export async function rows(call: Call, output: Output, spawn: SpawnWorker): Promise<number> {
  if (call.flags.has('batch')) return await batch(output, spawn);
  const [path] = call.words;
  if (path === undefined) throw new AppError('USAGE', 'Usage: desk rows FILE [--sheet NAME]');
  const print = (json: string) => {
    const cells = JSON.parse(json) as string[];
    output.result(cells, cells.map(terminalCell).join('\t'));
  };
  await eachRow(spawn, path, { options: importOptionsOf(call), ...(await passwordOf(call)) }, print, () => output.closed);
  return EXIT.done;
}

/** Writes one answer per input line, in order. A bad file does not end the batch. */
async function batch(output: Output, spawn: SpawnWorker): Promise<number> {
  const print = (answer: Exclude<JsonLine, null>) => output.result(answer, terminalJson(answer));
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    let file = '';
    try {
      const request = JSON.parse(line) as { file?: unknown; sheet?: unknown };
      if (typeof request.file !== 'string')
        throw new AppError('USAGE', 'Each line must be an object with "file" and, optionally, "sheet".');
      ({ file } = request);
      const all: string[] = [];
      await eachRow(spawn, file, { options: typeof request.sheet === 'string' ? { sheet: request.sheet } : {} }, (json) => all.push(json));
      print({ file, ok: true, rows: all.map((row) => JSON.parse(row) as string[]) });
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('USAGE', 'The line is not a JSON object.');
      print({ file, ok: false, error: failure.toFailure() });
    }
  }
  return EXIT.done;
}
