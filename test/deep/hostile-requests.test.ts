/** Ten thousand requests that no page sends: the loopback host answers or drops each one, keeps running, and still serves its page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtFile } from '../../scripts/targets.mjs';

const REQUESTS = 10_000;
const PARALLEL = 32;

let folder: string;
let child: ChildProcess;
let url: string;
let host: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-hostile-'));
  child = spawn(process.execPath, [builtFile('loopback'), '--data', join(folder, 'data')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DESK_KEYCHAIN: 'none' },
  });
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  ({ url } = JSON.parse(line) as { url: string });
  ({ host } = new URL(url));
});
afterAll(async () => {
  child.stdin!.end();
  if (child.exitCode === null) await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

const head = (line: string, ...headers: string[]) => [line, `Host: ${host}`, ...headers, '', ''].join('\r\n');
const long = 'x'.repeat(20_000);

/** Requests by kind. `at` makes each one different. The client closes an unfinished request after a moment. */
const KINDS: readonly ((at: number) => string)[] = [
  (at) => head(`GET /files?name=${at}&name=${at} HTTP/1.1`),
  () => head('POST /files?name=a%00b HTTP/1.1', 'Content-Type: application/octet-stream', 'Content-Length: 3') + 'abc',
  () => head('POST /session HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 4') + 'null',
  () => head('POST /rpc HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 999') + '{"method":"app',
  () => head('POST /rpc HTTP/1.1', 'Transfer-Encoding: chunked', 'Content-Type: application/json') + 'zz\r\n{}',
  () => head('POST /rpc HTTP/1.1', 'Content-Type: application/json', 'Content-Length: -1'),
  () => head('POST /rpc HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 2', 'Content-Length: 5') + '{}',
  () => `GET / HTTP/1.1\r\nHost: evil.example\r\nX: ${long}\r\n\r\n`,
  () => 'GET /\u0000 HTTP/1.1\r\n\r\n',
  () => head('GET /%ff%fe%00 HTTP/1.1'),
  () => head('GET /events?ticket=a&ticket=b HTTP/1.1'),
  () => head('CONNECT 127.0.0.1:1 HTTP/1.1'),
  () => head('GET / HTTP/1.1', 'Upgrade: websocket', 'Connection: Upgrade'),
  () => head('GET / HTTP/1.1', 'Expect: 100-continue', 'Range: bytes=0-1,5-2'),
  (at) => String.fromCodePoint(...Array.from({ length: 64 }, (_, index) => (at * 31 + index * 17) % 256)),
];

/** Sends bytes, gives a slow server a moment to answer, and closes the connection. */
async function strike(bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  await new Promise<void>((done) => {
    const socket = connect(Number(port), hostname, () => socket.end(Buffer.from(bytes, 'latin1')));
    socket.setTimeout(250, () => socket.destroy());
    socket.on('data', () => undefined);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      done();
    });
  });
}

it('the host keeps running, and answers its page afterwards', async () => {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < REQUESTS; at = next++) await strike(KINDS[at % KINDS.length]!(at));
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  expect((await fetch(new URL('/', url))).status).toBe(200);
  // The code of the URL is older than a minute by now, so a page cannot open. Calls without a token are still refused.
  expect((await fetch(new URL('/rpc', url), { method: 'POST', body: '{}' })).status).toBeGreaterThanOrEqual(400);
}, 300_000);
