/** A server between the application and a service that records every byte that the application sends. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface RecordedService {
  readonly url: string;
  /** The paths and bodies of all requests, as text. */
  readonly sent: readonly string[];
  close(): Promise<void>;
}

/** An answer in place of the service's. */
export interface OtherAnswer {
  readonly contentType: string;
  readonly body: string;
}

/**
 * `changed`: changes an answer of the service. `instead`: answers a request, such as “POST /project”, which then never reaches the service.
 */
export async function recordService(
  service: string,
  changed: (answer: string) => string = (answer) => answer,
  instead: (request: string) => OtherAnswer | null = () => null,
): Promise<RecordedService> {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      sent.push(`${request.url ?? ''}\n${body.toString('utf8')}`);
      const other = instead(`${request.method} ${request.url ?? ''}`);
      if (other !== null) {
        response.writeHead(200, { 'content-type': other.contentType });
        response.end(other.body);
        return;
      }
      const { authorization = '', 'content-type': contentType = 'application/json' } = request.headers;
      const answer = await fetch(`${service}${request.url ?? ''}`, {
        method: request.method ?? 'GET',
        headers: { authorization, 'content-type': contentType, accept: 'application/json' },
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
      response.end(changed(await answer.text()));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  };
}
