/** The facts behind a question that the user decides, and the phrases that questions, choices and evidence share. */
import { countText, numberText } from '../base/index.ts';
import type { Counts, ProjectState, Running } from './project-shapes.ts';
import { lastObservation } from './state-properties.ts';

export type Deciding = Extract<ProjectState, { at: 'needs-decision' }>;

/** Facts about the list that the state of the project does not contain. */
export interface ListFacts {
  /** Rows that are sent. */
  readonly rows: number;
  /** The estimated cost of screening the list; null when it is not known. */
  readonly credits: number | null;
  readonly isPractice: boolean;
}

export interface DecisionFacts extends ListFacts {
  /** How many start requests the service may have acted on. */
  readonly asked: number;
  /** The state from which the project continues. */
  readonly at: Running['at'];
  /** The number of projects on the service to which the list was sent, from 1. */
  readonly attempt: number;
  /** What the service answered: its status word, the reason for a refusal, or the project's name. */
  readonly answer: string | null;
  /** True when a copy of this data folder may be working on the same project. */
  readonly isFound: boolean;
  /** Rows of the project on the service at the last observation; null when it did not say. */
  readonly held: number | null;
  /** Counts of the stored results; null before there are any. */
  readonly counts: Counts | null;
  /** Rows whose results are missing. */
  readonly missing: number;
}

export function decisionFacts({ resume, answer }: Deciding, list: ListFacts): DecisionFacts {
  const { at } = resume;
  const collected = at === 'collecting' ? resume : null;
  return {
    ...list,
    asked: at === 'starting' ? resume.asked : at === 'processing' || at === 'collecting' ? (resume.asked ?? 1) : 0,
    at,
    attempt: 'attempt' in resume ? resume.attempt : 1,
    answer,
    isFound: 'found' in resume && resume.found === true,
    held: lastObservation(resume)?.totalRows ?? null,
    counts: collected?.counts ?? null,
    missing: collected?.missing ?? 0,
  };
}

/** "about 412 credits", or only "credits" without an estimate. */
export const creditsText = ({ credits: amount, isPractice }: DecisionFacts): string => {
  const unit = isPractice ? 'practice credit' : 'credit';
  return amount === null ? `${unit}s` : `about ${countText(amount, unit)}`;
};

/** "12 scored, 3 not accepted and 5 without a result of 20 rows". */
export const outcomesText = ({ submitted, scored, refused, unknown }: Counts): string =>
  `${numberText(scored)} scored, ${numberText(refused)} not accepted and ${numberText(unknown)} without a result of ${countText(submitted, 'row')}`;
