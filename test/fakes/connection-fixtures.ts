/** The connections of the fake desk, and its view of the application. */
import type { AppView, ConnectionView } from '../../shared/contract/index.ts';

const MINUTE = 60_000;

export const LIVE = 'live-fernhollow';
export const PRACTICE = 'practice';

/** The application with one connection in use. */
export function app(connectionId: string): AppView {
  return {
    version: '0.1.0',
    host: 'test',
    platform: 'linux',
    desktop: { progress: false, notifications: false },
    secrets: { kind: 'keychain', notice: null },
    runnerElsewhere: null,
    notice: null,
    connectionId,
    isNew: false,
    dismissed: [],
  };
}

/** A practice and a live connection, both tested a moment before `now` (milliseconds). */
export function connections(now: number): ConnectionView[] {
  return [
    {
      id: PRACTICE,
      name: 'Practice',
      kind: 'practice',
      baseUrl: 'http://127.0.0.1',
      version: '20240515',
      token: 'session',
      testedAt: now,
      credits: { remaining: 100_000, raw: null, readAt: now },
      settings: { listFormat: 'json', rowBase: 'find' },
      creditsPerRecord: 1,
      account: [PRACTICE],
      revisions: { terms: '' },
    },
    {
      id: LIVE,
      name: 'Fernhollow account',
      kind: 'live',
      baseUrl: 'https://api.screening.example',
      version: '20240515',
      token: 'kept',
      testedAt: now - 4 * MINUTE,
      credits: { remaining: 24_650, raw: null, readAt: now - 4 * MINUTE },
      settings: { listFormat: 'json', rowBase: 'find' },
      creditsPerRecord: 1,
      account: [LIVE],
      revisions: { terms: '' },
    },
  ];
}
