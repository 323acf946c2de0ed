/**
 * The connection from the page to the application. The page does not depend on its host: the installed program provides a bridge, and the
 * loopback host provides HTTP on this computer. Both transport the same answers and events.
 */
import {
  type Answer,
  type AppEvent,
  type CallOptions,
  type CallProgress,
  FailureShape,
  type Output,
  isQuery,
} from '../../shared/contract/index.ts';
import { ERROR_CODES, type ErrorCode, type Failure } from '../../shared/base/index.ts';
import { AnswerOrder } from './answer-order.ts';
import type { MenuCommand, OfferedFile, StartState } from './host-events.ts';

/**
 * `transport.lost`: events can be missing from now on. `transport.restored`: events arrive again, and all queries must be
 * refetched.
 */
export type TransportEvent =
  | AppEvent
  | { readonly name: 'transport.lost' | 'transport.restored' }
  /** A menu command of the installed program. */
  | { readonly name: 'menu'; readonly payload: MenuCommand }
  | { readonly name: 'start'; readonly payload: StartState };

export type TransportListener = (event: TransportEvent) => void;

export interface Transport {
  readonly call: (method: string, input: unknown, options?: CallOptions) => Promise<Answer>;
  readonly subscribe: (listener: TransportListener) => () => void;
  /** Passes a file to the host. `onProgress` receives 0 to 1 during a copy; a host that reads in place never calls it. */
  readonly offerFile: (file: File, onProgress?: (fraction: number) => void) => Promise<Answer<OfferedFile>>;
  /**
   * Whether the host accepts files that the page created, such as pasted cells; the installed program accepts only
   * files in a folder.
   */
  readonly acceptsPageFiles: boolean;
  /** Copies a text to the clipboard; false when that failed. The installed program does it itself, because its page has no permissions. */
  readonly copy: (text: string) => Promise<boolean>;
  /** Asks for the keychain again after it failed; only the installed program needs it. */
  readonly retryKeychain: () => void;
  /** Downloads a finished export from a host without folders; the installed program writes to a folder and never needs it. */
  readonly download: (token: string) => void;
}

/** The API of the preload script on the window of the installed program. */
export interface Bridge {
  readonly call: (
    method: string,
    input: unknown,
    onProgress?: (progress: CallProgress) => void,
  ) => { readonly answer: Promise<Answer>; readonly cancel: () => void };
  readonly subscribe: (listener: (event: TransportEvent) => void) => () => void;
  /** Asks for the keychain again. */
  readonly tryAgain: () => Promise<Answer>;
  readonly registerFile: (file: File) => Promise<Answer<OfferedFile>>;
}

declare global {
  interface Window {
    readonly screeningDesk?: Bridge;
  }
}

/** A failure of the connection itself. */
function failure(code: ErrorCode, message: string): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: { code, message, retry: ERROR_CODES[code].retry, details: {} } };
}

const noAnswer = () =>
  failure('CLOSING', 'Screening Desk is not responding. Your work is kept. Check that the program is still running, then try again.');

const canceled = () => failure('CANCELED', 'Canceled. Nothing was changed.');

const unreadableAnswer = () => failure('INTERNAL', 'This window does not understand the answer of Screening Desk. Nothing was lost.');

const noSession = () =>
  failure(
    'SENDER_REFUSED',
    'This page is not connected to Screening Desk, as when it is opened in another tab. Close it, and use the page that Screening Desk opened, or start Screening Desk again.',
  );

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** An answer from HTTP, or a failure when the body is not an answer. */
export function readAnswer(body: unknown): Answer {
  if (!isRecord(body)) return unreadableAnswer();
  if (body['ok'] === true) return { ok: true, value: body['value'] };
  const error = FailureShape.safeParse(body['error']);
  return body['ok'] === false && error.success ? { ok: false, error: error.data } : unreadableAnswer();
}

/** Waits for an answer; runs `cancel` if the signal is aborted before. */
async function cancelable<T>(answer: Promise<T>, signal: AbortSignal | undefined, cancel: () => void): Promise<T> {
  signal?.addEventListener('abort', cancel);
  try {
    return await answer;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

export function bridgeTransport(bridge: Bridge): Transport {
  const call: Transport['call'] = async (method, input, { signal, onProgress } = {}) => {
    if (signal?.aborted === true) return canceled();
    const { answer, cancel } = bridge.call(method, input, onProgress);
    return await cancelable(answer, signal, cancel);
  };
  return {
    call,
    subscribe: (listener) => bridge.subscribe(listener),
    offerFile: (file) => bridge.registerFile(file),
    acceptsPageFiles: false,
    retryKeychain: () => void bridge.tryAgain(),
    copy: async (text) => {
      const answer = (await call('app.copy', { text })) as Answer<Output<'app.copy'>>;
      return answer.ok && answer.value.copied;
    },
    download: () => undefined,
  };
}

/** The last line of a response; reports the progress in the lines before it. */
async function lastLine(response: Response, onProgress: (progress: CallProgress) => void): Promise<unknown> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (text + value).split('\n');
    text = done ? '' : lines.pop()!;
    for (const line of lines.filter((one) => one !== '')) {
      const found = JSON.parse(line) as { readonly ok: boolean } | CallProgress;
      if ('ok' in found) return found;
      onProgress(found);
    }
    if (done) throw new TypeError('the response is incomplete');
  }
}

const TOKEN_KEY = 'screening-desk-session';

/** The browser functions that the loopback transport needs, so that tests can replace them. */
export interface LoopbackDeps {
  readonly fetch: typeof fetch;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly openEvents: (url: string) => Pick<EventSource, 'addEventListener' | 'close'>;
  /** Returns the part of the address after `#` once and removes it from the address bar. */
  readonly takeCode: () => string | null;
  readonly wait: (ms: number) => Promise<void>;
  readonly copy: Transport['copy'];
  /** True while the browser leaves or reloads the page. */
  readonly isLeaving: () => boolean;
}

/** The longest body, in characters, that the browser sends for a page that is gone; it accepts 64 KB. */
const MAX_KEPT_BODY = 15_000;

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;

/** Milliseconds before a reconnection; `attempt` starts at 0. */
export const reconnectDelay = (attempt: number): number => Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);

export function loopbackTransport(deps: LoopbackDeps): Transport {
  const { storage } = deps;

  const openSession = async (): Promise<string | null> => {
    const code = deps.takeCode();
    if (code === null) return storage.getItem(TOKEN_KEY);
    const response = await deps.fetch('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const body: unknown = response.ok ? await response.json() : null;
    // A reloaded page still has its session, although its code is used up.
    if (!isRecord(body) || typeof body['token'] !== 'string') return storage.getItem(TOKEN_KEY);
    storage.setItem(TOKEN_KEY, body['token']);
    return body['token'];
  };
  let session: Promise<string | null> | null = null;
  const sessionToken = (): Promise<string | null> => {
    session ??= openSession().catch(() => {
      session = null;
      return storage.getItem(TOKEN_KEY);
    });
    return session;
  };

  /** True after the host has refused the session. */
  let isRefused = false;
  const post = async (path: string, body: unknown, { signal, onProgress }: CallOptions = {}): Promise<unknown> => {
    const token = await sessionToken();
    const text = JSON.stringify(body);
    const response = await deps.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token ?? ''}` },
      body: text,
      // Otherwise, the browser ends the request together with the page, and what the user typed last would be lost.
      ...(deps.isLeaving() && text.length <= MAX_KEPT_BODY && { keepalive: true }),
      ...(signal !== undefined && { signal }),
    });
    if (response.status === 401) {
      isRefused = true;
      return noSession();
    }
    return onProgress === undefined ? response.json() : lastLine(response, onProgress);
  };

  const order = new AnswerOrder();
  const inOrder = async (body: unknown): Promise<Answer> => {
    if (isRecord(body) && typeof body['after'] === 'number') await order.reached(body['after']);
    return readAnswer(body);
  };

  const call: Transport['call'] = async (method, input, { signal, onProgress } = {}) => {
    if (signal?.aborted === true) return canceled();
    const id = crypto.randomUUID();
    const body = { id, method, input, ...(onProgress !== undefined && { progress: true }) };
    try {
      // Nobody needs the answer of a canceled query. Only the answer of a command tells whether it has changed anything.
      if (isQuery(method)) return await inOrder(await post('/rpc', body, { signal, onProgress }));
      const cancel = () => void post('/rpc', { cancel: id }).catch(() => undefined);
      return await inOrder(await cancelable(post('/rpc', body, { onProgress }), signal, cancel));
    } catch (error) {
      return error === signal?.reason ? canceled() : noAnswer();
    }
  };

  const listeners = new Set<TransportListener>();
  const emit = (event: TransportEvent) => {
    for (const listener of listeners) listener(event);
  };

  /**
   * Receives one stream of events until it breaks. A ticket is valid for one stream, so the browser's own reconnection
   * cannot work.
   */
  const receiveEvents = async (opened: () => void): Promise<void> => {
    const answer = await post('/ticket', {});
    if (!isRecord(answer) || typeof answer['ticket'] !== 'string') throw new TypeError('no ticket');
    const source = deps.openEvents(`/events?ticket=${encodeURIComponent(answer['ticket'])}`);
    await new Promise<void>((resolve) => {
      source.addEventListener('open', opened);
      source.addEventListener('message', (message: MessageEvent) => {
        const event: unknown = JSON.parse(String(message.data));
        // The first message of a stream has only a number.
        if (isRecord(event)) emit(event as unknown as AppEvent);
        order.arrived(Number(message.lastEventId));
      });
      source.addEventListener('error', () => {
        source.close();
        order.broken();
        resolve();
      });
    });
  };

  const listenForever = async (): Promise<void> => {
    let wasConnected = false;
    for (let attempt = 0; ; attempt++) {
      try {
        await receiveEvents(() => {
          attempt = -1;
          if (wasConnected) emit({ name: 'transport.restored' });
          wasConnected = true;
        });
      } catch {
        // The host is unreachable. Listeners were already told, and the pause below becomes longer.
      }
      // Without a session, nothing can connect this page later. Each failed call says so.
      if (isRefused) return;
      emit({ name: 'transport.lost' });
      await deps.wait(reconnectDelay(Math.max(0, attempt)));
    }
  };

  let listening = false;
  return {
    call,
    subscribe: (listener) => {
      listeners.add(listener);
      if (!listening) {
        listening = true;
        void listenForever();
      }
      return () => listeners.delete(listener);
    },
    offerFile: async (file, onProgress) => {
      const token = await sessionToken();
      return upload(file, token ?? '', onProgress);
    },
    acceptsPageFiles: true,
    copy: deps.copy,
    retryKeychain: () => undefined,
    download: (token) => {
      const anchor = document.createElement('a');
      anchor.href = `/download/${encodeURIComponent(token)}`;
      anchor.download = '';
      anchor.hidden = true;
      document.body.append(anchor);
      anchor.click();
      anchor.remove();
    },
  };
}

/** Copies a file to the loopback host with XMLHttpRequest, because `fetch` does not report upload progress. */
function upload(file: File, token: string, onProgress?: (fraction: number) => void): Promise<Answer<OfferedFile>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/files?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('error', () =>
      resolve(failure('FILE_UNREADABLE', 'The file could not be read completely. It may have been moved or changed. Choose it again.')),
    );
    request.addEventListener('load', () => {
      if (request.status === 401) return resolve(noSession());
      try {
        return resolve(readAnswer(JSON.parse(request.responseText)) as Answer<OfferedFile>);
      } catch {
        return resolve(unreadableAnswer());
      }
    });
    request.send(file);
  });
}

function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}

/** The transport for the host that loaded this page. */
export function chooseTransport(): Transport {
  if (window.screeningDesk !== undefined) return bridgeTransport(window.screeningDesk);
  let isLeaving = false;
  addEventListener('pagehide', () => (isLeaving = true));
  addEventListener('pageshow', () => (isLeaving = false));
  return loopbackTransport({
    fetch: (...input) => fetch(...input),
    storage: sessionStorage,
    openEvents: (url) => new EventSource(url),
    takeCode,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    copy: (text) =>
      navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    isLeaving: () => isLeaving,
  });
}
