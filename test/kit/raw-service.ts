/** A server in front of a service that answers chosen requests byte for byte, so its answers can break the rules of HTTP. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request, and a function that gets the answer of the real service. */
export interface RawRequest {
  readonly method: string;
  /** The path below the version. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The answer of the real service. */
  readonly forwarded: () => Promise<{ readonly status: number; readonly body: Buffer }>;
}

/** Bytes to write before the connection is closed, a function that writes them, or null for the unchanged answer of the service. */
export type RawAnswer = string | Buffer | ((socket: Socket) => void) | null;

export interface RawService {
  readonly url: string;
  /** Method and path of every request, in order. */
  readonly asked: readonly string[];
  /** Decides the answer to each request. */
  answer: (request: RawRequest) => RawAnswer | Promise<RawAnswer>;
  close(): Promise<void>;
}

/** The bytes of an answer with these header lines. */
export function rawAnswer(head: readonly string[], body: string | Buffer = ''): Buffer {
  return Buffer.concat([Buffer.from([...head, '', ''].join('\r\n'), 'latin1'), Buffer.from(body)]);
}

const withoutVersion = (url: string): string => url.replace(/^.*?\/integrations\/[^/]+/, '');

/** `service`: the URL of the real service. */
export async function startRawService(service: string): Promise<RawService> {
  const asked: string[] = [];
  const started = { answer: (() => null) as RawService['answer'] };
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '', headers, socket } = request;
      const sent = await buffer(request);
      asked.push(`${method} ${withoutVersion(url)}`);
      const forwarded = async () => {
        const { authorization = '', accept = '*/*', 'content-type': type } = headers;
        const answer = await fetch(service + url, {
          method,
          headers: { authorization, accept, ...(type !== undefined && { 'content-type': type }) },
          ...(sent.length > 0 && { body: new Uint8Array(sent) }),
        });
        const contentType = answer.headers.get('content-type') ?? 'application/json';
        return { status: answer.status, contentType, body: Buffer.from(await answer.arrayBuffer()) };
      };
      const answer = await started.answer({ method, path: withoutVersion(url), headers, forwarded });
      if (typeof answer === 'function') answer(socket);
      else if (answer !== null) socket.end(answer);
      else {
        const { status, contentType, body } = await forwarded();
        response.writeHead(status, { 'content-type': contentType }).end(body);
      }
    })();
  });
  server.on('connection', (socket: Socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(started, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}
