/** The way to an origin: a connection of its own for each request, direct or through a proxy, and what has been written to it. */
import { rootCertificates } from 'node:tls';
import { Client, type Dispatcher, ProxyAgent } from 'undici';
import type { NetworkRoute } from '../platform/ports.ts';

/** Milliseconds; the defaults of the reliability rules. */
export interface Timeouts {
  readonly connect: number;
  /** Until the answer's head is there. */
  readonly answer: number;
  /** Without a byte while a body moves. */
  readonly idle: number;
}

export interface Route {
  readonly dispatcher: Dispatcher;
  /**
   * `nothing`: no connection to the service stands, so not a byte can have been written to it. `unseen`: the route cannot
   * tell; only failures that come before any connection speak for nothing. `maybe`: a connection stands or stood.
   */
  written(): 'nothing' | 'unseen' | 'maybe';
  /** Ends the connection and whatever moves on it. */
  close(): void;
}

/** Opens a route to one origin. Nothing leaves until a request is made on the dispatcher. */
export function openRoute(origin: string, route: NetworkRoute, timeouts: Timeouts): Route {
  if (route.dispatcher !== undefined) return { dispatcher: route.dispatcher, written: () => 'unseen', close: () => undefined };
  const connect = {
    timeout: timeouts.connect,
    ...(route.ca.length > 0 ? { ca: [...rootCertificates, ...route.ca] } : {}),
  };
  // Without pipelining a connection serves one request: a stale kept-alive one can never make a delivery doubtful.
  const options = { connect, headersTimeout: timeouts.answer, bodyTimeout: timeouts.idle, pipelining: 0, allowH2: false } as const;
  let stands = false;
  const watched = (client: Client): Client => {
    // Told once the connection stands, through the proxy and with the certificate checked, and before a byte of the request is written.
    client.once('connect', () => {
      stands = true;
    });
    return client;
  };
  const close = (dispatcher: Dispatcher) => () => {
    void dispatcher.destroy().catch(() => undefined);
  };
  if (route.proxy === null) {
    const client = watched(new Client(origin, options));
    return { dispatcher: client, written: () => (stands ? 'maybe' : 'nothing'), close: close(client) };
  }
  const socks = /^socks/i.test(route.proxy);
  const agent = new ProxyAgent({
    ...options,
    uri: route.proxy,
    requestTls: connect,
    proxyTls: connect,
    factory: (target, given) => watched(new Client(target, given)),
  });
  // The way through SOCKS is made inside the library, which tells nothing of it.
  return { dispatcher: agent, written: () => (socks ? 'unseen' : stands ? 'maybe' : 'nothing'), close: close(agent) };
}
