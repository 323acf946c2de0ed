/** The facts behind a question that a person decides, and the phrases that questions, choices and evidence share. */
import { countText, numberText } from '../base/text.ts';
import type { Counts, ProjectState, Running } from './project-shapes.ts';

/** A project that waits for a person. */
export type Deciding = Extract<ProjectState, { at: 'needs-decision' }>;

/** Facts of the list that its state does not contain. */
export interface ListFacts {
  /** Rows that are sent. */
  readonly rows: number;
  /** What screening the list is estimated to cost; null when it is not known. */
  readonly credits: number | null;
  readonly isPractice: boolean;
}

/** What the words are made of. */
export interface DecisionFacts extends ListFacts {
  /** How often the service was asked to start in a way that it may have acted on. */
  readonly asked: number;
  /** The state that the project goes on from. */
  readonly at: Running['at'];
  /** What the service said: its status word, the reason of a refusal, or the name of the project. */
  readonly answer: string | null;
  /** True when a copy of this data folder may be at work on the same service project. */
  readonly isFound: boolean;
  /** What is kept of the results; null before there are any. */
  readonly counts: Counts | null;
  /** Rows whose results have not come. */
  readonly missing: number;
}

/** The facts of a question. */
export function decisionFacts({ resume, answer }: Deciding, list: ListFacts): DecisionFacts {
  const { at } = resume;
  const collected = at === 'collecting' ? resume : null;
  return {
    ...list,
    asked: at === 'starting' ? resume.asked : at === 'processing' || at === 'collecting' ? (resume.asked ?? 1) : 0,
    at,
    answer,
    isFound: 'found' in resume && resume.found === true,
    counts: collected?.counts ?? null,
    missing: collected?.missing ?? 0,
  };
}

/** The estimate in credits; without one, the word only. */
export const creditsText = ({ credits: amount, isPractice }: DecisionFacts): string => {
  const unit = isPractice ? 'practice credit' : 'credit';
  return amount === null ? `${unit}s` : countText(amount, unit);
};

/** "12 scored, 3 refused and 5 unknown of 20 rows". */
export const outcomesText = ({ submitted, scored, refused, unknown }: Counts): string =>
  `${numberText(scored)} scored, ${numberText(refused)} refused and ${numberText(unknown)} unknown of ${countText(submitted, 'row')}`;
