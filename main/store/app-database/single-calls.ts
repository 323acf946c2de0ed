/** People who were sent alone, read from the journal: their calls belong to a connection and to no project. */
import type { JournalEntry, JournalEventOf } from '../../../shared/project/journal.ts';

const PREFIX = 'single:';

/** The ID under which the journal has the calls for single people over a connection. */
export const singleCallsOf = (connectionId: string): string => PREFIX + connectionId;

/** The connection of such an ID. */
export const connectionOfSingleCalls = (id: string): string => id.slice(PREFIX.length);

/** The intent to send one person alone. `person`: codes of `PersonCodes`. */
export interface SingleIntent {
  readonly what: JournalEventOf<'single'>['what'];
  readonly person: string[];
  readonly again: boolean;
}

/** A person who was sent alone. `at`: milliseconds since 1970. `unknown`: the call may have been charged. */
export interface SentAlone {
  readonly at: number;
  readonly outcome: 'done' | 'unknown';
}

/** An entry of the journal with the ID under which it is stored. */
export interface SingleCallEntry {
  readonly id: string;
  readonly entry: Pick<JournalEntry, 'at' | 'event'>;
}

const isFreeOfCharge = (outcome: JournalEventOf<'single'>['outcome']): outcome is 'not-sent' | 'token' | 'refused' =>
  outcome !== 'done' && outcome !== 'unknown';

/**
 * The last sending of a person that may have been charged; null: none. `entries`: of one account, in journal order.
 * `person`: codes of `PersonCodes`; one that both have in common makes it the same person.
 */
export function lastSentAlone(entries: Iterable<SingleCallEntry>, person: readonly string[]): SentAlone | null {
  const sent: (SentAlone & { readonly id: string; readonly person: readonly string[] })[] = [];
  for (const { id, entry } of entries) {
    const { at, event } = entry;
    if (event.type === 'intend' && 'person' in event && event.person !== undefined)
      // An intent without an outcome may have been charged.
      sent.push({ id, person: event.person, at, outcome: 'unknown' });
    else if (event.type === 'single' && event.person !== undefined) {
      const codes = event.person.join(' ');
      const of = sent.findLastIndex((one) => one.id === id && one.outcome === 'unknown' && one.person.join(' ') === codes);
      if (of >= 0) sent.splice(of, 1, ...(isFreeOfCharge(event.outcome) ? [] : [{ ...sent[of]!, outcome: event.outcome }]));
    }
  }
  const last = sent.findLast((one) => one.person.some((code) => person.includes(code)));
  return last === undefined ? null : { at: last.at, outcome: last.outcome };
}
