/** The connections of the fake desk, and its view of the application. */
import type { AppView, ConnectionView, ReportedBalance } from '../../shared/contract/index.ts';

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
    continued: null,
    proxy: null,
    policy: null,
    isNew: false,
    dismissed: [],
  };
}

/** A practice and a live connection, both tested shortly before `now` (milliseconds). */
export function connections(now: number): ConnectionView[] {
  return [
    {
      id: PRACTICE,
      name: 'Practice',
      kind: 'practice',
      isOffered: false,
      baseUrl: 'http://127.0.0.1',
      version: '20240515',
      token: 'session',
      testedAt: now,
      lastTest: { at: now, ms: 40, failure: null },
      screenings: 3,
      credits: { remaining: 100_000, raw: null, readAt: now },
      settings: { listFormat: 'json', rowBase: 'find' },
      headingAnswer: null,
      creditsPerRecord: 1,
      account: [PRACTICE],
      revisions: { terms: '', balance: '' },
    },
    {
      id: LIVE,
      name: 'Fernhollow account',
      kind: 'live',
      isOffered: false,
      baseUrl: 'https://api.screening.example',
      version: '20240515',
      token: 'kept',
      testedAt: now - 4 * MINUTE,
      lastTest: { at: now - 4 * MINUTE, ms: 412, failure: null },
      screenings: 6,
      credits: { remaining: 24_650, raw: null, readAt: now - 4 * MINUTE },
      settings: { listFormat: 'json', rowBase: 'find' },
      headingAnswer: null,
      creditsPerRecord: 1,
      account: [LIVE],
      revisions: { terms: '', balance: '' },
    },
  ];
}

/** Connections in every other state. */
export function troubledConnections(now: number): ConnectionView[] {
  const [live] = connections(now).filter(({ kind }) => kind === 'live');
  const failed = (code: string, message: string) => ({ at: now - 2 * MINUTE, ms: 900, failure: { code, message } });
  const other = (id: string, name: string, baseUrl: string): ConnectionView => ({
    ...live!,
    id,
    name,
    baseUrl,
    testedAt: null,
    lastTest: null,
    credits: null,
    creditsPerRecord: null,
    screenings: 0,
    account: [id],
  });
  return [
    {
      ...other('riverside', 'Riverside account', 'https://api.riverside.example'),
      credits: { remaining: 8120, raw: null, readAt: now - 24 * 24 * 60 * MINUTE },
      lastTest: failed('TOKEN_REFUSED', 'The service refused the token (401).'),
    },
    {
      ...other('hillcrest', 'Hillcrest trial', 'https://trial.hillcrest.example'),
      token: 'session',
      lastTest: failed(
        'SERVICE_HOST_UNKNOWN',
        'There is no computer named “trial.hillcrest.example”. Check the address, and that you are online.',
      ),
    },
    {
      ...other('northgate', 'Northgate account', 'https://api.screening.example'),
      settings: { listFormat: 'csv', rowBase: 'find' },
      headingAnswer: {
        notUnderstood: ['primaryFirst', 'primaryLast', 'postalCode'],
        expected: { primaryFirst: 'First', primaryLast: 'Surname' },
      },
    },
  ];
}

const DAY = 24 * 60 * MINUTE;

/** The balances of the live connection, with one purchase and several screenings. The practice connection has one balance, others have none. */
export function balances(connectionId: string, now: number): ReportedBalance[] {
  if (connectionId === PRACTICE) return [{ at: now, remaining: 100_000 }];
  if (connectionId !== LIVE) return [];
  const seen: readonly (readonly [daysAgo: number, remaining: number])[] = [
    [82, 12_400],
    [71, 9_180],
    [60, 3_050],
    [58, 43_050],
    [44, 34_214],
    [31, 32_090],
    [9, 24_962],
  ];
  return [...seen.map(([daysAgo, remaining]) => ({ at: now - daysAgo * DAY, remaining })), { at: now - 4 * MINUTE, remaining: 24_650 }];
}
