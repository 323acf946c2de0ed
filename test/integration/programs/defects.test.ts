/**
 * Unhandled errors: the program prints one sentence without any text of the error, keeps what was done, and continues.
 * @module-tag deep
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import { startPractice } from '../../../practice/server/start.ts';
import { builtFile } from '../../../scripts/targets.mjs';
import { writeList } from '../../kit/csv-list.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { desk as terminal } from '../../kit/terminal.ts';
import { testPorts, workerPool } from '../../kit/test-ports.ts';

const { practice, folder, desk, dataDir } = await setupTerminal();

const PRIVATE = 'Jane Doe';
/** Code that a program runs first. */
const preload = (code: string) => `--import=data:text/javascript,${encodeURIComponent(code)}`;

it('a terminal command that fails while it fetches results shows a message, and resume continues without paying again', async () => {
  const list = join(folder, 'list.csv');
  const { rows, refused } = writeList(list, 40);
  const failing = preload(`import { subscribe } from 'node:diagnostics_channel';
subscribe('undici:request:create', ({ request }) => {
  if (request.path.endsWith('/profiles')) setImmediate(() => { throw new Error('${PRIVATE}'); });
});`);
  const environment = { DESK_TOKEN: practice.client.token, NODE_OPTIONS: failing };
  const words = [
    'screen',
    list,
    '--connection',
    'Service',
    '--send-errors',
    '--yes',
    '--out',
    join(folder, 'results.csv'),
    '--json',
    '--data',
    dataDir,
  ];
  const died = await terminal(words, { environment });
  expect(died).toMatchObject({ exit: 2 });
  expect(died.lines.at(-1)).toMatchObject({
    ok: false,
    error: { code: 'INTERNAL', message: expect.stringContaining('"desk resume"') as string },
  });
  expect(died.err + died.out).not.toMatch(/Jane|\bat .*:\d+:\d+/);
  const log = readFileSync(join(dataDir, 'logs/desk.log'), 'utf8');
  expect(log).toContain('"event":"defect"');
  expect(log).not.toContain(PRIVATE);

  const resumed = await desk('resume');
  expect(resumed).toMatchObject({ exit: 4 });
  expect(resumed.out).toContain(`${rows} rows sent = ${rows - refused} scored + ${refused} not accepted + 0 without a result`);
  expect((await practice.client.ledger()).credits.charged).toBe(rows - refused);
});

it('the host of the page ends with a message after an error, and says at its next start that it was restarted', async () => {
  const hostData = join(folder, 'host');
  const started = (words: readonly string[], options: string) => {
    const child = spawn(process.execPath, [builtFile('loopback'), '--data', hostData, ...words], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: options },
    });
    const output = { err: '' };
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
    return {
      child,
      output,
      line: once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>,
      ended: once(child, 'close'),
    };
  };
  const first = started([], preload(`process.on('SIGUSR2', () => { throw new Error('${PRIVATE}'); });`));
  await first.line;
  first.child.kill('SIGUSR2');
  expect(await first.ended).toEqual([2, null]);
  expect(first.output.err).toMatch(/^Something went wrong inside Screening Desk, and it had to end. What was done is kept.\n$/);

  const again = started(['--restarted'], '');
  const url = new URL((JSON.parse((await again.line)[0]) as { url: string }).url);
  const post = async (path: string, body: unknown, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    return (await fetch(url.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { token } = (await post('/session', { code: url.hash.slice('#code='.length) })) as { token: string };
  const noticeOf = async () =>
    ((await post('/rpc', { method: 'app.get', input: {} }, token)) as { value: { notice: string | null } }).value.notice;
  expect(await noticeOf()).toContain('ended unexpectedly and started again');
  await post('/rpc', { method: 'app.dismissNotice', input: {} }, token);
  expect(await noticeOf()).toBeNull();
  again.child.stdin.end();
  await again.ended;
});

it('the practice service starts again after it ended', async () => {
  const own = mkdtempSync(join(tmpdir(), 'desk-practice-'));
  const pool = workerPool();
  afterAll(() => rmSync(own, { recursive: true, force: true }));
  let die: () => Promise<void> = async () => undefined;
  const application = await createApplication(
    testPorts(join(own, 'data'), pool, {
      startPractice: async (options) => {
        const running = await startPractice(options);
        die = async () => {
          await running.close();
          options.onExit(new Error('The thread has ended.'));
        };
        return running;
      },
    }),
  );
  const call = callOf(application);
  try {
    const { remaining } = await call('credits.read', { connectionId: 'practice' });
    await die();
    expect(await call('credits.read', { connectionId: 'practice' })).toMatchObject({ remaining });
  } finally {
    await application.close();
    await pool.close();
  }
});
