/**
 * The practice service with a million records (`--rows N` changes the number): records accepted per second as JSON and CSV, profiles sent
 * per second, the peak memory of each, and the start time in a worker thread. Prints one line of JSON.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { startPractice } from '../practice/server/start.ts';
import { FIELD_KEYS } from '../shared/fields/table.ts';
import { person, spawnPractice, type PracticeClient } from '../test/kit/practice-client.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);

/** Number of records that are created once and reused with other IDs, so that the sender does not limit the measurement. */
const POOL = 4096;
const AT_ONCE = 64;

const csvCell = (value: string | number) => (/[",\n]/u.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
const jsonRests = Array.from({ length: POOL }, (_, number) =>
  JSON.stringify({ ...person(number * 37), constituentId: undefined }).slice(1),
);
const csvRests = Array.from({ length: POOL }, (_, number) => {
  const record = person(number * 37);
  return FIELD_KEYS.slice(1)
    .map((key) => csvCell(record[key]))
    .join(',');
});

function* jsonBody(): Generator<Buffer> {
  yield Buffer.from('{"scoreProfiles":[');
  for (let from = 0; from < rows; from += AT_ONCE) {
    let text = '';
    for (let row = from; row < Math.min(rows, from + AT_ONCE); row++)
      text += `${row === 0 ? '' : ','}{"constituentId":"C-${row}",${jsonRests[row % POOL]}`;
    yield Buffer.from(text);
  }
  yield Buffer.from(']}');
}

function* csvBody(): Generator<Buffer> {
  yield Buffer.from(`${FIELD_KEYS.join(',')}\r\n`);
  for (let from = 0; from < rows; from += AT_ONCE) {
    let text = '';
    for (let row = from; row < Math.min(rows, from + AT_ONCE); row++) text += `C-${row},${csvRests[row % POOL]}\r\n`;
    yield Buffer.from(text);
  }
}

async function send(client: PracticeClient, id: string, contentType: string, body: Iterable<Buffer>): Promise<number> {
  const began = performance.now();
  const call = request(`${client.url}/integrations/20240515/project/${id}/scores`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': contentType, accept: 'application/json' },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  await pipeline(Readable.from(body), call);
  const [response] = await answered;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  if (!text.includes(`"validRows":${rows}`)) throw new Error(`the list was not taken whole: ${response.statusCode} ${text}`);
  return rows / ((performance.now() - began) / 1000);
}

const MARK = Buffer.from('"pendingScore"');

async function readProfiles(client: PracticeClient, id: string): Promise<{ perSecond: number; bytes: number }> {
  const began = performance.now();
  const call = request(`${client.url}/integrations/20240515/project/${id}/profiles`, {
    headers: { authorization: `Bearer ${client.token}`, accept: 'application/json' },
  });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  let bytes = 0;
  let profiles = 0;
  let tail = Buffer.alloc(0);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    const text = Buffer.concat([tail, chunk]);
    let last = 0;
    for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, last)) {
      profiles++;
      last = at + MARK.length;
    }
    tail = text.subarray(Math.max(last, text.length - MARK.length + 1));
  }
  if (profiles !== rows) throw new Error(`${profiles} of ${rows} profiles came`);
  return { perSecond: rows / ((performance.now() - began) / 1000), bytes };
}

async function startTimes(dataDir: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const began = performance.now();
    const practice = await startPractice({ dataDir });
    times.push(performance.now() - began);
    await practice.close();
  }
  return times.sort((left, right) => left - right)[2] ?? Number.NaN;
}

interface Measured {
  readonly perSecond: number;
  /** CPU time of the service's process; unlike the rate, it does not depend on other load. */
  readonly cpuMicroseconds: number;
  readonly peakRssMb: number;
}

async function measured(step: (client: PracticeClient) => Promise<number>): Promise<Measured> {
  const practice = await spawnPractice({ dataDir: folder, credits: 10_000_000, secondsPerThousandRows: 0 });
  const before = await practice.client.health();
  const perSecond = await step(practice.client);
  const after = await practice.client.health();
  await practice.end('SIGTERM');
  return {
    perSecond: Math.round(perSecond),
    cpuMicroseconds: Number((((after.cpuSeconds - before.cpuSeconds) / rows) * 1e6).toFixed(1)),
    peakRssMb: Math.round(after.peakRssBytes / 1e6),
  };
}

const folder = await mkdtemp(path.join(tmpdir(), 'practice-bench-'));
try {
  let id = '';
  let profileBytes = 0;
  const jsonAdd = await measured(async (client) => send(client, (id = await client.create('JSON')), 'application/json', jsonBody()));
  const csvAdd = await measured(async (client) => send(client, await client.create('CSV'), 'text/csv', csvBody()));
  const profiles = await measured(async (client) => {
    await (await client.process(id)).arrayBuffer();
    await client.processed(id);
    const { perSecond, bytes } = await readProfiles(client, id);
    profileBytes = Math.round(bytes / rows);
    return perSecond;
  });
  const startMs = Math.round(await startTimes(path.join(folder, 'start')));
  console.log(JSON.stringify({ bench: 'practice', rows, jsonAdd, csvAdd, profiles, profileBytes, startMs }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
