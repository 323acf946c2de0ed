import { describe, expect, it, vi } from 'vitest';
import {
  type Bridge,
  bridgeTransport,
  reconnectDelay,
  loopbackTransport,
  readAnswer,
  type LoopbackDeps,
  type TransportEvent,
} from '../../../../renderer/api/transport.ts';
import { eventually } from '../../../kit/eventually.ts';

type Handler = (path: string, body: unknown, authorization: string | null) => Response | Promise<Response>;

/** A source of events that the test opens, feeds, and breaks. */
class FakeEvents extends EventTarget {
  readonly url: string;
  closed = false;
  constructor(url: string) {
    super();
    this.url = url;
  }
  close() {
    this.closed = true;
  }
  open() {
    this.dispatchEvent(new Event('open'));
  }
  say(event: unknown, lastEventId = '') {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event), lastEventId }));
  }
  break() {
    this.dispatchEvent(new Event('error'));
  }
}

function deps(handle: Handler, code: string | null = 'once') {
  const stored = new Map<string, string>();
  const sources: FakeEvents[] = [];
  const pauses: number[] = [];
  const given: LoopbackDeps = {
    fetch: async (path, init) => {
      const authorization = new Headers(init?.headers).get('authorization');
      return handle(path as string, JSON.parse(init?.body as string), authorization);
    },
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    openEvents: (url) => {
      const source = new FakeEvents(url);
      sources.push(source);
      return source as unknown as EventSource;
    },
    takeCode: () => code,
    copy: async (text) => text !== 'refused',
    isLeaving: () => false,
    wait: (ms) => {
      pauses.push(ms);
      return new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
  return { given, stored, sources, pauses };
}

const ok = (value: unknown) => Response.json({ ok: true, value });

describe('the loopback transport', () => {
  it('exchanges its code for a token once, stores it, and sends it with every call', async () => {
    const calls: (string | null)[] = [];
    const { given, stored } = deps((path, _body, authorization) => {
      if (path === '/session') return Response.json({ token: 'secret' });
      calls.push(authorization);
      return ok(7);
    });
    const transport = loopbackTransport(given);
    await Promise.all([transport.call('app.get', {}), transport.call('app.get', {})]);
    expect(calls).toEqual(['Bearer secret', 'Bearer secret']);
    expect([...stored.values()]).toEqual(['secret']);
  });

  it('keeps its session after a reload, when the code is gone or used', async () => {
    const { given, stored } = deps((path) => (path === '/session' ? new Response(null, { status: 403 }) : ok(1)));
    stored.set('screening-desk-session', 'kept');
    expect(await loopbackTransport(given).call('app.get', {})).toEqual({ ok: true, value: 1 });
  });

  it('answers with a failure, without an exception, when the host is unreachable or rejects the call', async () => {
    const unreachable = deps(() => Promise.reject(new TypeError('failed to fetch')), null);
    expect(await loopbackTransport(unreachable.given).call('app.get', {})).toMatchObject({
      ok: false,
      error: { code: 'CLOSING', retry: 'safe' },
    });
    const rejecting = deps(() => new Response(null, { status: 401 }), null);
    expect(await loopbackTransport(rejecting.given).call('app.get', {})).toMatchObject({ ok: false, error: { code: 'SENDER_REFUSED' } });
  });

  it('without a session, as in a second tab, promises no connection and does not ask again', async () => {
    let tickets = 0;
    const { given, pauses } = deps(() => {
      tickets += 1;
      return new Response(null, { status: 401 });
    }, null);
    const received: TransportEvent['name'][] = [];
    loopbackTransport(given).subscribe((event) => received.push(event.name));
    await eventually(() => expect(tickets).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect({ tickets, received, pauses }).toEqual({ tickets: 1, received: [], pauses: [] });
  });

  it('gets a new ticket after a broken stream and reports that everything must be read again', async () => {
    let tickets = 0;
    const { given, sources, pauses } = deps((path) => {
      if (path === '/session') return Response.json({ token: 't' });
      return Response.json({ ticket: `ticket-${++tickets}` });
    });
    const received: TransportEvent['name'][] = [];
    loopbackTransport(given).subscribe((event) => received.push(event.name));
    await eventually(() => expect(sources).toHaveLength(1));
    sources[0]!.open();
    sources[0]!.say({ name: 'project.removed', payload: { id: 'a' } });
    sources[0]!.break();
    await eventually(() => expect(sources).toHaveLength(2));
    sources[1]!.open();
    expect(sources[0]!.closed).toBe(true);
    expect(sources[1]!.url).toBe('/events?ticket=ticket-2');
    expect(received).toEqual(['project.removed', 'transport.lost', 'transport.restored']);
    expect(pauses).toEqual([reconnectDelay(0)]);
  });

  it('gives an answer only after the events before it, or when their stream breaks', async () => {
    const { given, sources } = deps((path, body) => {
      if (path === '/session') return Response.json({ token: 't' });
      if (path === '/ticket') return Response.json({ ticket: 'x' });
      return Response.json({ ok: true, value: 1, after: (body as { input: { after: number } }).input.after });
    });
    const received: string[] = [];
    const transport = loopbackTransport(given);
    const call = async (name: string, after: number) => {
      await transport.call('app.get', { after });
      received.push(name);
    };
    await call('before the stream', 9);
    transport.subscribe(({ name }) => received.push(name));
    await eventually(() => expect(sources).toHaveLength(1));
    sources[0]!.open();
    sources[0]!.say(null, '9');
    const later = call('after two events', 11);
    const waiting = call('after an event that never arrives', 12);
    await call('after no other event', 9);
    sources[0]!.say({ name: 'project.changed', payload: {} }, '10');
    sources[0]!.say({ name: 'project.removed', payload: {} }, '11');
    await later;
    sources[0]!.break();
    await waiting;
    expect(received.filter((name) => name !== 'transport.lost')).toEqual([
      'before the stream',
      'after no other event',
      'project.changed',
      'project.removed',
      'after two events',
      'after an event that never arrives',
    ]);
  });

  it('waits longer after every failed attempt, up to 15 seconds', async () => {
    let isAvailable = false;
    const { given, sources, pauses } = deps((path) => {
      if (path === '/session') return Response.json({ token: 't' });
      return isAvailable ? Response.json({ ticket: 'x' }) : Promise.reject(new TypeError('failed to fetch'));
    });
    loopbackTransport(given).subscribe(() => undefined);
    await eventually(() => expect(pauses.length).toBeGreaterThan(7));
    isAvailable = true;
    await eventually(() => expect(sources).toHaveLength(1));
    expect(pauses.slice(0, 3)).toEqual([500, 1000, 2000]);
    expect(Math.max(...pauses)).toBe(15_000);
  });
});

describe('an answer', () => {
  it('is a value, a failure, or a failure for invalid content', () => {
    expect(readAnswer({ ok: true, value: [1] })).toEqual({ ok: true, value: [1] });
    const error = { code: 'NOT_NOW', message: 'Not now.', retry: 'ask', details: {} };
    expect(readAnswer({ ok: false, error })).toEqual({ ok: false, error });
    for (const invalid of [null, 'x', {}, { ok: false }, { ok: false, error: { code: 'MADE_UP' } }])
      expect(readAnswer(invalid)).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
  });
});

describe('the bridge of the installed program', () => {
  it('is used unchanged', async () => {
    const bridge = {
      call: vi.fn<Bridge['call']>(() => ({ answer: Promise.resolve({ ok: true, value: 1 }), cancel: () => undefined })),
      subscribe: vi.fn<Bridge['subscribe']>(() => () => undefined),
      tryAgain: vi.fn<Bridge['tryAgain']>(async () => ({ ok: true, value: {} })),
      registerFile: vi.fn<Bridge['registerFile']>(async () => ({ ok: true, value: { token: 'token-123', name: 'a.csv', bytes: 3 } })),
    };
    const transport = bridgeTransport(bridge);
    await transport.call('app.get', {});
    await transport.offerFile(new File(['a,b'], 'a.csv'));
    expect(bridge.call).toHaveBeenCalledWith('app.get', {}, undefined);
    expect(bridge.registerFile).toHaveBeenCalledOnce();
    expect(transport.acceptsPageFiles).toBe(false);
    transport.retryKeychain();
    expect(bridge.tryAgain).toHaveBeenCalledOnce();
  });

  it.each([
    [{ ok: true, value: { copied: true } }, true],
    [{ ok: true, value: { copied: false } }, false],
    [{ ok: false, error: { code: 'INPUT_INVALID', message: 'Too long.', retry: 'ask', details: {} } }, false],
  ] as const)('copies text through the contract and reports whether that worked: %j', async (answer, copied) => {
    const call = vi.fn<Bridge['call']>(() => ({ answer: Promise.resolve(answer), cancel: () => undefined }));
    const transport = bridgeTransport({ call } as unknown as Bridge);
    expect(await transport.copy('a text')).toBe(copied);
    expect(call.mock.calls).toEqual([['app.copy', { text: 'a text' }, undefined]]);
  });
});
