/** The scores that one person of an open project has in other screenings, by constituent ID. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { AskOf, HistoryEntry, ListSource, PriorProfile } from '../../worker-protocol/index.ts';
import type { StoredRow } from '../list/stored-rows.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import { profileValues } from './person-view.ts';

const idOf = ({ records }: ScreeningReader, { block, row }: StoredRow): string =>
  records.of(block, row).values[FIELD_INDEX.constituentId]!.trim();

/** Where exactly one row of a screening has the ID. A screening is open until the next one. */
function* findId(
  id: string,
  others: readonly ListSource[],
): Generator<{ readonly list: number; readonly other: ScreeningReader; readonly index: number }> {
  if (id === '') return;
  for (const [list, source] of others.entries()) {
    const other = new ScreeningReader(source);
    try {
      const index = other.find(id);
      if (index >= 0) yield { list, other, index };
    } finally {
      other.close();
    }
  }
}

/**
 * The newest profile of a person who was left out as unchanged; null without one. Exports find it by the same exact ID. A merged row has
 * the profile of the row that it is merged into.
 */
export function priorProfile(screening: ScreeningReader, { row, others }: AskOf<'query', 'priorScores'>): PriorProfile | null {
  const standIn = screening.records.mergedInto(row) ?? row;
  const at = screening.blocks.find(standIn);
  if (at === null || listIndexOf(screening.results.rows, standIn) >= 0 || !screening.hasBaselineScores(at)) return null;
  for (const { list, other, index } of findId(idOf(screening, at), others)) {
    const { results } = other;
    const profile = results.matches[index]!;
    const json = profile === 0 ? null : results.profileJson(profile);
    if (json !== null) return { list, row: results.rows[index]!, ...profileValues(json, results.columns) };
  }
  return null;
}

/** The scores of the person of a row: in this list, if it sent the person, then in the other lists. */
export function historyOf(screening: ScreeningReader, { row, others, columns }: AskOf<'query', 'history'>): HistoryEntry[] {
  const at = screening.blocks.find(row);
  if (at === null) return [];
  const entryOf = (list: number, reader: ScreeningReader, index: number): HistoryEntry => ({
    list,
    row: reader.results.rows[index]!,
    outcome: reader.results.outcome(index),
    cells: reader.scores(index, columns),
  });
  const index = listIndexOf(screening.results.rows, row);
  const entries = index < 0 ? [] : [entryOf(-1, screening, index)];
  for (const { list, other, index } of findId(idOf(screening, at), others)) entries.push(entryOf(list, other, index));
  return entries;
}
