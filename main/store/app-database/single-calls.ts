/** People who were screened individually, read from the journal. Their calls belong to a connection, not to a project. */
import type { JournalEntry, JournalEventOf } from '../../../shared/project/index.ts';
import type { ConnectionTable } from './connection-table.ts';
import type { JournalTable } from './journal-table.ts';
import type { Sql } from './sql.ts';

/** In milliseconds. Longer than any call outside bulk projects should take, including its repetitions. */
export const SINGLE_CALL_MS = 330_000;

const PREFIX = 'single:';
/** Sorts after every ID with the prefix. */
const END = 'single;';

/** The ID for the calls for single people over a connection, in the journal. */
const singleCallsOf = (connectionId: string): string => PREFIX + connectionId;

/** The connection of such an ID. */
const connectionOfSingleCalls = (id: string): string => id.slice(PREFIX.length);

/** The intent to screen one person. `person`: codes of `PersonCodes`. */
export interface SingleIntent {
  readonly what: JournalEventOf<'single'>['what'];
  readonly person: string[];
  readonly again: boolean;
}

/** A person who was screened individually. `at`: milliseconds since 1970. `unknown`: the call may have been charged. */
export interface SentAlone {
  readonly at: number;
  readonly outcome: 'done' | 'unknown';
}

/** A journal entry with the ID under which it is stored. */
interface SingleCallEntry {
  readonly id: string;
  readonly entry: Pick<JournalEntry, 'seq' | 'at' | 'event'>;
}

const isFreeOfCharge = (outcome: JournalEventOf<'single'>['outcome']): outcome is 'not-sent' | 'token' | 'refused' =>
  outcome !== 'done' && outcome !== 'unknown';

/** A call with the codes of its person. `isEnded`: its outcome was recorded. */
type SentPerson = SentAlone & { readonly id: string; readonly seq: number; readonly person: readonly string[]; readonly isEnded: boolean };

/** Why a person is not screened: an earlier call, or one in progress. */
interface SentAlready extends SentAlone {
  readonly isUnderWay: boolean;
}

/** The calls that may have been charged. `entries`: those of one account, in journal order. */
function sentPeople(entries: Iterable<SingleCallEntry>): SentPerson[] {
  const sent: SentPerson[] = [];
  for (const { id, entry } of entries) {
    const { seq, at, event } = entry;
    if (event.type === 'intend' && 'person' in event)
      // An intent without an outcome may have been charged.
      sent.push({ id, seq, person: event.person, at, outcome: 'unknown', isEnded: false });
    else if (event.type === 'single') {
      const codes = event.person.join(' ');
      const of = sent.findLastIndex((one) => one.id === id && !one.isEnded && one.person.join(' ') === codes);
      if (of >= 0) sent.splice(of, 1, ...(isFreeOfCharge(event.outcome) ? [] : [{ ...sent[of]!, outcome: event.outcome, isEnded: true }]));
    }
  }
  return sent;
}

export class SingleCalls {
  private readonly sql: Sql;
  private readonly journal: JournalTable;
  private readonly connections: ConnectionTable;

  constructor(sql: Sql, journal: JournalTable, connections: ConnectionTable) {
    this.sql = sql;
    this.journal = journal;
    this.connections = connections;
  }

  /**
   * The last call for this person over the same account that may have been charged; null if there is none. `person`: codes of
   * `PersonCodes`; one common code makes it the same person.
   */
  lastSent(connectionId: string, person: readonly string[]): SentAlone | null {
    const last = this.lastOf(connectionId, person);
    return last === undefined ? null : { at: last.at, outcome: last.outcome };
  }

  /**
   * The codes of the people who were screened individually over the account after `since` (milliseconds since 1970), each with the last
   * time. Includes everyone from the journal entry `first` on, even if the clock was behind then.
   */
  sentWithin(
    connectionId: string,
    { since, first }: { readonly since: number; readonly first: number | null },
  ): ReadonlyMap<string, number> {
    const recent = this.sent(connectionId).filter(({ at, seq }) => at > since || (first !== null && seq >= first));
    return new Map(recent.flatMap(({ person, at }) => person.map((code) => [code, at] as const)));
  }

  private lastOf(connectionId: string, person: readonly string[]): SentPerson | undefined {
    return this.sent(connectionId).findLast((one) => one.person.some((code) => person.includes(code)));
  }

  private sent(connectionId: string): SentPerson[] {
    const account = this.connections.accountOf(connectionId);
    return sentPeople(this.journal.entriesBetween(PREFIX, END).filter(({ id }) => account.has(connectionOfSingleCalls(id))));
  }

  /**
   * Records the intent to screen one person, unless this person was screened individually before. `again`: records it in any case, except
   * while another call is in progress, which the user cannot have seen. Returns the earlier call that prevents this one; null if the intent
   * is recorded.
   */
  intend(connectionId: string, at: number, { what, person, again }: SingleIntent): SentAlready | null {
    return this.sql.write(() => {
      const last = this.lastOf(connectionId, person);
      // If its program ended, a call has no outcome either, so only a recent one is in progress. The clock may have been set back since.
      const isUnderWay = last !== undefined && !last.isEnded && Math.abs(at - last.at) < SINGLE_CALL_MS;
      if (last !== undefined && (isUnderWay || !again)) return { at: last.at, outcome: last.outcome, isUnderWay };
      this.journal.add(singleCallsOf(connectionId), at, { type: 'intend', what, person });
      return null;
    });
  }

  /** Records the outcome of a call after `intend` recorded its intent. */
  end(connectionId: string, at: number, outcome: Omit<JournalEventOf<'single'>, 'type'>): void {
    this.journal.append(singleCallsOf(connectionId), at, { type: 'single', ...outcome });
  }

  /** True when a call was made over one of the connections at `since` (milliseconds since 1970) or later. */
  hasCallSince(connectionIds: ReadonlySet<string>, since: number): boolean {
    return this.journal.hasEntrySince([...connectionIds].map(singleCallsOf), since);
  }
}
