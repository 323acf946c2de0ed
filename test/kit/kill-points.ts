/** The moments at which tests kill the application. */
import type { Step } from '../../practice/faults.ts';
import type { ChangingCall, JournalEvent, JournalEventName } from '../../shared/project/journal.ts';

/** An entry of the journal; each call has its own intent. */
export type JournalMoment = Exclude<JournalEventName, 'intend'> | `intend-${ChangingCall}`;

export const momentOf = (event: JournalEvent): JournalMoment => (event.type === 'intend' ? `intend-${event.what}` : event.type);

/**
 * Progress of a request: connection open, head passed, half of the body, all but the last byte, everything; the answer arrived but is held
 * back, the answer was passed on.
 */
export const WIRE_PLACES = ['connected', 'head', 'half', 'last', 'whole', 'answered', 'delivered'] as const;
export type WirePlace = (typeof WIRE_PLACES)[number];
export type WireStep = Step | 'other';

/** A moment in a project's run: an entry of its journal or a request on the wire. Occurrences count from 1. */
export type KillPoint =
  | { readonly kind: 'journal'; readonly event: JournalMoment; readonly occurrence: number; readonly at: 'before' | 'after' }
  | { readonly kind: 'wire'; readonly step: WireStep; readonly occurrence: number; readonly at: WirePlace };

export const pointName = (point: KillPoint): string =>
  `${point.kind} ${point.kind === 'wire' ? point.step : point.event} ${point.occurrence} ${point.at}`;
