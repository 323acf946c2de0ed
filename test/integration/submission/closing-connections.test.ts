/**
 * Results that arrive faster than the program stores them, over a connection that closes immediately: the program continues.
 * @module-tag deep
 */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeList } from '../../kit/csv-list.ts';
import { rawAnswer, startRawService } from '../../kit/raw-service.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { desk as terminal } from '../../kit/terminal.ts';

const { practice, folder } = await setupTerminal();
const service = await startRawService(practice.client.url);
afterAll(() => service.close());

const environment = { DESK_TOKEN: practice.client.token };

/** Sizes at which the first read fills the buffer of the answer and the rest waits in the buffer of the connection. */
it.each([66_000, 100_000, 130_000])(
  'a list of profiles of %i bytes that ends with the connection is stored, and paid for once',
  async (bytes) => {
    service.answer = async ({ path, forwarded }) => {
      if (!path.endsWith('/profiles')) return null;
      const { body } = await forwarded();
      const padding = Buffer.alloc(Math.max(0, bytes - body.length), ' ');
      return rawAnswer(['HTTP/1.1 200 OK', 'content-type: application/json', 'connection: close'], Buffer.concat([body, padding]));
    };
    const list = join(folder, `list-${bytes}.csv`);
    const { rows, refused } = writeList(list, 20 + Math.round(bytes / 10_000));
    const dataDir = join(folder, `data-${bytes}`);
    const desk = (...words: string[]) => terminal([...words, '--data', dataDir], { environment });
    await desk('connections', 'add', '--name', 'Closing', '--base-url', service.url);
    const charged = (await practice.client.ledger()).credits.charged;
    const done = await desk('screen', list, '--connection', 'Closing', '--send-errors', '--yes', '--out', `${list}.xlsx`);
    expect(done.err).not.toMatch(/assert|\bat .*:\d+:\d+/i);
    expect(done).toMatchObject({ exit: 4 });
    expect(done.out).toContain(`${rows} rows sent = ${rows - refused} scored + ${refused} not accepted + 0 without a result`);
    expect((await practice.client.ledger()).credits.charged - charged).toBe(rows - refused);
  },
);
