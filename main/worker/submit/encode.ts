/** Encodes the list as the request body (section 4 of the interface, #4): first to measure it, then with the same bytes to send it. */
import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/base/index.ts';
import { type FieldKey, inOrder, isFieldKey } from '../../../shared/fields/index.ts';
import { type CsvHeadings, changedHeadings, csvHeader, sendsPseudonyms } from '../../../shared/mapping/index.ts';
import type { Body } from '../../../shared/project/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { EncodeInput } from '../../worker-protocol/index.ts';
import { storedBest } from '../list/best-rows.ts';
import { editCounts } from '../list/stored-edits.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { RecordBytes } from './record-bytes.ts';
import { storeMeasured, openSentList } from './sent-list.ts';
import { recordsToSend, type SentRow, writeSentRows } from './sent-rows.ts';
import type { Task } from '../threads/task-context.ts';

/** Bytes per buffer. */
const BUFFER_BYTES = 128 * 1024;

/** Writes a body. Yields when the buffer is full, and the caller must empty it. */
function* writeBody(
  body: RecordBytes,
  rows: Iterable<SentRow>,
  { format, headings }: Pick<Body, 'format' | 'headings'>,
  onRow: (rowNumber: number) => void,
): Generator<null> {
  const isJson = format === 'json';
  body.text(isJson ? '{"scoreProfiles":[' : `${csvHeader(headings ?? {})}\n`);
  let isFirst = true;
  for (const { rowNumber, record } of rows) {
    if (isJson && !isFirst) body.text(',');
    isFirst = false;
    if (isJson) body.json(record);
    else body.csv(record);
    if (!isJson) body.text('\n');
    onRow(rowNumber);
    if (body.length >= BUFFER_BYTES) yield null;
  }
  if (isJson) body.text(']}');
  yield null;
}

/**
 * The changed CSV headings; null for JSON, or if none is changed. Streaming uses the headings that were measured, because the settings can
 * change while a list is sent.
 */
function headingsOf(input: EncodeInput): CsvHeadings | null {
  if (input.format === 'json') return null;
  const headings = changedHeadings((input.mode === 'stream' ? input.body.headings : input.headings) ?? {});
  return Object.keys(headings).length === 0 ? null : headings;
}

/** Streaming uses what was measured, as for headings. */
const neverSentOf = (input: EncodeInput): FieldKey[] =>
  inOrder(((input.mode === 'stream' ? input.body.neverSent : input.neverSent) ?? []).filter(isFieldKey));

/**
 * Must be called in the transaction that stores the measured list. Another program may have stored an edit after the cost was shown and
 * before the list is marked as sent.
 * @throws INPUT_INVALID
 */
function assertAgreed(file: ProjectFile, input: EncodeInput): void {
  if (input.mode === 'stream' || input.agreed == null) return;
  const { edited, best } = input.agreed;
  if ((editCounts(file)?.stamp ?? null) === edited && (storedBest(file)?.rows ?? null) === best) return;
  throw new AppError(
    'INPUT_INVALID',
    'Another program changed the list just as it was being sent. Nothing was sent. Review the cost again.',
  );
}

export const encode: Task<'encode'> = async (input, context) => {
  const { options, format, mode } = input;
  const measuring = mode === 'measure';
  const file = input.mode === 'stream' ? openSentList(input.file, 'send', input.body) : new ProjectFile(input.file, 'write');
  try {
    const total = input.sheetLayout.rows;
    const numbers = new Uint32Array(measuring ? total : 0);
    const body = new RecordBytes();
    // Streaming uses what was measured, because a later version of the app may recognize other headings as record numbers.
    const isPseudonymous =
      input.mode === 'stream' ? input.body.ownIdsSha256 !== undefined : sendsPseudonyms(input.plan, input.sheetLayout.headers);
    const pseudonyms = isPseudonymous ? new Pseudonyms(input.file.key) : null;
    let rows = 0;
    let bytes = 0;
    const onRow = (rowNumber: number) => {
      if (measuring) {
        // A typed array silently ignores writes past its end.
        if (rows === total) throw new RangeError(`more rows are sent than the ${total} of the list`);
        numbers[rows] = rowNumber;
      }
      rows += 1;
    };
    const digest = createHash('sha256');
    const headings = headingsOf(input);
    const neverSent = neverSentOf(input);
    const written = { format, ...(headings !== null && { headings }), ...(neverSent.length > 0 && { neverSent }) };
    for (const _ of writeBody(body, recordsToSend(file, input, options, pseudonyms, neverSent), written, onRow)) {
      context.signal.throwIfAborted();
      bytes += body.length;
      if (!measuring) {
        await context.send(body.take());
        continue;
      }
      digest.update(body.written);
      body.length = 0;
      context.progress(rows, total, 'rows');
    }
    if (!measuring || rows === 0) return null;
    const plain = createHash('sha256');
    const isUsual = headings === null && neverSent.length === 0;
    if (pseudonyms !== null || !isUsual)
      for (const _ of writeBody(body, recordsToSend(file, input, options, null), { format }, () => undefined)) {
        context.signal.throwIfAborted();
        plain.update(body.written);
        body.length = 0;
      }
    const measured: Body = {
      rows,
      bytes,
      sha256: digest.digest('hex'),
      ...written,
      ...(pseudonyms !== null ? { ownIdsSha256: plain.digest('hex') } : !isUsual && { usualHeadingsSha256: plain.digest('hex') }),
    };
    file.transaction(() => {
      assertAgreed(file, input);
      writeSentRows(file, numbers.subarray(0, rows));
      storeMeasured(file, measured);
    });
    return measured;
  } finally {
    file.close();
  }
};
