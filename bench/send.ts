/**
 * Encoding and sending a list from its project file to a local sink that counts bytes, compared in the same run with a plain http request
 * that sends the same bytes from a file. Uses the built worker. Prints one line of JSON.
 * npm run build && npx -c 'node bench/send.ts'                     1,000,000 rows with every field
 * npm run build && npx -c 'node bench/send.ts --wide'              a body of 1.4 GB
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ServiceClient } from '../main/service/client.ts';
import { NO_INPUTS } from '../main/worker-protocol/check.ts';
import type { ListSource } from '../main/worker-protocol/list.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { FIELD_KEYS } from '../shared/fields/table.ts';
import { fastClock } from '../test/kit/test-ports.ts';
import { person } from '../test/kit/practice-client.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, wide: { type: 'boolean', default: false } } });
const rows = Number(values.rows);
const TODAY = '2026-11-20';
/** Number of different people; the IDs of all rows differ. */
const PEOPLE = 1_000;
/** Text that extends a record to 1.4 KB. */
const WIDE = ' of the Department of Records and Correspondence'.repeat(5);

const peakMb = () => Math.round(process.resourceUsage().maxRSS / 1000);

async function writeList(path: string): Promise<void> {
  const cell = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;
  const lines = Array.from({ length: PEOPLE }, (_, number) => {
    const one = person(number);
    const wide = values.wide
      ? {
          businessTitle: one.businessTitle + WIDE.slice(0, 220),
          businessName: one.businessName + WIDE.slice(0, 220),
          street2: one.street2 + WIDE.slice(0, 200),
        }
      : {};
    return FIELD_KEYS.slice(1)
      .map((key) => cell({ ...one, ...wide }[key]))
      .join(',');
  });
  function* parts() {
    yield `${FIELD_KEYS.join(',')}\n`;
    for (let first = 0; first < rows; first += PEOPLE) {
      let text = '';
      for (let number = first; number < Math.min(rows, first + PEOPLE); number++) text += `${number},${lines[number % PEOPLE]!}\n`;
      yield text;
    }
  }
  await pipeline(Readable.from(parts()), createWriteStream(path));
}

/** Runs one part of this file in a child process; returns its last line, parsed as JSON. */
async function part<T>(name: string, order: object): Promise<T> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    env: { ...process.env, SEND_PART: name, SEND_ORDER: JSON.stringify(order) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = '';
  createInterface({ input: child.stdout }).on('line', (line) => (last = line));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`the part "${name}" ended with ${code}`);
  return JSON.parse(last) as T;
}

interface Order {
  readonly folder: string;
  readonly url: string;
  readonly request: ListSource;
}

const ref = (folder: string) => ({ path: join(folder, 'list.sqlite'), projectId: 'bench', key: new Uint8Array(32).fill(7) });
const options = { sendErrors: true, resendRecent: true };

async function make({ folder }: Order): Promise<object> {
  const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url));
  const path = join(folder, 'list.csv');
  await writeList(path);
  const { sheetLayout, plan } = await pool.spawn('load', {
    path,
    name: 'list.csv',
    file: ref(folder),
    options: {},
    today: TODAY,
    inputs: NO_INPUTS,
  }).result;
  await pool.close();
  return { sheetLayout, plan, rowIdPrefix: 'row-BENCH-' };
}

/** Sends the project file to the sink with the product's own client. */
async function send({ folder, url, request }: Order): Promise<object> {
  const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url));
  const input = { ...request, file: ref(folder), options, format: 'json' } as const;
  const began = performance.now();
  const found = await pool.spawn('encode', { ...input, mode: 'measure' }).result;
  if (found === null) throw new Error('there is nothing to send');
  const body = found;
  const measured = performance.now();
  const client = new ServiceClient(
    { baseUrl: url, version: '20240515', token: 'a-token' },
    { connect: () => Promise.resolve({ proxies: [null], trust: null }) },
    fastClock(1),
  );
  const cpu = process.cpuUsage();
  const digest = createHash('sha256');
  async function* chunks() {
    for await (const chunk of pool.spawn('encode', { ...input, mode: 'stream', body }).bytes) {
      digest.update(chunk);
      yield chunk;
    }
  }
  const { outcome } = await client.addList(
    'P',
    { contentType: 'application/json', bytes: body.bytes, chunks: chunks() },
    new AbortController().signal,
  );
  const sent = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  if (outcome !== 'done' || digest.digest('hex') !== body.sha256) throw new Error(`the list was not sent whole: ${outcome}`);
  await pool.close();
  return {
    rows: body.rows,
    bytes: body.bytes,
    measureMs: measured - began,
    sendMs: sent - measured,
    cpuMs: (user + system) / 1000,
    peakMb: peakMb(),
  };
}

/** Sends the same bytes from a plain file. */
async function plain({ folder, url }: Order): Promise<object> {
  const path = join(folder, 'body.json');
  const began = performance.now();
  const call = request(`${url}/plain`, {
    method: 'POST',
    headers: { 'content-length': statSync(path).size, 'content-type': 'application/json' },
  });
  const answered = once(call, 'response');
  await pipeline(createReadStream(path), call);
  const [response] = (await answered) as [Readable];
  response.resume();
  return { sendMs: performance.now() - began };
}

/** Counts received bytes; stores the first body for the plain request. */
async function sink(folder: string) {
  const bodies: number[] = [];
  const server = createServer((message, response) => {
    const keep = bodies.length === 0 ? createWriteStream(join(folder, 'body.json')) : null;
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (keep !== null && !keep.write(chunk)) {
        message.pause();
        keep.once('drain', () => message.resume());
      }
    });
    message.on('end', () => {
      bodies.push(bytes);
      keep?.end();
      response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, close: () => server.close() };
}

const PARTS: Readonly<Record<string, (order: Order) => Promise<object>>> = { make, send, plain };
const runPart = PARTS[process.env['SEND_PART'] ?? ''];
if (runPart !== undefined) console.log(JSON.stringify(await runPart(JSON.parse(process.env['SEND_ORDER']!) as Order)));
else {
  const folder = mkdtempSync(join(tmpdir(), 'desk-send-'));
  const counting = await sink(folder);
  try {
    const { url } = counting;
    const request = { ...(await part<object>('make', { folder })), today: TODAY };
    // The first run also stores the body, so it is not timed.
    await part('send', { folder, url, request });
    const own = await part<{ rows: number; bytes: number; measureMs: number; sendMs: number; cpuMs: number; peakMb: number }>('send', {
      folder,
      url,
      request,
    });
    const anchor = await part<{ sendMs: number }>('plain', { folder, url });
    if (counting.bodies.some((bytes) => bytes !== own.bytes)) throw new Error(`bodies of ${counting.bodies.join(', ')} bytes came`);
    console.log(
      JSON.stringify({
        bench: 'send',
        rows: own.rows,
        megabytes: Math.round(own.bytes / 1e6),
        recordsPerSecond: Math.round((own.rows / own.sendMs) * 1000),
        measuringRecordsPerSecond: Math.round((own.rows / own.measureMs) * 1000),
        // CPU time of the sending process; unlike the rate, it does not depend on other load
        cpuMicrosecondsPerRecord: Number(((own.cpuMs * 1000) / own.rows).toFixed(1)),
        plainRecordsPerSecond: Math.round((own.rows / anchor.sendMs) * 1000),
        timesPlain: Number((own.sendMs / anchor.sendMs).toFixed(2)),
        peakMb: own.peakMb,
        sinkPeakMb: peakMb(),
      }),
    );
  } finally {
    counting.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
