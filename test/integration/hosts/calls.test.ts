/** Every host reports the progress of a call, and cancels it. The page's transport and the preload script are the real ones. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebContents } from 'electron';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../../main/application.ts';
import { createDispatch, type Handlers } from '../../../main/dispatch.ts';
import { PageChannel } from '../../../main/electron/page-channel.ts';
import { Downloads } from '../../../main/loopback/downloads.ts';
import { type LoopbackServer, serveLoopback } from '../../../main/loopback/server.ts';
import { type Bridge, bridgeTransport, loopbackTransport } from '../../../renderer/api/transport.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { CallOptions, CallProgress, ContractTransport } from '../../../shared/contract/index.ts';
import { eventually } from '../../kit/eventually.ts';
import { keptLog } from '../../kit/test-ports.ts';

const electron = await vi.hoisted(() => import('../../fakes/electron.ts'));
vi.mock('electron', () => electron);
const { callFrom, contextBridge, FakeFrame, FakeWebContents, ipcMain, ipcRenderer, resetElectron } = electron;

/** A query and a command, as examples for all of them. */
const QUERY = ['check.emptyFields', { id: 'a' }] as const;
const COMMAND = ['app.copy', { text: 'a' }] as const;
const VALUES = { [QUERY[0]]: [], [COMMAND[0]]: { copied: true } };
const CANCELED = { ok: false, error: { code: 'CANCELED', message: 'Canceled. Nothing was changed.' } };

/** A call that reached its handler. The test decides how it ends. */
interface Handled extends CallOptions {
  readonly answer: (value: unknown) => void;
}
let handled: Handled[];
/** What a handler does when its call is canceled. */
let onCancel: (call: Handled, fail: (error: unknown) => void) => void;

const handle = (_input: unknown, { signal, onProgress }: CallOptions) =>
  new Promise((answer, fail) => {
    const call = { signal, onProgress, answer };
    signal?.addEventListener('abort', () => onCancel(call, fail), { once: true });
    handled.push(call);
  });
const log = keptLog();
const dispatch = createDispatch({ [QUERY[0]]: handle, [COMMAND[0]]: handle } as unknown as Handlers, log);
const application = { call: dispatch, subscribe: () => () => undefined } as unknown as Application;

interface Host {
  readonly call: ContractTransport['call'];
  /** Makes the page disappear while its calls run; null for the terminal, which has no page. */
  readonly leave: (() => void) | null;
}
const hosts = {} as Record<'the loopback host' | 'the installed program' | 'the terminal', Host>;
let folder: string;
let server: LoopbackServer;

function openLoopbackPage(): Host {
  const { origin, hash } = new URL(server.pageUrl());
  const left = new AbortController();
  const stored = new Map<string, string>();
  const { call } = loopbackTransport({
    fetch: (path, init) => {
      const signal = init?.signal == null ? left.signal : AbortSignal.any([left.signal, init.signal]);
      return fetch(new URL(path as string, origin), { ...init, signal });
    },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    openEvents: () => new EventTarget() as EventSource,
    takeCode: () => new URLSearchParams(hash.slice(1)).get('code'),
    wait: () => Promise.resolve(),
    copy: () => Promise.resolve(true),
    isLeaving: () => false,
  });
  return { call, leave: () => left.abort() };
}

async function openWindow(): Promise<Host> {
  resetElectron();
  const page = new FakeWebContents();
  page.mainFrame = new FakeFrame('app://bundle/index.html');
  vi.spyOn(page, 'send').mockImplementation((channel, payload) => void ipcRenderer.emit(channel, {}, structuredClone(payload)));
  vi.spyOn(ipcRenderer, 'invoke').mockImplementation((_channel, request) => callFrom(page, request));
  const channel = new PageChannel({ ipc: ipcMain, application: Promise.resolve(application), tryAgain: () => undefined, log });
  channel.attach(page as unknown as WebContents);
  await import('../../../preload/index.ts');
  const { call } = bridgeTransport(contextBridge.exposed['screeningDesk'] as unknown as Bridge);
  return { call, leave: () => void page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false }) };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-calls-'));
  server = await serveLoopback(application, { rendererDir: folder, spoolDir: folder, downloads: new Downloads(join(folder, 'downloads')) });
  hosts['the installed program'] = await openWindow();
  hosts['the terminal'] = { call: application.call, leave: null };
});
beforeEach(() => {
  hosts['the loopback host'] = openLoopbackPage();
  handled = [];
  onCancel = ({ signal }, fail) => fail(signal!.reason);
});
afterAll(async () => {
  await server.close();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** The calls at their handlers, once there are that many. */
const atHandlers = async (count: number): Promise<readonly Handled[]> => {
  await eventually(() => {
    expect(handled).toHaveLength(count);
  });
  return handled;
};

describe.each(['the loopback host', 'the installed program', 'the terminal'] as const)('%s', (name) => {
  it.each([QUERY, COMMAND])('reports the progress of %s, each to its own caller', async (method, input) => {
    const received: [string, CallProgress][] = [];
    const answers = [];
    for (const caller of ['first', 'second']) {
      answers.push(hosts[name].call(method, input, { onProgress: (progress) => received.push([caller, progress]) }));
      await atHandlers(answers.length);
    }
    const [first, second] = handled;
    second!.onProgress!({ done: 1, total: null, unit: 'bytes' });
    await eventually(() => {
      expect(received).toEqual([['second', { done: 1, total: null, unit: 'bytes' }]]);
    });
    first!.onProgress!({ done: 2, total: 4, unit: 'rows' });
    await eventually(() => {
      expect(received.slice(1)).toEqual([['first', { done: 2, total: 4, unit: 'rows' }]]);
    });
    for (const { answer } of handled) answer(VALUES[method]);
    expect(await Promise.all(answers)).toEqual([1, 2].map(() => ({ ok: true, value: VALUES[method] })));
  });

  it.each([QUERY, COMMAND])('cancels one call of %s and no other', async (method, input) => {
    const abort = new AbortController();
    const canceled = hosts[name].call(method, input, { signal: abort.signal, onProgress: () => undefined });
    await atHandlers(1);
    const other = hosts[name].call(method, input, { signal: new AbortController().signal });
    const [, second] = await atHandlers(2);
    abort.abort();
    expect(await canceled).toMatchObject(CANCELED);
    await eventually(() => {
      expect(handled.map(({ signal }) => signal!.aborted)).toEqual([true, false]);
    });
    second!.answer(VALUES[method]);
    expect(await other).toEqual({ ok: true, value: VALUES[method] });
    expect(log.errors).toEqual([]);
  });

  it('answers a canceled query immediately, although its handler continues', async () => {
    onCancel = () => undefined;
    const abort = new AbortController();
    const answer = hosts[name].call(...QUERY, { signal: abort.signal });
    const [call] = await atHandlers(1);
    abort.abort();
    expect(await answer).toMatchObject(CANCELED);
    await eventually(() => {
      expect(call!.signal!.aborted).toBe(true);
    });
  });

  it.each([
    ['its value when it had ended', ({ answer }: Handled) => answer(VALUES[COMMAND[0]]), { ok: true, value: VALUES[COMMAND[0]] }],
    [
      'another failure',
      (_call: Handled, fail: (error: unknown) => void) => fail(new AppError('DISK_FULL', 'The disk is full.')),
      { ok: false, error: { code: 'DISK_FULL' } },
    ],
  ])('answers a command that is canceled with %s', async (_case, end, expected) => {
    onCancel = end;
    const abort = new AbortController();
    const answer = hosts[name].call(...COMMAND, { signal: abort.signal });
    await atHandlers(1);
    abort.abort();
    expect(await answer).toMatchObject(expected);
  });

  it('does not begin a call that was canceled before', async () => {
    expect(await hosts[name].call(...COMMAND, { signal: AbortSignal.abort() })).toMatchObject(CANCELED);
    expect(await hosts[name].call(...QUERY, { signal: AbortSignal.abort() })).toMatchObject(CANCELED);
    expect(handled).toEqual([]);
  });

  it.skipIf(name === 'the terminal')('ends the queries of a page that is gone, and completes its commands', async () => {
    void hosts[name].call(...COMMAND, { signal: new AbortController().signal });
    await atHandlers(1);
    void hosts[name].call(...QUERY);
    await atHandlers(2);
    hosts[name].leave!();
    await eventually(() => {
      expect(handled.map(({ signal }) => signal!.aborted)).toEqual([false, true]);
    });
    handled[0]!.answer(VALUES[COMMAND[0]]);
  });
});
