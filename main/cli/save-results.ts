/** Saves results to a file, and waits until the file is complete. */
import { extname } from 'node:path';
import { AppError, countText, expectedError, toErrorCode } from '../../shared/base/index.ts';
import type { ExportFormat, ExportRequest, Output as MethodOutput, TableRequest } from '../../shared/contract/index.ts';
import { leftOutText } from '../../shared/view-texts/index.ts';
import type { Desk } from './desk.ts';
import type { OutTarget } from './out-target.ts';
import type { Output } from './output.ts';

const FORMATS = { '.xlsx': 'xlsx', '.csv': 'csv', '.jsonl': 'jsonl' } as const;

/**
 * The format of a file, from its extension.
 * @throws USAGE for an unknown extension.
 */
export function formatOf(path: string): (typeof FORMATS)[keyof typeof FORMATS] {
  const ending = extname(path).toLowerCase();
  if (!Object.hasOwn(FORMATS, ending)) throw new AppError('USAGE', 'Results can be saved only as .xlsx, .csv or .jsonl.');
  return FORMATS[ending as keyof typeof FORMATS];
}

/** The export request for a file format. */
export type SaveChoice = (format: ExportFormat) => ExportRequest;

/** A workbook with bars behind these columns, or a plain table. */
export const tableFormat = (format: ExportFormat, bars: string[] = []): TableRequest['format'] =>
  format === 'xlsx' ? { kind: 'xlsx', bars } : { kind: format };

/** The export of all people with all scores. */
export const wholeList =
  (id: string, priorScores: boolean): SaveChoice =>
  (format) => ({ kind: 'workbook', id, format: tableFormat(format), people: { kind: 'everyone', priorScores }, columns: null });

/** The export of everything in the project's file that is not damaged. */
export const everythingIntact =
  (id: string): SaveChoice =>
  (format) => ({
    kind: 'list',
    id,
    format: tableFormat(format),
    people: { kind: 'everyone', priorScores: false },
    columns: null,
    intact: true,
  });

/** Failures of an export that keep their code. All others are reported as TARGET_UNWRITABLE. */
const SHOWN_CODES = ['DISK_FULL', 'READ_FAILED', 'PROJECT_FILE_DAMAGED', 'PROJECT_PART_DAMAGED', 'INPUT_INVALID'] as const;

/**
 * Exports a project's results, and waits until the file is complete. `format`: the format of the files in a ZIP.
 * @throws TARGET_UNWRITABLE; one of SHOWN_CODES.
 */
export async function save(desk: Desk, out: OutTarget, output: Output, choice: SaveChoice, format = formatOf(out.path)): Promise<void> {
  await desk.saveTo(out);
  await waitForExport(desk, output, await desk.call('results.export', choice(format)));
}

/**
 * Saves results that were paid for.
 * @throws as `save`, but the message also says where the results are and how to save them
 */
export async function saveOrKeep(desk: Desk, id: string, out: OutTarget, output: Output, choice: SaveChoice): Promise<void> {
  try {
    await save(desk, out, output, choice);
  } catch (error) {
    const failure = expectedError(error);
    if (failure === null) throw error;
    const short = id.slice(0, 8);
    const where = `The screening is complete, and its results are kept in the project ${short}. "desk export ${short} --out RESULTS.xlsx" saves them.`;
    throw new AppError(failure.code, `${failure.message} ${where}`, failure.details, { cause: error });
  }
}

/**
 * Waits until the file of an export is complete.
 * @throws what `save` throws.
 */
export async function waitForExport(desk: Desk, output: Output, begun: MethodOutput<'results.export'>): Promise<void> {
  if (begun === null) throw new AppError('TARGET_UNWRITABLE', 'There is no place to save the results.');
  await new Promise<void>((done, fail) => {
    const see = (view: MethodOutput<'exports.get'>) => {
      if (view.id !== begun.id) return;
      if (view.state === 'reading' || view.state === 'writing') {
        output.progress(view.state === 'reading' ? `${countText(view.done, 'profile')} read` : `Saving ${countText(view.done, 'row')}`);
        return;
      }
      unsubscribe();
      const leftOut = leftOutText(view);
      if (leftOut !== '') output.step(leftOut);
      if (view.failure === null) done();
      else {
        const { code, message } = view.failure;
        // An export without a project reads from the service, so it can fail with any code.
        const known = view.projectId === null ? toErrorCode(code, 'TARGET_UNWRITABLE') : SHOWN_CODES.find((one) => one === code);
        fail(new AppError(known ?? 'TARGET_UNWRITABLE', message));
      }
    };
    const unsubscribe = desk.application.subscribe((event) => {
      if (event.name === 'export.changed') see(event.payload);
    });
    desk.call('exports.get', { id: begun.id }).then(see, fail);
  });
}
