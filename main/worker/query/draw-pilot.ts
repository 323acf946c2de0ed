/** Draws the people of a pilot. Reads each row that can be sent, once. */
import { AppError } from '../../../shared/base/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import {
  type BestOutcome,
  type OrderSettings,
  DECILES,
  LEAST_FOR_DECILES,
  PILOT,
  type PilotPerson,
  pilotOf,
  ranked,
  strataOf,
} from '../../../shared/order/index.ts';
import { readinessOf } from '../../../shared/rows/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import type { BestAsk, Work } from '../../worker-protocol/index.ts';
import { BEST } from '../list/best-rows.ts';
import type { CheckedList } from './checked-list.ts';
import { amountOf, eachSendable } from './sendable-people.ts';

const { rfmTotalGiftValue: TOTAL, state: STATE, constituentId: ID } = FIELD_INDEX;
/** Ready without corrections, ready because of corrections, and everyone else. */
const READINESS = { asItCame: 0, corrected: 1, other: 2 } as const;

interface PilotAsk extends BestAsk {
  readonly settings: OrderSettings;
  readonly by: Extract<OrderSettings['by'], { kind: 'pilot' }>;
}

const centsOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + Math.round((amount || 0) * 100), 0) / 100;

/** By person, the decile of their giving, from 1 for the largest; 0 for people who gave nothing, and for all in a short list. */
function givingDeciles(totals: readonly number[]): Uint8Array {
  const deciles = new Uint8Array(totals.length);
  if (totals.length < LEAST_FOR_DECILES) return deciles;
  const order = ranked(Float64Array.from(totals, (total) => total || 0));
  let from = 0;
  for (const [at, end] of strataOf(totals.length).entries()) {
    for (; from < end; from++) if (totals[order[from]!]! > 0) deciles[order[from]!] = Math.min(at, DECILES.length - 1) + 1;
  }
  return deciles;
}

/**
 * Same as `orderPeople`, for a pilot.
 * @throws INPUT_INVALID for a column that does not exist; the reason of the signal
 */
export function drawPilot(
  list: CheckedList,
  headers: readonly string[],
  { settings, by, options, before }: PilotAsk,
  work: Work,
): { readonly rows: Uint8Array; readonly outcome: BestOutcome } {
  const heading = by.column === null ? null : headers[by.column];
  if (heading === undefined)
    throw new AppError('INPUT_INVALID', 'The list has no such column. Choose another column for the people you know.');
  const ids = new Set(by.ids.map(idKeyOf));
  const named = new Set(by.rows);
  const found = new Set<string | number>();
  const sheetRows: number[] = [];
  const people: PilotPerson[] = [];
  eachSendable(list, options, [TOTAL, STATE, ID], work, ({ row, facts, record: { values }, block, inBlock }) => {
    const id = values[ID] === '' ? null : idKeyOf(values[ID]!);
    if (id !== null && ids.has(id)) found.add(id);
    if (named.has(row)) found.add(row);
    const isReady = readinessOf(facts) === 'ready';
    sheetRows.push(row);
    people.push({
      readiness: isReady ? (list.edits.isCorrected(row) ? READINESS.corrected : READINESS.asItCame) : READINESS.other,
      total: amountOf(values[TOTAL]!),
      state: values[STATE]!,
      isKnown: (id !== null && ids.has(id)) || named.has(row) || (by.column !== null && block.text(inBlock, by.column).trim() !== ''),
    });
  });
  const size = settings.cut.kind === 'people' ? settings.cut.people : people.length;
  const marks = pilotOf(people, { size, seed: settings.seed });
  const totals = people.map(({ total }) => total);
  const deciles = givingDeciles(totals);
  const rows = new Uint8Array(sheetRows.reduce((most, row) => Math.max(most, row), 0) + 1);
  let [known, drawn] = [0, 0];
  for (const [person, mark] of marks.entries()) {
    if (mark === PILOT.known) known += 1;
    if (mark === PILOT.drawn) drawn += 1;
    const choice = mark === PILOT.no ? BEST.notChosen : mark === PILOT.known ? BEST.chosen | BEST.known : BEST.chosen;
    rows[sheetRows[person]!] = choice | deciles[person]!;
  }
  const chosen = known + drawn;
  return {
    rows,
    outcome: {
      settings,
      heading,
      column: null,
      without: [],
      people: people.length,
      chosen,
      sampled: 0,
      notChosen: people.length - chosen,
      tied: 0,
      giving: centsOf(totals),
      givingChosen: centsOf(totals.filter((_, person) => marks[person] !== PILOT.no)),
      deciles: null,
      pilot: {
        known,
        drawn,
        named: people.filter(({ isKnown }) => isKnown).length,
        notFound: ids.size + named.size - found.size,
      },
      before: before === null || before === chosen ? null : before,
    },
  };
}
