/** The scores that one person of an open project has in other screenings, by constituent ID. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { EarlierView, HistoryView, ScoreColumn } from '../../../shared/contract/index.ts';
import type { ContractAsk, KnownScreening } from '../../worker-protocol/index.ts';
import { type ListIndex } from '../list/ordinals.ts';
import type { StoredRow } from '../list/stored-rows.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import { profileValues } from './person-view.ts';

/** Maximum number of columns in a person's history. */
const MAX_HISTORY_COLUMNS = 12;

const idOf = ({ records }: ScreeningReader, { block, row }: StoredRow): string =>
  records.of(block, row).values[FIELD_INDEX.constituentId]!.trim();

/** Yields each screening in which exactly one row has the ID. The screening is closed when the next one is requested. */
function* findId(
  id: string,
  screenings: readonly KnownScreening[],
): Generator<{ readonly from: KnownScreening; readonly other: ScreeningReader; readonly index: ListIndex }> {
  if (id === '') return;
  for (const from of screenings) {
    const other = new ScreeningReader(from.source);
    try {
      const index = other.find(id);
      if (index >= 0) yield { from, other, index };
    } finally {
      other.close();
    }
  }
}

/**
 * The newest profile of a person who was left out as unchanged; null if there is none. It is found by the same exact ID as in exports. A
 * merged row has the profile of the row that it was merged into.
 */
export function earlierView(screening: ScreeningReader, { row, baselines }: ContractAsk<'results.earlier'>): EarlierView | null {
  const standIn = screening.records.mergedInto(row) ?? row;
  const at = screening.blocks.find(standIn);
  if (at === null || listIndexOf(screening.results.rows, standIn) >= 0 || !screening.hasBaselineScores(at)) return null;
  for (const { from, other, index } of findId(idOf(screening, at), baselines)) {
    const { results } = other;
    const profile = results.matches[index]!;
    const json = profile === 0 ? null : results.profileJson(profile);
    if (json === null) continue;
    return { projectId: from.projectId, name: from.name, at: from.at, row: results.rows[index]!, ...profileValues(json, results.columns) };
  }
  return null;
}

/** The scores of the person in a row: in this list, if it sent the person, and in the other screenings. */
export function historyOf(
  screening: ScreeningReader,
  { row, finished, sent }: ContractAsk<'results.history'>,
  shown: readonly ScoreColumn[],
): HistoryView {
  const columns = shown.slice(0, MAX_HISTORY_COLUMNS);
  const keys = columns.map(({ key }) => key);
  const entries: HistoryView['entries'] = [];
  const add = ({ projectId, name, at }: Omit<KnownScreening, 'source'>, reader: ScreeningReader, index: ListIndex) => {
    if (reader.isNotPart(index)) return;
    const { results } = reader;
    const cells = reader.scores(index, keys);
    entries.push({ projectId, name, at, row: results.rows[index]!, outcome: results.outcome(index), cells });
  };
  const at = screening.blocks.find(row);
  if (at !== null) {
    const index = listIndexOf(screening.results.rows, row);
    if (index >= 0) add(sent, screening, index);
    for (const { from, other, index: there } of findId(idOf(screening, at), finished)) add(from, other, there);
  }
  entries.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return { columns: columns.map(({ key, title, type, best }) => ({ key, title, type, best })), entries };
}
