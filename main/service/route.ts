/**
 * One way to an origin, direct or through a proxy: a separate connection for each request, which knows whether bytes were written to it.
 */
import type { SecureContext } from 'node:tls';
import type { Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { withoutContinue } from './continue-answers.ts';
import { classify, type ProxySeen } from './failures.ts';
import { silenceSocksWarning } from './socks-warning.ts';

/** In milliseconds, from the reliability rules. */
export interface Timeouts {
  readonly connect: number;
  /** Time until the head of the answer. */
  readonly answer: number;
  /** Longest time without a byte while a body is sent or read. */
  readonly idle: number;
}

export interface Route {
  readonly dispatcher: Dispatcher;
  /** False: there was no connection to the service, so nothing was written. True: something may have been written. */
  isConnected(): boolean;
  /** Null for a direct connection. */
  readonly proxy: ProxySeen | null;
  /** Ends the connection. */
  close(): void;
}

/** Limit for the head of an answer, in bytes: proxies and login systems add large headers. */
const MAX_HEADER_BYTES = 256 * 1024;

/** A proxy connects to the service before it answers, which can take as long as several connections, but not as long as an answer. */
const TUNNEL_WAITS = 3;

/** Names of the schemes in Proxy-Authenticate headers. Their parameters may contain anything. */
function schemesIn(header: string | string[] | undefined): string[] {
  const texts = [header ?? []].flat().map((text) => text.replaceAll(/"[^"]*"?/g, '""'));
  const names = texts.flatMap((text) => [...text.matchAll(/(?:^|,)\s*([a-z][a-z-]{1,15})(?=\s|,|$)/gi)].map(([, name]) => name!));
  return [...new Set(names)].slice(0, 4);
}

/** A method that is missing in the type definitions of the library. */
interface SocksTunnels {
  createSocks5Connection(host: string, port: number): Promise<Socket>;
}

/**
 * Connects through a SOCKS proxy. The library's own dispatcher would not show whether there was a connection to the service. `answered`:
 * called once the proxy has answered.
 */
function socksConnector(
  proxy: string,
  { hostname, port, protocol }: URL,
  connect: buildConnector.BuildOptions & { readonly timeout: number },
  answered: () => void,
): buildConnector.connector {
  silenceSocksWarning();
  // The library always lets the proxy look up the host, as socks5h asks for.
  const agent = new Socks5ProxyAgent(proxy.replace(/^socks\w*:/, 'socks5:'), { connectTimeout: connect.timeout });
  const encrypt = buildConnector({ ...connect, allowH2: false });
  const isEncrypted = protocol === 'https:';
  return (options, callback) => {
    const open = async () => {
      let socket: Socket;
      try {
        socket = await (agent as unknown as SocksTunnels).createSocks5Connection(hostname, Number(port) || (isEncrypted ? 443 : 80));
      } catch (error) {
        if (classify(error) === 'proxy') answered();
        callback(error as Error, null);
        return;
      }
      answered();
      if (isEncrypted) encrypt({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    };
    void open();
  };
}

/**
 * Opens a route. Nothing is sent until a request is made on the dispatcher. `proxy`: a URL, or null. `trust`: null for Node's own
 * certificates.
 * @throws TypeError for a malformed URL.
 */
export function openRoute(origin: string, proxy: string | null, trust: SecureContext | null, timeouts: Timeouts): Route {
  const connect = {
    timeout: timeouts.connect,
    // Otherwise NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the certificate check off.
    rejectUnauthorized: true,
    ...(trust === null ? {} : { secureContext: trust }),
  };
  // Without pipelining a connection serves one request, so no stale kept-alive connection is used.
  const options = {
    headersTimeout: timeouts.answer,
    bodyTimeout: timeouts.idle,
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 0,
    allowH2: false,
  } as const;
  let isConnected = false;
  const watched = (client: Client): Client => {
    // Emitted after the proxy and the certificate are checked, and before any byte of the request is written.
    client.once('connect', () => {
      isConnected = true;
    });
    return client;
  };
  const close = (dispatcher: Dispatcher) => () => {
    void dispatcher.destroy().catch(() => undefined);
  };
  if (proxy === null) {
    const connector = withoutContinue(buildConnector({ ...connect, allowH2: false }));
    const client = watched(new Client(origin, { ...options, connect: connector }));
    return { dispatcher: client, isConnected: () => isConnected, proxy: null, close: close(client) };
  }
  const { host, username, protocol } = new URL(proxy);
  const seen: { -readonly [K in keyof ProxySeen]: ProxySeen[K] } = {
    address: host,
    hasUser: username !== '',
    hasAnswered: false,
    answer: null,
  };
  if (protocol.startsWith('socks')) {
    const connector = socksConnector(proxy, new URL(origin), connect, () => {
      seen.hasAnswered = true;
    });
    const client = watched(new Client(origin, { ...options, connect: withoutContinue(connector) }));
    return { dispatcher: client, isConnected: () => isConnected, proxy: seen, close: close(client) };
  }
  const agent = new ProxyAgent({
    ...options,
    uri: proxy,
    // Otherwise the library would let the proxy read requests to an http address.
    proxyTunnel: true,
    requestTls: connect,
    proxyTls: connect,
    // The library's own options contain the connector that opens the tunnel.
    factory: (target, given: Client.Options) =>
      watched(new Client(target, { ...given, connect: withoutContinue(given.connect as buildConnector.connector) })),
    clientFactory: (target, given) => {
      const client = new Client(target, { ...given, headersTimeout: Math.min(timeouts.answer, TUNNEL_WAITS * timeouts.connect) });
      // The library's error holds nothing of the proxy's answer, and for a proxy that hangs up it would connect again without end.
      const tunnel = client.connect.bind(client);
      client.connect = async (params: Dispatcher.ConnectOptions) => {
        const answer = await tunnel(params).catch((cause: unknown) => {
          throw new Error('The proxy did not answer.', { cause });
        });
        seen.hasAnswered = true;
        seen.answer = { status: answer.statusCode, schemes: schemesIn(answer.headers['proxy-authenticate']) };
        return answer;
      };
      return client;
    },
  });
  return { dispatcher: agent, isConnected: () => isConnected, proxy: seen, close: close(agent) };
}
