/** Requests without a usable answer: the kind of failure, and whether the service may have received them. */

/** True for an endpoint that the service does not have. 404 can also mean that it has no such project or record. */
export const isMissingEndpoint = (status: number | null | undefined): boolean =>
  status === 404 || status === 405 || status === 410 || status === 501;

export type FailureKind =
  | 'host-unknown'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'not-http'
  | 'proxy'
  | 'proxy-password'
  | 'proxy-unreachable'
  | 'connect-timeout'
  | 'answer-timeout'
  | 'stalled'
  | 'broken'
  | 'redirected'
  | 'body'
  | 'stopped';

/** A proxy on the way, without the credentials that its URL may hold. */
export interface ProxySeen {
  /** Host and port. */
  readonly address: string;
  /** Its URL holds a user name. */
  readonly hasUser: boolean;
  /** Its answer to CONNECT, with the schemes of authentication that it offers; null without one, and for SOCKS. */
  readonly answer: { readonly status: number; readonly schemes: readonly string[] } | null;
}

interface RequestFailedOptions extends ErrorOptions {
  readonly status?: number;
  readonly proxy?: ProxySeen | null;
}

/**
 * A request without a usable answer. `sent` false: not one byte of it was written, so the service cannot have received it. `sent` true:
 * the service may have acted on it.
 */
export class RequestFailed extends Error {
  readonly kind: FailureKind;
  readonly sent: boolean;
  /** The status of a redirect; null for any other failure. */
  readonly status: number | null;
  /** Null for a direct connection. */
  readonly proxy: ProxySeen | null;
  /** Addresses of the proxies that could not be reached before. */
  unreached: readonly string[] = [];

  constructor(kind: FailureKind, sent: boolean, message: string, options: RequestFailedOptions = {}) {
    super(message, options);
    this.name = 'RequestFailed';
    this.kind = kind;
    this.sent = sent;
    this.status = options.status ?? null;
    this.proxy = options.proxy ?? null;
  }
}

const CODES: ReadonlyMap<string, FailureKind> = new Map([
  ['UND_ERR_ABORTED', 'stopped'],
  ['ENOTFOUND', 'host-unknown'],
  ['EAI_AGAIN', 'host-unknown'],
  ['EAI_NODATA', 'host-unknown'],
  ['ECONNREFUSED', 'refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'answer-timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'stalled'],
  ['UND_ERR_PRX_TLS', 'proxy'],
  ['EPROTO', 'not-http'],
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
]);

const CERTIFICATE = /^(CERT_|ERR_TLS_CERT|UNABLE_TO_(GET|VERIFY|DECRYPT)|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE))/;

export function classify(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'broken';
  const { code: given } = error as { readonly code?: unknown };
  // A stopped read is a DOMException, whose code is a number.
  const code = typeof given === 'string' ? given : '';
  if (/^proxy response/i.test(error.message) || code.startsWith('UND_ERR_SOCKS5')) return 'proxy';
  const known = CODES.get(code);
  if (known !== undefined) return known;
  if (error.name === 'AbortError') return 'stopped';
  if (CERTIFICATE.test(code)) return 'certificate';
  // The library gives no code for an answer that is not HTTP.
  if (error.name === 'HTTPParserError' || code.startsWith('HPE_') || code.startsWith('ERR_SSL')) return 'not-http';
  // Happy Eyeballs tries several addresses and reports all of them; any one will do.
  if (error instanceof AggregateError && error.errors.length > 0) return classify(error.errors.at(-1));
  return error.cause === undefined || error.cause === error ? 'broken' : classify(error.cause);
}
