/** `desk rows`: prints the rows of a file as JSON. */
import { createInterface } from 'node:readline';
import { AppError, EXIT, terminalCell, terminalJson } from '../../shared/base/index.ts';
import { type SpawnWorker, taskRows } from '../platform/index.ts';
import type { ReadableFile } from '../worker-protocol/index.ts';
import type { Call } from './arguments.ts';
import { importOptionsOf } from './import-options.ts';
import { existingFile, passwordOf } from './input-file.ts';
import type { Output } from './output.ts';
import type { JsonLine } from './shapes.ts';

/** Calls `row` with the cell texts of each row of a file, until `isEnough` returns true. Waits for its result before the next row. */
export async function eachRow(
  spawn: SpawnWorker,
  path: string,
  reading: Pick<ReadableFile, 'options' | 'password'>,
  row: (cells: string[]) => unknown,
  isEnough = () => false,
): Promise<void> {
  const task = spawn('rows', { ...(await existingFile(path)), ...reading });
  for await (const cells of taskRows(task)) {
    await row(cells);
    if (!isEnough()) continue;
    task.cancel();
    return;
  }
  await task.result;
}

export async function rows(call: Call, output: Output, spawn: SpawnWorker): Promise<number> {
  if (call.flags.has('batch')) return await batch(output, spawn);
  const [path] = call.words;
  if (path === undefined) throw new AppError('USAGE', 'Usage: desk rows FILE [--sheet NAME]');
  const print = (cells: string[]) => {
    output.result(cells, cells.map(terminalCell).join('\t'));
    return output.drained();
  };
  await eachRow(spawn, path, { options: importOptionsOf(call), ...(await passwordOf(call)) }, print, () => output.closed);
  return EXIT.done;
}

/** Prints one answer per input line, in order. An unreadable file does not end the batch. */
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
      const all: string[][] = [];
      await eachRow(spawn, file, { options: typeof request.sheet === 'string' ? { sheet: request.sheet } : {} }, (cells) =>
        all.push(cells),
      );
      print({ file, ok: true, rows: all });
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('USAGE', 'The line is not a JSON object.');
      print({ file, ok: false, error: failure.toFailure() });
    }
  }
  return EXIT.done;
}
