/** The kind of a failed request, by what the network reports. */
import { describe, expect, it } from 'vitest';
import { classify, type FailureKind, isMissingEndpoint, RequestFailed } from '../../../../main/service/failures.ts';

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
const named = (name: string) => Object.assign(new Error('failed'), { name });

/** What the parser of the HTTP library throws. */
const parserError = (reason: string) =>
  Object.assign(new Error(`Response does not match the HTTP/1.1 protocol (${reason})`), { name: 'HTTPParserError' });

describe('a failure', () => {
  it.each<[code: string, kind: FailureKind]>([
    ['UND_ERR_ABORTED', 'stopped'],
    ['ENOTFOUND', 'host-unknown'],
    ['EAI_AGAIN', 'host-unknown'],
    ['EAI_NODATA', 'host-unknown'],
    ['ECONNREFUSED', 'refused'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'answer-timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'stalled'],
    ['UND_ERR_PRX_TLS', 'proxy'],
    ['UND_ERR_SOCKS5', 'proxy'],
    ['UND_ERR_SOCKS5_AUTH', 'proxy'],
    ['EPROTO', 'not-http'],
    ['UND_ERR_HEADERS_OVERFLOW', 'headers-too-large'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'cut-off'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-http'],
    ['ENETUNREACH', 'unreachable'],
    ['EHOSTUNREACH', 'unreachable'],
    ['EHOSTDOWN', 'unreachable'],
    ['ENETDOWN', 'unreachable'],
    ['EADDRNOTAVAIL', 'unreachable'],
    ['ETIMEDOUT', 'unreachable'],
    ['CERT_HAS_EXPIRED', 'certificate-expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-name'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
    ['UNABLE_TO_DECRYPT_CERT_SIGNATURE', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['HOSTNAME_MISMATCH', 'certificate-name'],
    ['INVALID_CA', 'certificate'],
    ['INVALID_PURPOSE', 'certificate'],
    ['CERT_NOT_YET_VALID', 'certificate-early'],
    ['EE_KEY_TOO_SMALL', 'certificate-weak'],
    ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'certificate-name'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'client-certificate'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls-version'],
    ['ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED', 'tls-version'],
    ['ERR_SSL_TLSV1_ALERT_ACCESS_DENIED', 'tls-refused'],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'tls-refused'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-http'],
    // A connection that was established and then lost.
    ['ECONNRESET', 'broken'],
    ['EPIPE', 'broken'],
    ['UND_ERR_SOCKET', 'broken'],
    ['X_CERT_1', 'broken'],
    ['', 'broken'],
  ])('with the code %j is %s', (code, kind) => {
    expect(classify(coded(code))).toBe(kind);
    // Also as the cause of another error, and as the last of several addresses.
    expect(classify(new Error('fetch failed', { cause: coded(code) }))).toBe(kind);
    expect(classify(new AggregateError([coded('ECONNREFUSED'), coded(code)]))).toBe(kind);
  });

  it.each<[what: string, error: unknown, kind: FailureKind]>([
    ['that is stopped', named('AbortError'), 'stopped'],
    ['that is stopped while its answer is read', new DOMException('This operation was aborted', 'AbortError'), 'stopped'],
    ['of an answer that is not HTTP', parserError('Expected HTTP/, RTSP/ or ICE/'), 'not-http'],
    ['of an answer that ends too early', parserError('Invalid EOF state'), 'cut-off'],
    ['of an answer that breaks the rules of HTTP', parserError('Invalid header token'), 'malformed'],
    ['of an answer in a damaged gzip', coded('Z_DATA_ERROR'), 'undecodable'],
    ['of an answer in a gzip that ends too early', coded('Z_BUF_ERROR'), 'cut-off'],
    ['of a proxy that refuses the tunnel', new Error('Proxy response (502) !== 200 when HTTP Tunneling'), 'proxy'],
    ['without a code', new Error('failed'), 'broken'],
    ['of no address', new AggregateError([]), 'broken'],
    ['that is no error', 'ECONNREFUSED', 'broken'],
    ['whose cause is no error', new Error('failed', { cause: 'ECONNREFUSED' }), 'broken'],
  ])('%s is %s', (_what, error, kind) => {
    expect(classify(error)).toBe(kind);
  });

  it('that is its own cause is broken', () => {
    const error = new Error('failed');
    error.cause = error;
    expect(classify(error)).toBe('broken');
  });
});

it('a failed request says whether it was sent, and how it failed', () => {
  expect(new RequestFailed('refused', false, 'Nothing listens.')).toMatchObject({
    name: 'RequestFailed',
    kind: 'refused',
    sent: false,
    message: 'Nothing listens.',
    status: null,
    proxy: null,
    unreached: [],
  });
  const proxy = { address: 'proxy:3128', hasUser: false, hasAnswered: false, answer: null };
  const cause = new Error('lost');
  expect(new RequestFailed('redirected', true, 'Elsewhere.', { status: 302, proxy, cause })).toMatchObject({
    sent: true,
    status: 302,
    proxy,
    cause,
  });
});

it.each([
  [404, true],
  [405, true],
  [410, true],
  [501, true],
  [400, false],
  [403, false],
  [500, false],
  [null, false],
  [undefined, false],
])('the status %j says that the service does not have the endpoint: %j', (status, expected) => {
  expect(isMissingEndpoint(status)).toBe(expected);
});
