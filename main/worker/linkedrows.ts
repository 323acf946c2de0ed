/**
 * Rows of one project in another: the refused ones taken out to be mended and sent again, and what came of them put back
 * beside the rest. Row numbers are those of the sheet in both, so that every row is known again.
 */
import { FIELD_KEYS, type FieldKey, isFieldKey } from '../../shared/constituent.ts';
import type { Json } from '../../shared/answers.ts';
import { createDraft } from '../../shared/mapping.ts';
import type { Counts } from '../../shared/project.ts';
import { RowBlock, RowBlockBuilder } from '../spreadsheet/rowblock.ts';
import { ProjectFile } from '../store/projectfile.ts';
import { Edits } from './edits.ts';
import { Records } from './records.ts';
import { type KeptError, ResultFile } from './resultfile.ts';
import { ProfileTexts, writeErrors, writeMatches } from './resultwrites.ts';
import { ScoreBlocks } from './scoreblocks.ts';
import { rowText, type Said, writeSaid } from './servicewords.ts';
import type { Task } from './task.ts';

type Correction = [row: number, field: FieldKey, value: string];

/** The corrections that a list has on a row. */
function correctionsOf(edits: Edits, row: number): Correction[] {
  const found: Correction[] = [];
  edits.apply(row, createDraft(), (_draft, field, text) => {
    found.push([row, FIELD_KEYS[field]!, text]);
  });
  return found;
}

function keepCorrections(file: ProjectFile, label: string, corrections: Correction[]): void {
  if (corrections.length > 0) new Edits(file).add(file, { kind: 'correct', label, corrections });
}

/** Sheet rows that were refused, with what the service said of each. */
function refusedRows(results: ResultFile): Map<number, readonly KeptError[]> {
  const refused = new Map<number, readonly KeptError[]>();
  results.rows.forEach((row, place) => {
    if (results.outcome(place) === 'refused') refused.set(row, results.errors().get(place) ?? []);
  });
  return refused;
}

const fieldIndex = (field: string | null) => (field !== null && isFieldKey(field) ? FIELD_KEYS.indexOf(field) : -1);

/** Writes row blocks of rows that are copied out of others. */
class RowCopies {
  private readonly file: ProjectFile;
  private readonly builder = new RowBlockBuilder();
  private seq = 0;
  private position = 0;

  constructor(file: ProjectFile) {
    this.file = file;
  }

  add(block: RowBlock, row: number): void {
    this.builder.beginRow(block.rowNumber(row), block.rowHidden(row));
    for (let column = 0; column < block.columnCount; column++) {
      const bytes = block.cellBytes(row, column);
      if (bytes.length > 0) this.builder.cellBytes(column, block.kind(row, column), bytes, 0, bytes.length);
    }
    if (this.builder.endRow()) this.flush();
  }

  flush(): void {
    const block = this.builder.finish();
    if (block === null) return;
    const { rowCount } = block;
    this.file.write(
      'rows',
      { seq: this.seq, first: this.position, count: rowCount, low: block.rowNumber(0), high: block.rowNumber(rowCount - 1) },
      block.bytes,
    );
    this.seq += 1;
    this.position += rowCount;
  }
}

/** The refused rows of `source` as a list of their own in `target`: heading, cells, corrections, and the service's words. */
export const derive: Task<'derive'> = async ({ source, target }, context) => {
  const from = new ProjectFile(source.file, 'read');
  const to = new ProjectFile(target, 'write');
  try {
    const refused = refusedRows(new ResultFile(from));
    const edits = new Edits(from);
    const records = new Records(source.plan, edits);
    const copies = new RowCopies(to);
    const said: Said[] = [];
    const corrections: Correction[] = [];
    const heading = source.reading.headerRow ?? 0;
    to.begin();
    to.clear('rows', 'findings', 'edits', 'list', 'profiles', 'scores', 'matches', 'rowErrors', 'said');
    for (const { place, bytes } of from.chunks('rows')) {
      context.signal.throwIfAborted();
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) {
        const rowNumber = block.rowNumber(row);
        const errors = refused.get(rowNumber);
        if (rowNumber > heading && errors === undefined) continue;
        copies.add(block, row);
        if (errors === undefined || rowNumber <= heading) continue;
        corrections.push(...correctionsOf(edits, rowNumber));
        const draft = records.of(block, row);
        for (const { field, message } of errors) {
          const index = fieldIndex(field);
          said.push({ row: rowNumber, field: index, words: message, sent: index < 0 ? rowText(draft) : draft.values[index]! });
        }
      }
      context.progress(place.first + place.count, source.reading.rows, 'rows');
    }
    copies.flush();
    writeSaid(to, said);
    keepCorrections(to, 'the corrections made before', corrections);
    to.commit();
    return await Promise.resolve({ rows: refused.size });
  } finally {
    to.rollback();
    to.close();
    from.close();
  }
};

/** Position of a sheet row in the rows that were sent, which stand in the order of the sheet; -1 when it is none of them. */
function placeIn(rows: Uint32Array, row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row ? low : -1;
}

/**
 * Puts what came of rows that were sent once more beside the other results of the project that they came out of: profiles,
 * scores, corrections, and what was refused again. Doing it twice changes nothing.
 */
export const join: Task<'join'> = async ({ source, target }) => {
  const from = new ProjectFile(source, 'read');
  const into = new ProjectFile(target, 'write');
  try {
    const mended = new ResultFile(from);
    const results = new ResultFile(into);
    const { matches, rows } = results;
    into.begin();
    const texts = new ProfileTexts(into, results.profiles);
    const scores = new ScoreBlocks(into, { columns: results.columns, profiles: results.profiles });
    const edits = new Edits(from);
    const corrections: Correction[] = [];
    const errors = new Map(results.errors());
    mended.rows.forEach((row, at) => {
      const place = placeIn(rows, row);
      if (place < 0 || matches[place] !== 0) return;
      const again = mended.errors().get(at);
      if (again !== undefined)
        errors.set(
          place,
          again.map((error) => ({ ...error, place })),
        );
      const profile = mended.matches[at]!;
      const json = profile === 0 ? null : mended.profileJson(profile);
      if (json === null) return;
      const number = texts.add(json);
      matches[place] = number;
      scores.add(number, JSON.parse(json) as Json);
      errors.delete(place);
      corrections.push(...correctionsOf(edits, row));
    });
    texts.finish();
    into.keep('scoreColumns', scores.finish(texts.count));
    writeMatches(into, matches);
    writeErrors(into, [...errors.values()].flat());
    keepCorrections(into, 'the corrections of rows that were sent again', corrections);
    into.commit();
    return await Promise.resolve(countsOf(new ResultFile(into)));
  } finally {
    into.rollback();
    into.close();
    from.close();
  }
};

function countsOf(results: ResultFile): Counts {
  const counts = { submitted: results.rows.length, scored: 0, refused: 0, unknown: 0, unmatched: 0 };
  for (let place = 0; place < results.rows.length; place++) counts[results.outcome(place)] += 1;
  return { ...counts, unmatched: results.profiles - counts.scored };
}
