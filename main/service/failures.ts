/** Requests without a usable answer: what went wrong, and whether the service can know of them. */

export type FailureKind =
  | 'host-unknown'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'not-http'
  | 'proxy'
  | 'connect-timeout'
  | 'answer-timeout'
  | 'stalled'
  | 'broken'
  | 'redirected'
  | 'body'
  | 'stopped';

/**
 * A request without a usable answer. `sent` false: not one byte of it was written, its head included, so the service cannot
 * know of it. `sent` true: it may have been acted on.
 */
export class RequestFailed extends Error {
  readonly kind: FailureKind;
  readonly sent: boolean;
  /** The status of an answer that cannot be used, a redirect. */
  readonly status: number | null;

  constructor(kind: FailureKind, sent: boolean, message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options);
    this.name = 'RequestFailed';
    this.kind = kind;
    this.sent = sent;
    this.status = options.status ?? null;
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

/** What an error of the network or of the library says of a request. */
export function classify(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'broken';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^proxy response/i.test(error.message)) return 'proxy';
  const known = CODES.get(code);
  if (known !== undefined) return known;
  if (error.name === 'AbortError') return 'stopped';
  if (CERTIFICATE.test(code)) return 'certificate';
  // The library's own name: it gives no code where not even the first word is one of the web's.
  if (error.name === 'HTTPParserError' || code.startsWith('HPE_') || code.startsWith('ERR_SSL')) return 'not-http';
  // Happy Eyeballs tries several addresses and tells of all of them; the last is as good as any.
  if (error instanceof AggregateError && error.errors.length > 0) return classify(error.errors.at(-1));
  return error.cause === undefined || error.cause === error ? 'broken' : classify(error.cause);
}
