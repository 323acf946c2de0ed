/**
 * What goes wrong at a call that changes a service which does not count rows, or only at its end: the list is paid for once, and comes
 * to its results or to a question. Nothing is sent or started on a guess.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Inside } from '../kit/desk-inside.ts';
import type { DeskReport } from '../kit/desk-use.ts';
import { bodies, changing } from '../kit/fault-table.ts';

let inside: Inside;
let plain: DeskReport['scores'] = {};

beforeAll(async () => {
  inside = await Inside.open();
  plain = await inside.reference();
}, 60_000);

afterAll(async () => {
  await inside.close();
});

/** Faults after which a service that does not count rows cannot show whether the whole list is there. */
const UNCLEAR: ReadonlySet<string> = new Set([
  'acted on, then 503',
  'acted on, answer dropped',
  'acted on, connection closed',
  'too late to be acted on',
  // A short list is handed over in one piece, so that it may have arrived.
  'request reset at its first byte',
  'request closed in its midst',
  'request reset before its last byte',
]);

describe.each(['counts-never', 'counts-missing', 'counts-null'])('a service that speaks %s', (dialect) => {
  beforeAll(async () => {
    await inside.practice.client.settings({ dialect });
  });

  describe.each(['create', 'add', 'process'] as const)('%s', (step) => {
    it.each([...changing(step), ...bodies(step)])('%s', async (name, fault) => {
      const end = await inside.run([fault]);
      if (step !== 'add' || !UNCLEAR.has(name)) {
        expect(inside.judge(end, plain)).toEqual([]);
        return;
      }
      expect(inside.judgeMoney(end.projects)).toEqual([]);
      expect(end.report.state).toMatchObject({ at: 'needs-decision', question: 'add-unclear' });
      // Nobody has paid for what nobody could count.
      expect(end.projects.map(({ processActs }) => processActs)).toEqual([0]);
    });
  });
});
