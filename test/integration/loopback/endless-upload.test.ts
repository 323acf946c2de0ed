/** A file that the page sends without a length has the same limit as one with a length, and nothing of it is kept. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Application } from '../../../main/application.ts';
import { Downloads } from '../../../main/loopback/downloads.ts';
import { serveLoopback } from '../../../main/loopback/server.ts';
import { eventually } from '../../kit/eventually.ts';
import { openPage } from '../../kit/page.ts';

const MAX = 100_000;
const folder = mkdtempSync(join(tmpdir(), 'desk-endless-'));
const spoolDir = join(folder, 'spool');
const application = {
  subscribe: () => () => undefined,
  offerFile: (_path: string, name: string) => Promise.resolve({ name }),
} as unknown as Application;
const server = await serveLoopback(application, {
  rendererDir: folder,
  spoolDir,
  downloads: new Downloads(join(folder, 'downloads')),
  maxFileBytes: MAX,
});
const page = await openPage(server.pageUrl());
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a file without a length: endlessly, or with this many bytes. Resolves with the answer; null if the connection was closed. */
function upload(bytes: number): Promise<string | null> {
  return new Promise((answered) => {
    const headers = { authorization: `Bearer ${page.token}`, 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' };
    const call = request({ host: '127.0.0.1', port: server.port, path: '/files?name=list.csv', method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => answered(text)).on('error', () => answered(null));
    });
    call.on('error', () => answered(null));
    if (Number.isFinite(bytes)) call.end(Buffer.alloc(bytes, 'x'));
    else {
      const part = Buffer.alloc(16_384, 'x');
      const more = () => {
        if (!call.destroyed) call.write(part, () => setImmediate(more));
      };
      more();
    }
  });
}

it('a file of the largest size is stored', async () => {
  expect(JSON.parse((await upload(MAX))!)).toEqual({ ok: true, value: { name: 'list.csv' } });
  expect(readdirSync(spoolDir)).toHaveLength(1);
});

it.each([
  ['one byte more', MAX + 1],
  ['without end', Infinity],
])('a file of %s is refused', async (_, bytes) => {
  const before = readdirSync(folder, { recursive: true });
  expect((await upload(bytes)) ?? 'FILE_TOO_LARGE').toContain('FILE_TOO_LARGE');
  await eventually(() => {
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});
