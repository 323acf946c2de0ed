/** Joins an answer to a list without files: sent rows, profiles and refusals as JSON values; returns which belong together. */
import { Joining } from '../../main/worker/collect/joining.ts';
import type { Base } from '../../main/worker/collect/row-numbering.ts';
import { SentIds } from '../../main/worker/collect/sent-ids.ts';
import { readProfileKeys } from '../../shared/results/profile-keys.ts';
import { readRowErrors } from '../../shared/results/row-errors.ts';
import { parseJson } from '../../shared/results/json.ts';
import { NAME_KEY, nameKey } from '../../shared/results/name-echo.ts';

export const LIST = ['A', 'B', 'C', 'D', 'E', 'F'];
export const NO_MATCHES = [null, null, null, null, null, null];
export const ofId = (constituentId: unknown, more: object = {}) => ({ constituentId, ...more });
export const ofRow = (row: number, more: object = {}) => ({ row, ...more });
export const ofRows = (...rows: number[]) => rows.map((row) => ofRow(row));
export const refusal = (message: string, more: object = {}) => ({ message, ...more });

export interface SentRow {
  readonly id: string;
  readonly first?: string;
  readonly last?: string;
}

export interface AnswerToJoin {
  /** JSON texts, or values to write as JSON. */
  readonly profiles?: readonly unknown[];
  readonly errors?: readonly unknown[];
  readonly validRows?: number | null;
  readonly set?: Base | 'find';
  /** For a list that was not sent from here. */
  readonly rowNumbers?: 'with-ids' | 'ignored';
}

export interface JoinedAnswer {
  /** Per row the index of its profile, or null. */
  readonly profiles: readonly (number | null)[];
  /** Per row the messages of its refusals. */
  readonly refusals: readonly (readonly string[])[];
  /** Messages of refusals without a row. */
  readonly unplacedRefusals: readonly string[];
  readonly said: string | null;
  readonly unplaced: number;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Joins an answer to rows, given as IDs or with names. */
export function joinAnswer(rows: readonly (string | SentRow)[], answer: AnswerToJoin): JoinedAnswer {
  const sent = rows.map((row) => (typeof row === 'string' ? { id: row } : row));
  const texts = (answer.profiles ?? []).map(textOf);
  const keys = Buffer.alloc(sent.length * NAME_KEY, ' ');
  for (const [place, { first = '', last = '' }] of sent.entries()) keys.write(nameKey(first, last) ?? '', place * NAME_KEY, 'latin1');
  const joining = new Joining(
    new SentIds(
      sent.map(({ id }) => id),
      sent.length,
    ),
    { names: () => keys, areSame: (one, other) => texts[one - 1] === texts[other - 1] },
  );
  const profileKeys = texts.map((text) => readProfileKeys(parseJson(text)));
  joining.take(1, {
    ids: profileKeys.map((one) => one.constituentId),
    rows: profileKeys.map((one) => one.row),
    names: profileKeys.map((one) => one.name),
  });
  const errors = (answer.errors ?? []).flatMap((error) => readRowErrors(parseJson(textOf(error))));
  const joined = joining.resolve(errors, answer.validRows ?? null, answer.set ?? 'find', answer.rowNumbers);
  return {
    profiles: Array.from(joining.matches, (profile) => (profile === 0 ? null : profile - 1)),
    refusals: sent.map((_, at) => joined.errors.filter(({ index }) => index === at).map(({ message }) => message)),
    unplacedRefusals: joined.errors.filter(({ index }) => index < 0).map(({ message }) => message),
    said: joined.numbering.sentence,
    unplaced: joined.unplaced,
  };
}
