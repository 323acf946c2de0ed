/** A download that breaks off can be repeated with the same address; a complete one cannot. */
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../main/application.ts';
import { Downloads } from '../../../main/loopback/downloads.ts';
import { type LoopbackServer, serveLoopback } from '../../../main/loopback/server.ts';
import { eventually } from '../../kit/eventually.ts';

/** More than the buffers of a connection hold, so that the server cannot send all of it to a browser that has ended. */
const BYTES = 64 * 1024 ** 2;
const folder = mkdtempSync(join(tmpdir(), 'desk-broken-download-'));
const downloads = new Downloads(join(folder, 'downloads'));
let server: LoopbackServer;

beforeAll(async () => {
  const application = { subscribe: () => () => undefined } as unknown as Application;
  server = await serveLoopback(application, { rendererDir: folder, spoolDir: folder, downloads });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The status and the number of bytes. `until`: breaks off after so many bytes. */
function downloaded(token: string, until = Number.POSITIVE_INFINITY): Promise<{ readonly status: number; readonly bytes: number }> {
  return new Promise((resolve, reject) => {
    const call = get(`http://127.0.0.1:${server.port}/download/${token}`, (response) => {
      let bytes = 0;
      const end = () => resolve({ status: response.statusCode ?? 0, bytes });
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes >= until) response.destroy();
      });
      response.once('close', end);
    });
    call.on('error', reject);
  });
}

it('works again after it broke off, until all of it has arrived', async () => {
  const { path, download } = await downloads.target('results.xlsx');
  expect(await downloaded(download!)).toMatchObject({ status: 404 });
  writeFileSync(path, 'people');
  truncateSync(path, BYTES);
  expect((await downloaded(download!, 1)).bytes).toBeLessThan(BYTES);
  await eventually(async () => {
    expect(await downloaded(download!)).toEqual({ status: 200, bytes: BYTES });
  });
  await eventually(() => {
    expect(existsSync(path)).toBe(false);
  });
  expect(await downloaded(download!)).toMatchObject({ status: 404 });
});
