/** The parts of the profile in the service's answer for one person. */
import type { AnswerView } from '../../../shared/contract/index.ts';
import { PENDING_COLUMN } from '../../../shared/results/index.ts';
import type { AnswerEntry } from '../../components/index.ts';

export interface ScoreAnswer {
  /** The current scores, including the highlights; empty when there are none yet. */
  readonly now: readonly AnswerEntry[];
  /** True when the service has not completed the current scores. */
  readonly isNowPending: boolean;
  /** The date of the current scores, as the service reports it; null when it does not. */
  readonly scoredOn: string | null;
  /** The overall score and the capacity in dollars, if the answer has them. */
  readonly highlights: readonly AnswerEntry[];
  /** True while the service computes newer scores. */
  readonly isPending: boolean;
  /** The service's ID of the profile; null when the answer has none. */
  readonly profileId: string | null;
}

const NOW = 'mostRecentScore';
const PENDING = 'pendingScore';
const PROFILE_IDS = ['id', 'profileId', '_id'] as const;

function isFilled(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null && value !== false && value !== '';
  return Object.values(value).some(isFilled);
}

/** Whether the answer reports newer scores. Some services send an empty object when there are none. */
function hasPending(json: string): boolean {
  try {
    const profile: unknown = JSON.parse(json);
    return typeof profile === 'object' && profile !== null && PENDING in profile && isFilled(profile[PENDING]);
  } catch {
    return false;
  }
}

const isNumber = ({ value }: AnswerEntry): boolean => value !== '' && Number.isFinite(Number(value));

export function readScores({ values: entries, json }: AnswerView): ScoreAnswer {
  const of = entries.filter(({ key, value }) => key.startsWith(`${NOW}.`) && value !== '');
  const scored = of.find(({ key, value }) => /(date|scoredAt|scoredOn)/i.test(key) && /^\d{4}-\d{2}-\d{2}/.test(value));
  const overall = of.find((entry) => /overall/i.test(entry.key) && !/\.\d+\./.test(entry.key) && isNumber(entry));
  const capacity = of.find((entry) => /capacity/i.test(entry.key) && isNumber(entry) && Number(entry.value) >= 1000);
  const highlights = [overall, capacity].filter((entry) => entry !== undefined);
  return {
    now: of.filter((entry) => entry !== scored),
    isNowPending: entries.some(({ key }) => key === PENDING_COLUMN),
    scoredOn: scored?.value.slice(0, 10) ?? null,
    highlights,
    isPending: hasPending(json),
    profileId: PROFILE_IDS.map((id) => entries.find(({ key }) => key === id)?.value).find((id) => id !== undefined && id !== '') ?? null,
  };
}
