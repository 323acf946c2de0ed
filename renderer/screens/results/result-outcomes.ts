/** The outcomes of rows: their texts, their counts, and which of them have a tab. */
import { Outcome } from '../../../shared/results/index.ts';
import type { ResultsView } from '../../../shared/contract/index.ts';
import { dispositionText } from '../../../shared/rows/index.ts';
import { flawSentences, NOT_PART, notReadSentence, unplacedSentence } from '../../../shared/view-texts/index.ts';
import { count, number } from '../../format/index.ts';

interface OutcomeTexts {
  readonly tab: string;
  /** Shown when there are no rows. */
  readonly empty: string;
  /** The meaning of the outcome, shown above its rows: for one row, and for several. */
  readonly note: readonly [one: string, several: string] | null;
}

const OUTCOME_TEXTS: Readonly<Record<Outcome, OutcomeTexts>> = {
  scored: { tab: 'All scored', empty: 'No row was scored.', note: null },
  refused: {
    tab: 'Not accepted',
    empty: 'The service accepted every row.',
    note: [
      'The service found an error in this row and gave it no scores. Fix it and send it again. You pay only for the fixed row.',
      'The service found an error in these rows and gave them no scores. Fix them and send them again. You pay only for the fixed rows.',
    ],
  },
  unknown: {
    tab: 'Without a result',
    empty: 'The outcome of every row is known.',
    note: [
      'This row was sent, and neither a score nor an error came back for it. It may have been charged. Fetching the results again costs nothing and may bring it.',
      'These rows were sent, and neither a score nor an error came back for them. They may have been charged. Fetching the results again costs nothing and may bring them.',
    ],
  },
  leftOut: {
    tab: 'Left out',
    empty: 'Every row of the file was sent.',
    note: ['This row of your file was not sent and not charged.', 'These rows of your file were not sent and not charged.'],
  },
  notChosen: {
    tab: dispositionText('notChosen').label,
    empty: 'Everyone who could be sent was chosen.',
    note: [
      'Other people came first, so this one was not sent and not charged. “Screen the rest” under Details sends the row later.',
      'Other people came first, so these were not sent and not charged. “Screen the rest” under Details sends them later.',
    ],
  },
  unmatched: {
    tab: 'Without a row',
    empty: 'Every returned profile belongs to a row.',
    note: [
      'The service returned this profile, but we cannot prove which row of your file it belongs to: the ID is missing or changed. It is kept here and in the workbook, but not next to a row.',
      'The service returned these profiles, but we cannot prove which row of your file they belong to: the ID is missing or changed. They are kept here and in the workbook, but not next to a row.',
    ],
  },
};

/** For rows of the file that were not part of an adopted project, in place of those about rows without a result. */
const NOT_PART_TEXTS: OutcomeTexts = {
  tab: NOT_PART,
  empty: OUTCOME_TEXTS.unknown.empty,
  note: [
    'This row of the file was not in the project that was adopted from the service. It was neither sent nor charged with it.',
    'These rows of the file were not in the project that was adopted from the service. They were neither sent nor charged with it.',
  ],
};

/** The texts about an outcome in this list. */
export const outcomeTexts = ({ notPart }: Pick<ResultsView, 'notPart'>, outcome: Outcome): OutcomeTexts =>
  outcome === 'unknown' && notPart > 0 ? NOT_PART_TEXTS : OUTCOME_TEXTS[outcome];

export const rowsOf = (results: ResultsView, outcome: Outcome): number =>
  outcome === 'notChosen'
    ? results.notChosen
    : outcome === 'leftOut'
      ? results.leftOut - results.notChosen
      : results.counts[outcome] - (outcome === 'scored' ? results.judgedWrong : 0);

/** How the number of listed people results from the number of scored people; null if nobody was judged wrong. */
const judgedSentence = (results: ResultsView): string | null =>
  results.judgedWrong === 0
    ? null
    : `${number(results.counts.scored)} scored − ${number(results.judgedWrong)} judged wrong = ${number(rowsOf(results, 'scored'))}`;

/** The outcomes that have a tab: those with rows, the open one, and `scored`. */
export const outcomesWithTab = (results: ResultsView, open: Outcome): readonly Outcome[] =>
  Outcome.options.filter(
    (one) => one === 'scored' || one === open || rowsOf(results, one) > 0 || (one === 'refused' && results.unplaced > 0),
  );

export const peopleText = (total: number, outcome: Outcome): string =>
  outcome === 'unmatched' ? count(total, 'profile') : count(total, 'person', 'people');

/** The notes about an outcome above its rows, as paragraphs. */
export function outcomeNotes(results: ResultsView, outcome: Outcome): readonly string[] {
  const { note } = outcomeTexts(results, outcome);
  const rows = rowsOf(results, outcome);
  const notes = note !== null && rows > 0 ? [note[rows === 1 ? 0 : 1]] : [];
  if (outcome === 'unmatched' || outcome === 'unknown') return [...notes, ...flawSentences(results)];
  if (outcome === 'scored') return [judgedSentence(results), ...notes, notReadSentence(results)].filter((one) => one !== null);
  if (outcome !== 'refused') return notes;
  const unplaced = unplacedSentence(results.unplaced, results.counts.refused);
  const rowBase = results.rowBase === null ? null : `How we read the service’s row numbers: ${results.rowBase}`;
  return [...notes, unplaced, rowBase].filter((one) => one !== null);
}

/** The text of a list without rows. With refusals that name no known row, the count of refused rows may be wrong. */
export const emptyText = (results: ResultsView, outcome: Outcome): string =>
  outcome === 'refused' && results.unplaced > 0 ? 'We do not know of a row that was not accepted.' : outcomeTexts(results, outcome).empty;
