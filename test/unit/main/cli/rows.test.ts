/** `desk rows` prints a list that can be longer than the memory. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { readCall } from '../../../../main/cli/arguments.ts';
import { createOutput } from '../../../../main/cli/output.ts';
import { rows } from '../../../../main/cli/rows.ts';
import type { SpawnWorker } from '../../../../main/platform/ports.ts';

const ROWS = 60;

it('does not continue to read while nobody takes its output', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-rows-'));
  const path = join(folder, 'list.csv');
  writeFileSync(path, 'a');
  let read = 0;
  async function* bytes() {
    for (; read < ROWS; read++) yield await Promise.resolve(Buffer.from(`${JSON.stringify(['Ada', 'x'.repeat(1000)])}\n`));
  }
  const spawn = (() => ({ result: Promise.resolve(null), bytes: bytes(), cancel: () => undefined })) as unknown as SpawnWorker;
  let printed = 0;
  const takers: (() => void)[] = [];
  const out = new Writable({
    highWaterMark: 10_000,
    write(_chunk, _encoding, done) {
      printed += 1;
      takers.push(done);
    },
  });
  const done = rows(readCall(['rows', path]), createOutput(true, out as unknown as NodeJS.WriteStream), spawn);
  await expect.poll(() => printed).toBe(1);
  await new Promise((resume) => setImmediate(resume));
  expect(read).toBeLessThan(20);
  for (let taken = 0; taken < ROWS; taken++) {
    await expect.poll(() => takers.length).toBeGreaterThan(0);
    takers.shift()!();
  }
  expect(await done).toBe(0);
  expect(printed).toBe(ROWS);
  rmSync(folder, { recursive: true });
});
