/** Requests without a usable answer: the kind of the failure, and whether the service may have received the request. */

/** True for the status of an endpoint that the service does not have. 404 can also mean that there is no such project or record. */
export const isMissingEndpoint = (status: number | null | undefined): boolean =>
  status === 404 || status === 405 || status === 410 || status === 501;

export type FailureKind =
  | 'host-unknown'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'certificate-expired'
  | 'certificate-early'
  | 'certificate-name'
  | 'certificate-weak'
  | 'client-certificate'
  /** The service refused the encryption without a reason. */
  | 'tls-refused'
  | 'tls-version'
  /** What answered does not speak TLS, so nothing was sent. */
  | 'not-encrypted'
  | 'not-http'
  /** HTTP, but against its rules. */
  | 'malformed'
  | 'headers-too-large'
  /** The body could not be decompressed. */
  | 'undecodable'
  /** The answer has a different length than it announced, or its connection broke. */
  | 'cut-off'
  | 'proxy'
  /** The proxy accepts a user name and password. */
  | 'proxy-password'
  /** The proxy accepts only other ways to sign in. */
  | 'proxy-scheme'
  | 'proxy-unreachable'
  | 'proxy-certificate'
  /** The network requires a proxy of a type that the client cannot use. */
  | 'proxy-unsupported'
  /** The proxy's address in the environment or the settings is malformed. */
  | 'proxy-malformed'
  | 'connect-timeout'
  | 'answer-timeout'
  | 'stalled'
  | 'broken'
  /** The answer is far larger, or arrives far more slowly, than any real answer. */
  | 'endless'
  | 'redirected'
  | 'body'
  | 'stopped';

/** The proxy of a request, without the credentials that its URL may hold. */
export interface ProxySeen {
  /** Host and port. */
  readonly address: string;
  /** Whether its URL has a user name. */
  readonly hasUser: boolean;
  /** Whether it answered the request for a tunnel, over HTTP or SOCKS. */
  readonly hasAnswered: boolean;
  /** Its answer to CONNECT, with the authentication schemes that it offers; null without an answer, and for SOCKS. */
  readonly answer: { readonly status: number; readonly schemes: readonly string[] } | null;
}

interface RequestFailedOptions extends ErrorOptions {
  readonly status?: number;
  readonly proxy?: ProxySeen | null;
  readonly reason?: string | null;
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
  /** More about the cause, never text of the answer; null if there is none. */
  readonly reason: string | null;
  /** Addresses of the proxies that were tried first and could not be reached. */
  unreached: readonly string[] = [];

  constructor(kind: FailureKind, sent: boolean, message: string, options: RequestFailedOptions = {}) {
    super(message, options);
    this.name = 'RequestFailed';
    this.kind = kind;
    this.sent = sent;
    this.status = options.status ?? null;
    this.proxy = options.proxy ?? null;
    this.reason = options.reason ?? null;
  }
}

/** True for an answer that arrived but cannot be used, as opposed to a lost connection. */
export const isUnusable = ({ kind }: RequestFailed): boolean => kind === 'malformed' || kind === 'undecodable' || kind === 'endless';

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
  ['UND_ERR_HEADERS_OVERFLOW', 'headers-too-large'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'cut-off'],
  // A compressed answer that ends too early.
  ['Z_BUF_ERROR', 'cut-off'],
  ['EPROTO', 'not-http'],
  ['ENETUNREACH', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
]);

/** Failures of a certificate or of agreeing on an encryption, by code and message. The first match is used. */
const ENCRYPTION: readonly (readonly [RegExp, FailureKind])[] = [
  [/CERT_HAS_EXPIRED/, 'certificate-expired'],
  [/CERT_NOT_YET_VALID/, 'certificate-early'],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH|UNRECOGNIZED_NAME/, 'certificate-name'],
  [/(KEY|MD)_TOO_(SMALL|WEAK)|UNSPECIFIED .*too weak/, 'certificate-weak'],
  [/ALERT_CERTIFICATE_REQUIRED|ALERT_(UNKNOWN_CA|BAD_CERTIFICATE)/, 'client-certificate'],
  [/ALERT_HANDSHAKE_FAILURE|ALERT_INSUFFICIENT_SECURITY/, 'tls-refused'],
  [/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|UNSUPPORTED_SSL_VERSION|UNSAFE_LEGACY_RENEGOTIATION/, 'tls-version'],
  // Whatever refuses, such as a filter of the network, speaks TLS.
  [/^ERR_SSL_\w*ALERT_/, 'tls-refused'],
  [/^(CERT_|ERR_TLS_CERT|UNABLE_TO_(GET|VERIFY|DECRYPT)|SELF_SIGNED|DEPTH_ZERO|INVALID_(CA|PURPOSE)|UNSPECIFIED )/, 'certificate'],
];

/** The library has no codes for what its parser rejects, only reasons. */
const NOT_HTTP = /Expected HTTP\/|Invalid HTTP version|Invalid constant/;
const CUT_OFF = /Invalid EOF state/;
const UNDECODABLE = /^(Z_|ERR_+(BROTLI|ERROR)_|ZSTD)/;

/** The parser's reason for an answer that breaks the rules of HTTP; null for any other error. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'HTTPParserError') return /\((.+)\)$/.exec(error.message)?.[1] ?? null;
  return error.cause === undefined || error.cause === error ? null : reasonOf(error.cause);
}

export function classify(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'broken';
  const { code: given } = error as { readonly code?: unknown };
  // An aborted read throws a DOMException, whose code is a number.
  const code = typeof given === 'string' ? given : '';
  if (/^proxy response/i.test(error.message) || code.startsWith('UND_ERR_SOCKS5')) return 'proxy';
  const known = CODES.get(code);
  if (known !== undefined) return known;
  if (error.name === 'AbortError') return 'stopped';
  const encryption = ENCRYPTION.find(([pattern]) => code !== '' && pattern.test(`${code} ${error.message}`));
  if (encryption !== undefined) return encryption[1];
  if (error.name === 'HTTPParserError')
    return NOT_HTTP.test(error.message) ? 'not-http' : CUT_OFF.test(error.message) ? 'cut-off' : 'malformed';
  if (code.startsWith('ERR_SSL')) return 'not-http';
  if (error.name === 'UnknownEncoding' || UNDECODABLE.test(code)) return 'undecodable';
  // Happy Eyeballs tries several addresses and reports all their failures; any of them will do.
  if (error instanceof AggregateError && error.errors.length > 0) return classify(error.errors.at(-1));
  return error.cause === undefined || error.cause === error ? 'broken' : classify(error.cause);
}
