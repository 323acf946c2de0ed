/** The state of a connection by its last test or call, and its balance, as texts. */
import type { ConnectionView } from '../../shared/contract/index.ts';
import type { ErrorCode } from '../../shared/base/index.ts';
import { number } from './text.ts';

export type ConnectionState = 'noToken' | 'untested' | 'ready' | 'tokenRefused' | 'notReachable' | 'failed';

const NOT_REACHABLE: ReadonlySet<string> = new Set<ErrorCode>([
  'SERVICE_UNREACHABLE',
  'SERVICE_HOST_UNKNOWN',
  'SERVICE_CERTIFICATE',
  'PROXY_SIGN_IN',
  'PROXY_UNSUPPORTED',
  'SERVICE_TIMEOUT',
]);

export const CONNECTION_STATE_LABELS: Readonly<Record<ConnectionState, string>> = {
  noToken: 'Needs a token',
  untested: 'Untested',
  ready: 'Ready',
  tokenRefused: 'Token refused',
  notReachable: 'Not reachable',
  failed: 'Test failed',
};

export function connectionStateOf({ kind, token, testedAt, lastTest }: ConnectionView): ConnectionState {
  if (kind === 'live' && token === 'none') return 'noToken';
  // No test result is stored: never tested, or a later failure was cleared by a call that the service answered.
  if (lastTest === null) return testedAt === null ? 'untested' : 'ready';
  if (lastTest.failure === null) return 'ready';
  if (lastTest.failure.code === 'TOKEN_REFUSED') return 'tokenRefused';
  return NOT_REACHABLE.has(lastTest.failure.code) ? 'notReachable' : 'failed';
}

/** True when the last test or call failed. */
export const hasFailed = (state: ConnectionState): boolean => state === 'tokenRefused' || state === 'notReachable' || state === 'failed';

/** The remaining credits as text. */
export function balanceText(connection: ConnectionView): string {
  const { credits } = connection;
  if (credits === null) return 'Not read yet';
  if (credits.remaining !== null) return number(credits.remaining);
  return credits.raw ?? 'Not reported';
}
