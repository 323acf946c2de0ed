/** The events that the state machine of a project accepts. Times and names are part of the event. */
import type { Listed } from './identity.ts';
import type { Body, Choice, Counts, Observation, ProjectState } from './project-shapes.ts';

/** The outcome of a call that changes the service. A 429 is `not-sent`, because the service rejected the call. */
export type Delivery = 'not-sent' | 'refused' | 'unknown';

export type ProjectEvent =
  | { type: 'read' }
  | { type: 'unreadable'; code: string; message: string }
  | { type: 'read-again' }
  | { type: 'send' }
  | { type: 'prepared'; body: Body; nameOnService: string }
  | { type: 'not-prepared' }
  | { type: 'intend' }
  | { type: 'closing' }
  | { type: 'created'; remoteId: string }
  | { type: 'added' }
  /** `status`: of the answer; null without an answer. */
  | { type: 'failed'; delivery: Delivery; status: number | null; answer: string | null }
  /** Projects with our marker existed before we requested one. `remoteId`: of a single match; null when it has none. */
  | { type: 'found'; matches: number; remoteId: string | null }
  /** `after`: milliseconds since the previous search. `whole`: the list of projects was complete and named every project. */
  | { type: 'searched'; at: number; after: number; matches: number; remoteId: string | null; whole: boolean }
  /** `nameOnService`: the name that we gave the first service project. `listed`: what the list of projects shows, if it was read. */
  | { type: 'observed'; observation: Observation; nameOnService: string; listed?: Listed | null }
  | { type: 'observation-failed'; answer: string | null }
  | { type: 'started'; nextPollAt: number }
  | { type: 'polled'; observation: Observation; nextPollAt: number }
  /** Results are stored, but rows are missing. `after`: milliseconds since the previous fetch. */
  | { type: 'fell-short'; counts: Counts; missing: number; after: number }
  | { type: 'collected'; counts: Counts }
  /** The results of refused rows that were sent again are merged. */
  | { type: 'joined'; counts: Counts; from: string }
  /**
   * The results of a project that was not sent from here are stored. `name`: its name on the service; null for none. `isMarked`: whether a
   * program like this one gave that name.
   */
  | { type: 'adopted'; body: Body; remoteId: string; name: string | null; isMarked: boolean; counts: Counts }
  /** Profiles and row errors were read again. */
  | { type: 'fetched-again'; counts: Counts }
  /** The user joined profiles to rows by their order, or undid it. */
  | { type: 'order-joined'; counts: Counts }
  | { type: 'order-join-undone'; counts: Counts }
  | { type: 'token-refused' }
  | { type: 'token-given' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'cancel' }
  | { type: 'choose'; choice: Choice; nameOnService: string; now: number }
  | { type: 'restarted' };

/** The state does not accept the event. Nothing has changed. */
export class NotNow extends Error {
  constructor(state: ProjectState['at'], event: ProjectEvent['type']) {
    super(`"${event}" does not apply while the project is at "${state}"`);
    this.name = 'NotNow';
  }
}
