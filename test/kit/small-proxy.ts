/** Small proxies on 127.0.0.1: they open tunnels, refuse them, break them, or hang up. */
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer as createRawServer, type Server, type Socket } from 'node:net';

export interface SmallProxy {
  /** Host and port. */
  readonly address: string;
  readonly url: string;
  /** The requested targets, in order, with the Proxy-Authorization header, if any. */
  readonly asked: readonly { readonly target: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

/**
 * What the proxy does with CONNECT: opens a tunnel, refuses it, requires Basic credentials, hangs up without an answer, or opens a tunnel
 * and breaks it at the first byte. */
export type ProxyRule =
  | { readonly kind: 'open' | 'hang-up' | 'break' }
  | { readonly kind: 'refuse'; readonly status: number; readonly headers?: OutgoingHttpHeaders }
  | { readonly kind: 'password'; readonly user: string; readonly password: string };

type Asked = { target: string; authorization: string | undefined };

async function listen(server: Server, scheme: string, asked: Asked[], sockets: Set<Socket>): Promise<SmallProxy> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    url: `${scheme}://${address}`,
    asked,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

function joinSockets(one: Socket, other: Socket): void {
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
  one.pipe(other).pipe(one);
}

function head(status: number, headers: OutgoingHttpHeaders = {}): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? ''].flat().map((one) => `${name}: ${one}`));
  return [`HTTP/1.1 ${status} Answer`, ...lines, '', ''].join('\r\n');
}

export async function startProxy(rule: ProxyRule): Promise<SmallProxy> {
  const asked: Asked[] = [];
  const server = createServer();
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    const authorization = headers['proxy-authorization'];
    asked.push({ target: url, authorization });
    const wanted = rule.kind === 'password' ? `Basic ${Buffer.from(`${rule.user}:${rule.password}`).toString('base64')}` : null;
    if (rule.kind === 'hang-up') socket.destroy();
    else if (rule.kind === 'break') {
      socket.write(head(200));
      socket.once('data', () => socket.destroy());
    } else if (rule.kind === 'refuse') socket.end(head(rule.status, rule.headers));
    else if (wanted !== null && authorization !== wanted) socket.end(head(407, { 'Proxy-Authenticate': 'Basic realm="one, two"' }));
    else {
      const { hostname, port } = new URL(`http://${url}`);
      const other = connect(Number(port), hostname, () => {
        socket.write(head(200));
        joinSockets(socket, other);
      });
      other.on('error', () => socket.destroy());
    }
  });
  return await listen(server, 'http', asked, new Set());
}

/** A SOCKS 5 proxy without authentication, for IPv4 addresses and names. */
export async function startSocks(): Promise<SmallProxy> {
  const asked: Asked[] = [];
  const server = createRawServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request) => {
        const isName = request[3] === 3;
        const end = isName ? 5 + request[4]! : 8;
        const host = isName ? request.toString('latin1', 5, end) : request.subarray(4, end).join('.');
        const port = request.readUInt16BE(end);
        asked.push({ target: `${host}:${port}`, authorization: undefined });
        const other = connect(port, host, () => {
          socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
          joinSockets(socket, other);
        });
        other.on('error', () => socket.destroy());
      });
    });
  });
  return await listen(server, 'socks5', asked, new Set());
}

/** The URL of a proxy that has ended, whose port refuses connections. */
export async function deadProxy(scheme = 'http'): Promise<string> {
  const proxy = await startProxy({ kind: 'open' });
  await proxy.close();
  return `${scheme}://${proxy.address}`;
}
