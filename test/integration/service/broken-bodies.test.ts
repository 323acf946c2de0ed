/** A compressed or plain answer that ends badly is a failure with a message, even before anything reads it, and the program continues. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from '../../../main/service/client.ts';
import { fastClock } from '../../kit/test-ports.ts';

const BODY = Buffer.from(JSON.stringify(Array.from({ length: 3000 }, (_, index) => ({ id: `p${index}`, score: index * 7919 }))));
let server: Server;
let client: ServiceClient;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new ServiceClient(
    { baseUrl, version: '20240515', token: 'token' },
    { connect: () => Promise.resolve({ proxies: [null], trust: null }) },
    fastClock(1_000),
  );
});
afterAll(() => {
  server.close();
});

const whole = (encoding: string, bytes: Buffer) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(bytes);
const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length - 20);
const zipped = gzipSync(BODY);
const changed = Buffer.from(zipped);
changed.fill(0xff, 40, 80);

const NOT_WHOLE = /could not be read to its end/;
const NOT_UNDONE = /is compressed \(\w+\) in a way that cannot be undone/;

it.each<[what: string, sentence: RegExp, answer: (response: ServerResponse) => void]>([
  ['a gzip that is cut off', NOT_WHOLE, whole('gzip', cut(zipped))],
  ['a gzip of which only the head comes', NOT_WHOLE, whole('gzip', zipped.subarray(0, 5))],
  ['a gzip that is damaged', NOT_UNDONE, whole('gzip', changed)],
  ['a brotli that is cut off', NOT_WHOLE, whole('br', cut(brotliCompressSync(BODY)))],
  ['a deflate that is cut off', NOT_WHOLE, whole('deflate', cut(deflateSync(BODY)))],
  [
    'a body whose connection closes',
    NOT_WHOLE,
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(BODY.length) });
      response.write(BODY.subarray(0, 20_000), () => response.destroy());
    },
  ],
])('%s fails with a message when it is read immediately and when it is read later, every time', async (_what, sentence, give) => {
  answer = give;
  for (const waitMs of [0, 100, 0, 100]) {
    const { chunks } = await client.profiles('p', new AbortController().signal);
    // The worker that reads the answer may need time to start.
    if (waitMs > 0) await setTimeout(waitMs);
    const read = async () => {
      for await (const chunk of chunks) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toThrow(sentence);
  }
});

it('an answer that nobody reads fails without ending the program', async () => {
  answer = whole('gzip', cut(zipped));
  for (let time = 0; time < 3; time++) {
    const { chunks } = await client.profiles('p', new AbortController().signal);
    await setTimeout(50);
    expect(() => chunks.destroy()).not.toThrow();
  }
});
