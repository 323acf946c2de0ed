/** The list as the exact bytes of the request body (section 4, #4): measured first, then made again byte for byte while it is sent. */
import { createHash } from 'node:crypto';
import { CSV_HEADER, recordCsv, recordJson } from '../../../shared/mapping/mapping.ts';
import type { Body } from '../../../shared/project/project.ts';
import { RowBlock } from '../../spreadsheet/rowblock.ts';
import { ProjectFile } from '../../store/projectfile.ts';
import { Edits } from '../check/edits.ts';
import { FoundRows } from '../check/findings.ts';
import type { ListRecipe, SendChoice } from '../messages.ts';
import { Records } from '../records.ts';
import type { Task } from '../task.ts';

/** Bytes that are handed over at once. */
const PART = 64 * 1024;
/** Rows of a chunk of the list of rows sent. */
const LIST_CHUNK = 65_536;

/** One row that is sent: its sheet row and its record, ready to be written. */
interface Sent {
  readonly rowNumber: number;
  readonly text: string;
}

/** The rows that are sent, in the order of the sheet; the same rows and texts however often it is asked. */
export function* sentRows(
  file: ProjectFile,
  recipe: Pick<ListRecipe, 'plan'>,
  choice: SendChoice,
  format: Body['format'],
): Generator<Sent[]> {
  const edits = new Edits(file);
  const records = new Records(recipe.plan, edits);
  const write = format === 'csv' ? recordCsv : recordJson;
  const found = new FoundRows(file);
  let left = choice.limit ?? Number.POSITIVE_INFINITY;
  for (const { place, bytes } of file.chunks('rows')) {
    const block = new RowBlock(bytes);
    const findings = found.of(place.seq);
    if (findings === null) throw new RangeError(`findings of chunk ${place.seq} are missing`);
    const sent: Sent[] = [];
    for (let row = 0; row < block.rowCount && left > 0; row++) {
      if (!findings.isSent(row, choice)) continue;
      left -= 1;
      sent.push({ rowNumber: block.rowNumber(row), text: write(records.sent(block, row)) });
    }
    if (sent.length > 0) yield sent;
    if (left <= 0) return;
  }
}

/** The body's texts in order, and each row that is in them. */
function* bodyTexts(
  file: ProjectFile,
  recipe: ListRecipe,
  choice: SendChoice,
  format: Body['format'],
  row: (rowNumber: number) => void,
): Generator<string> {
  const json = format === 'json';
  yield json ? '{"scoreProfiles":[' : `${CSV_HEADER}\n`;
  let first = true;
  for (const rows of sentRows(file, recipe, choice, format)) {
    let text = '';
    for (const sent of rows) {
      text += json ? (first ? sent.text : `,${sent.text}`) : `${sent.text}\n`;
      first = false;
      row(sent.rowNumber);
    }
    yield text;
  }
  if (json) yield ']}';
}

export const encode: Task<'encode'> = async (input, context) => {
  const { choice, format, mode } = input;
  const measuring = mode === 'measure';
  const file = new ProjectFile(input.file, measuring ? 'write' : 'read');
  try {
    const total = input.reading.rows;
    const digest = measuring ? createHash('sha256') : null;
    const numbers = new Uint32Array(total);
    let rows = 0;
    let bytes = 0;
    let held: Buffer[] = [];
    let heldBytes = 0;
    for (const text of bodyTexts(file, input, choice, format, (rowNumber) => {
      numbers[rows++] = rowNumber;
    })) {
      context.signal.throwIfAborted();
      const part = Buffer.from(text, 'utf8');
      bytes += part.length;
      if (digest === null) {
        held.push(part);
        heldBytes += part.length;
        if (heldBytes >= PART) {
          await context.give(Buffer.concat(held, heldBytes));
          held = [];
          heldBytes = 0;
        }
      } else {
        digest.update(part);
        context.progress(rows, total, 'rows');
      }
    }
    if (digest === null) {
      if (heldBytes > 0) await context.give(Buffer.concat(held, heldBytes));
      return null;
    }
    if (rows === 0) return null;
    writeList(file, numbers.subarray(0, rows));
    return { rows, bytes, sha256: digest.digest('hex'), format };
  } finally {
    file.close();
  }
};

/** Keeps which sheet row stands at which place of the list: results come back by place or by id. */
export function writeList(file: ProjectFile, numbers: Uint32Array): void {
  file.transaction(() => {
    file.clear('list');
    for (let first = 0, seq = 0; first < numbers.length; first += LIST_CHUNK, seq++) {
      const part = numbers.slice(first, first + LIST_CHUNK);
      file.write('list', { seq, first, count: part.length, low: part[0]!, high: part.at(-1)! }, new Uint8Array(part.buffer));
    }
  });
}

/** The sheet rows of the list that was sent, by place from 0. */
export function readList(file: ProjectFile): Uint32Array {
  const places = file.places('list');
  const numbers = new Uint32Array(places.reduce((sum, { count }) => sum + count, 0));
  for (const { place, bytes } of file.chunks('list')) numbers.set(new Uint32Array(new Uint8Array(bytes).buffer), place.first);
  return numbers;
}
