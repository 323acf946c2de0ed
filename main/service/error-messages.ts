/**
 * The messages to the user about failed calls. They never contain the token. The service's own words in them may quote a record, so they
 * are stored encrypted with the project that they are about, or not at all.
 */
import { AppError } from '../../shared/base/index.ts';
import { readRefusal } from '../../shared/results/index.ts';
import type { FailureKind, ProxySeen, RequestFailed } from './failures.ts';
import { type Answered, readWords } from './http.ts';

/** Such a page answers in place of every address until the user has logged in. */
const LOGIN_PAGE = 'The network may require you to log in first: open any web page in a browser.';

type Message = readonly [AppError['code'], (host: string, failure: RequestFailed) => string];

const UNANSWERED: Readonly<Record<FailureKind, Message>> = {
  'host-unknown': [
    'SERVICE_HOST_UNKNOWN',
    (host) => `No such host: "${host}" was not found. Check the address, and whether this computer is online.`,
  ],
  refused: ['SERVICE_UNREACHABLE', (host) => `"${host}" does not accept connections. It may be down, or the address or port is wrong.`],
  unreachable: ['SERVICE_UNREACHABLE', (host) => `"${host}" cannot be reached. Check whether this computer is online.`],
  certificate: [
    'SERVICE_CERTIFICATE',
    (host) =>
      `The certificate of "${host}" is not trusted by this computer, so nothing was sent to it. ${LOGIN_PAGE} If that does not help, ask your IT department: a network that inspects encrypted connections needs its certificate on this computer, and a service has to send its whole chain. Then start Screening Desk again.`,
  ],
  'certificate-expired': [
    'SERVICE_CERTIFICATE',
    (host) => `The certificate of "${host}" has expired, so nothing was sent to it. Tell the operator of the service. ${clockText()}`,
  ],
  'certificate-early': [
    'SERVICE_CERTIFICATE',
    (host) => `The certificate of "${host}" is not valid yet, so nothing was sent to it. ${clockText()}`,
  ],
  'certificate-name': [
    'SERVICE_CERTIFICATE',
    (host) =>
      `The server at "${host}" has a certificate for another name, so nothing was sent to it. Check the address of the connection. ${LOGIN_PAGE}`,
  ],
  'certificate-weak': [
    'SERVICE_CERTIFICATE',
    (host) =>
      `The certificate of "${host}" has a key or signature that is too weak to be safe, so nothing was sent to it. Tell the operator of the service.`,
  ],
  'client-certificate': [
    'SERVICE_CERTIFICATE',
    (host) =>
      `"${host}" requires that each client has a certificate of its own, which Screening Desk cannot send. Ask the operator of the service for an address without this requirement.`,
  ],
  'tls-refused': [
    'SERVICE_CERTIFICATE',
    (host, { sent }) =>
      `"${host}" refused the encrypted connection${sent ? '' : ', so nothing was sent to it'}. It may require that each client has a certificate of its own, offer only encryption that is no longer safe, or a filter of the network refuses it. Ask your IT department or the operator of the service.`,
  ],
  'tls-version': [
    'SERVICE_CERTIFICATE',
    (host) =>
      `"${host}" offers only a version of TLS that is no longer safe, so nothing was sent to it. Tell the operator of the service: version 1.2 or newer is needed.`,
  ],
  'not-encrypted': [
    'SERVICE_CERTIFICATE',
    (host) =>
      `What answered at "${host}" does not encrypt the connection, so nothing was sent to it. ${LOGIN_PAGE} If that does not help, the address or its port is wrong.`,
  ],
  'not-http': [
    'SERVICE_NONSENSE',
    (host) => `"${host}" did not answer as a web server: it is not a screening service, or the port is wrong.`,
  ],
  malformed: [
    'SERVICE_NONSENSE',
    (host, { reason }) =>
      `The answer of "${host}" breaks the rules of HTTP${reason === null ? '' : ` (${reason})`}, so it cannot be read. Tell the operator of the service, or of a proxy on the way.`,
  ],
  'headers-too-large': [
    'SERVICE_NONSENSE',
    (host) => `The answer of "${host}" has headers of more than 256 kB, so it cannot be read. Tell the operator of the service.`,
  ],
  undecodable: [
    'SERVICE_NONSENSE',
    (host, { reason }) =>
      `The answer of "${host}" is compressed${reason === null ? '' : ` (${reason.slice(0, 40)})`} in a way that cannot be undone, so it cannot be read. Tell the operator of the service.`,
  ],
  'cut-off': [
    'ANSWER_TRUNCATED',
    (host) => `The answer of "${host}" does not have the length that it announces, so a part of it may be missing.`,
  ],
  proxy: [
    'SERVICE_UNREACHABLE',
    (host, { proxy }) => `${proxyText(proxy)} does not let requests through to "${host}". ${proxyRemedy(host, proxy)}`,
  ],
  'proxy-password': ['PROXY_SIGN_IN', proxyPasswordText],
  'proxy-scheme': ['PROXY_UNSUPPORTED', proxySchemeText],
  'proxy-unsupported': [
    'PROXY_UNSUPPORTED',
    (host, { reason }) =>
      `The proxy settings of this computer require a proxy of the type ${reason ?? 'unknown'}, which Screening Desk does not support, so nothing was sent to "${host}". Ask your network administrator for an HTTP or SOCKS 5 proxy.`,
  ],
  'proxy-malformed': [
    'BASE_URL_INVALID',
    (host, { reason }) =>
      `${reason === null ? 'The proxy settings of this computer hold an address' : `The variable ${reason} holds a text`} that is not the address of a proxy, so nothing was sent to "${host}". It must look like http://proxy.example.org:3128.`,
  ],
  'proxy-unreachable': [
    'SERVICE_UNREACHABLE',
    (host, { proxy }) =>
      `${proxyText(proxy)} cannot be reached, so nothing was sent to "${host}". Check the proxy settings of this computer.`,
  ],
  'proxy-certificate': [
    'SERVICE_CERTIFICATE',
    (host, { proxy }) =>
      `${proxyText(proxy)} has a certificate that this computer does not accept, so nothing was sent to "${host}". Ask your network administrator, and start Screening Desk again once the certificate is on this computer.`,
  ],
  'connect-timeout': ['SERVICE_UNREACHABLE', (host) => `"${host}" did not accept the connection in time.`],
  'answer-timeout': ['SERVICE_TIMEOUT', (host) => `"${host}" received the request but did not answer in time.`],
  stalled: ['SERVICE_TIMEOUT', (host) => `The connection to "${host}" stopped responding and was closed.`],
  broken: ['SERVICE_UNREACHABLE', (host) => `The connection to "${host}" broke before the answer was complete.`],
  endless: ['SERVICE_NONSENSE', (host) => `The answer of "${host}" does not end, so it was stopped. Tell the operator of the service.`],
  redirected: [
    'SERVICE_REDIRECTED',
    (host) => `"${host}" redirects to another address, and the token is not sent there. Check the address. ${LOGIN_PAGE}`,
  ],
  body: ['PROJECT_FILE_DAMAGED', () => 'The list could not be read while it was being sent, so the service cannot have accepted it.'],
  stopped: ['CLOSING', () => 'The request was stopped.'],
};

/** If a certificate seems to be expired or not valid yet, a wrong clock is the usual cause. */
function clockText(): string {
  const now = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }).format(Date.now());
  return `The clock of this computer shows ${now}: if that is wrong, correct it and try again.`;
}

function proxyText(proxy: ProxySeen | null): string {
  if (proxy === null) return 'The proxy of this network';
  const status = proxy.answer === null || proxy.answer.status === 407 ? '' : ` (which answered ${proxy.answer.status})`;
  return `The proxy ${proxy.address} of this network${status}`;
}

/** What helps after the answer of a proxy to the request for a tunnel. */
function proxyRemedy(host: string, proxy: ProxySeen | null): string {
  const status = proxy?.answer?.status ?? 0;
  if (status === 511 || (status >= 300 && status < 400)) return LOGIN_PAGE;
  return status >= 500
    ? 'It may not find the service: check the address, or try again later.'
    : `Ask your network administrator to let requests to "${host}" through.`;
}

/** The text is the same in the window and in the terminal. */
function proxyPasswordText(host: string, { proxy }: RequestFailed): string {
  const refused = proxy?.hasUser === true ? ' It refused the ones it was given.' : '';
  return `${proxyText(proxy)} requires a user name and password, so nothing was sent to "${host}".${refused} Sign in to the proxy in the window, or with "desk connections proxy NAME".`;
}

function proxySchemeText(host: string, { proxy }: RequestFailed): string {
  const schemes = proxy?.answer?.schemes ?? [];
  const wanted = schemes.length === 0 ? ' of an unknown kind' : ` with ${schemes.join(' or ')}`;
  return `${proxyText(proxy)} requires a sign-in${wanted}, which Screening Desk does not support, so nothing was sent to "${host}". Ask your network administrator to let requests to "${host}" through without a sign-in, or to accept a user name and password (Basic) for it.`;
}

/** The error for a request that got no usable answer from `host`. */
export function unanswered(error: RequestFailed, host: string): AppError {
  const [code, sentence] = UNANSWERED[error.kind];
  const before = error.unreached.length === 0 ? '' : ` Before that, the proxy ${error.unreached.join(' and ')} could not be reached.`;
  return new AppError(
    code,
    sentence(host, error) + before,
    { host, kind: error.kind, ...(error.status === null ? {} : { status: error.status }) },
    { cause: error },
  );
}

/** A path below one of our projects. */
const OF_PROJECT = /^\/project\/./;
const OTHER_ORGANIZATION = 'may belong to a different organization than the one that created the project';

/** `path`: the path of the call. `isChange`: whether the call changes the service. */
interface RefusedCall {
  readonly version: string;
  readonly path: string;
  readonly isChange: boolean;
}

function sentenceOf(status: number, { version, path, isChange }: RefusedCall): readonly [AppError['code'], string] {
  if (status === 403 && OF_PROJECT.test(path))
    return ['TOKEN_REFUSED', `The service refused the token for this project (403). The token ${OTHER_ORGANIZATION}.`];
  // A change may get 404 because the service does not show a new project yet, so only the message of a read blames the token.
  if (status === 404 && OF_PROJECT.test(path)) {
    const otherwise = isChange ? 'The project' : `The token ${OTHER_ORGANIZATION}, or the project`;
    return [
      'SERVICE_REFUSED',
      `The service does not know this project (404). ${otherwise} was removed there, or the version segment “${version}” or the address is wrong.`,
    ];
  }
  if (status === 401 || status === 403) return ['TOKEN_REFUSED', `The service refused the token (${status}).`];
  if (status === 404)
    return [
      'SERVICE_REFUSED',
      `The service has nothing at this address (404). The version segment “${version}” or the address may be wrong.`,
    ];
  if (status === 402) return ['CREDITS_SHORT', 'The service says that there are not enough credits (402).'];
  if (status === 429 || status === 503) return ['SERVICE_BUSY', `The service is busy (${status}).`];
  if (status >= 500) return ['SERVICE_FAILED', `The service failed (${status}).`];
  return ['SERVICE_REFUSED', `The service refused the request (${status}).`];
}

/** A service refuses a token in JSON, as a rule; a filter that blocks an address answers with a page. */
const BLOCKED =
  'A web page answered, so a filter of the network may have refused it in place of the service: ask your IT department before you change the token.';

/** The service's own words after a message; `withoutWords` removes them. */
export const says = (words: string): string => ` It says: “${words}”`;

/** The failure of an answer with an error status, with the service's message. Reads the answer to its end. */
export async function refusalOf(
  answer: Answered,
  /** `token`: never part of the result. */
  { token, ...call }: RefusedCall & { readonly token: string },
): Promise<{ readonly failure: AppError } & RefusalWords> {
  const { words, texts, fields } = await readWords(answer, token);
  const { status, requestId } = answer;
  const [code, refusal] = sentenceOf(status, call);
  const sentence = code === 'TOKEN_REFUSED' && /html/i.test(answer.contentType) ? `${refusal} ${BLOCKED}` : refusal;
  const message = words === null ? sentence : sentence + says(words);
  const named = fields.length === 0 ? {} : { fields: [...fields] };
  return { words, texts, fields, failure: new AppError(code, message, { status, requestId, words, ...named }) };
}

/** The failure that the `body` of an answer with a status of success reports. `token`: never part of the result. */
export function reportedFailure({ status, requestId, contentType }: Answered, body: string, token: string): ReportedFailure {
  const { words, texts } = readRefusal(body, contentType, token);
  const sentence = `The service answered with a success (${status}), but says that the request failed.`;
  const message = words === null ? sentence : sentence + says(words);
  return { words, texts, failure: new AppError('SERVICE_REFUSED', message, { status, requestId, words }) };
}

type RefusalWords = ReturnType<typeof readRefusal>;

type ReportedFailure = { readonly failure: AppError } & Pick<RefusalWords, 'words' | 'texts'>;

/** The code and message of a failure without the service's own words, which can quote a record. */
export function withoutWords({ code, message, details }: AppError): Pick<AppError, 'code' | 'message'> {
  const { words = null } = details;
  return { code, message: words === null ? message : message.replace(says(words), '') };
}
