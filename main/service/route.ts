/** The route to an origin: a connection of its own for each request, direct or through a proxy, and whether bytes were written to it. */
import { rootCertificates } from 'node:tls';
import { Client, type Dispatcher, ProxyAgent } from 'undici';
import type { NetworkRoute } from '../platform/ports.ts';

/** Milliseconds; the defaults of the reliability rules. */
export interface Timeouts {
  readonly connect: number;
  /** Until the head of the answer. */
  readonly answer: number;
  /** Without a byte while a body is sent or read. */
  readonly idle: number;
}

export interface Route {
  readonly dispatcher: Dispatcher;
  /**
   * `nothing`: there was no connection to the service, so not a byte was written. `unseen`: the route does not know; only a failure
   * before any connection proves that nothing was written. `maybe`: there was a connection.
   */
  bytesWritten(): 'nothing' | 'unseen' | 'maybe';
  /** Ends the connection. */
  close(): void;
}

/** Nothing is sent until a request is made on the dispatcher. */
export function openRoute(origin: string, route: NetworkRoute, timeouts: Timeouts): Route {
  if (route.dispatcher !== undefined) return { dispatcher: route.dispatcher, bytesWritten: () => 'unseen', close: () => undefined };
  const connect = {
    timeout: timeouts.connect,
    // NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise turn the check off.
    rejectUnauthorized: true,
    ...(route.ca.length > 0 ? { ca: [...rootCertificates, ...route.ca] } : {}),
  };
  // Without pipelining a connection serves one request, so no stale kept-alive connection is used.
  const options = { connect, headersTimeout: timeouts.answer, bodyTimeout: timeouts.idle, pipelining: 0, allowH2: false } as const;
  let isConnected = false;
  const watched = (client: Client): Client => {
    // Emitted after the proxy and the certificate check, and before a byte of the request is written.
    client.once('connect', () => {
      isConnected = true;
    });
    return client;
  };
  const close = (dispatcher: Dispatcher) => () => {
    void dispatcher.destroy().catch(() => undefined);
  };
  if (route.proxy === null) {
    const client = watched(new Client(origin, options));
    return { dispatcher: client, bytesWritten: () => (isConnected ? 'maybe' : 'nothing'), close: close(client) };
  }
  const socks = /^socks/i.test(route.proxy);
  const agent = new ProxyAgent({
    ...options,
    uri: route.proxy,
    requestTls: connect,
    proxyTls: connect,
    factory: (target, given) => watched(new Client(target, given)),
  });
  // The library connects through SOCKS itself and emits nothing about it.
  return { dispatcher: agent, bytesWritten: () => (socks ? 'unseen' : isConnected ? 'maybe' : 'nothing'), close: close(agent) };
}
