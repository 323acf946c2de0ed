/** A service whose next answers the test chooses, and a client of it that never waits. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../../main/platform/ports.ts';
import { ServiceClient, type ServiceAddress } from '../../main/service/client.ts';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;
type Network = ConstructorParameters<typeof ServiceClient>[1];

const NOW = Date.parse('2026-03-01T12:00:00Z');
export const direct: Network = { connect: () => Promise.resolve({ proxies: [null], trust: null }) };

export class ScriptedService {
  answer: Answer = says(200);
  baseUrl = '';
  /** Method and path of each call, in order. */
  requests: string[] = [];
  /** The header `accept` of each call. */
  accepted: (string | undefined)[] = [];
  /** How long the client would have waited, in milliseconds. */
  waits: number[] = [];

  private readonly server = createServer((request, response) => {
    // The end of a list that an earlier test gave up can arrive late.
    if (request.url?.endsWith('/scores') !== true) this.requests.push(`${request.method} ${request.url}`);
    this.accepted.push(request.headers.accept);
    request.resume();
    this.answer(response, request);
  });

  private readonly clock = {
    now: () => NOW,
    elapsed: () => 0,
    wait: (ms: number) => {
      this.waits.push(ms);
      return Promise.resolve();
    },
  };

  async start(): Promise<void> {
    await new Promise<void>((listening) => {
      this.server.listen(0, '127.0.0.1', listening);
    });
    this.baseUrl = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  forget(): void {
    this.requests = [];
    this.accepted = [];
    this.waits = [];
  }

  clientOf(more: Partial<ServiceAddress> = {}, network: Network = direct, time: Clock = this.clock): ServiceClient {
    return new ServiceClient({ baseUrl: this.baseUrl, version: 'v1', token: 'secret-token', ...more }, network, time, () => 0.5);
  }
}

export function says(status: number, body = '', headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}
export const hangsUp: Answer = (response) => response.destroy();
/** The head of an answer, and half of its body. */
export const cutOff: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
  setImmediate(() => response.destroy());
};
export const silent: Answer = () => undefined;
