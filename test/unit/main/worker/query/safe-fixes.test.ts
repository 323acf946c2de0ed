/** Fixes of a whole list: what their preview promises, and that they never make a row worse. */
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { checkCounts } from '../../../../../shared/rows/check-counts.ts';
import { NO_INPUTS } from '../../../../../main/worker-protocol/check.ts';
import { CheckedList } from '../../../../kit/checked-list.ts';
import { EVERY_ROW, fixRequest, MESSY_FIELDS, messyList, refusedWhile } from '../../../../kit/messy-lists.ts';

let open: CheckedList | null = null;
const listOf = async (rows: readonly (readonly string[])[], inputs = NO_INPUTS) =>
  (open = await CheckedList.make({ fields: MESSY_FIELDS, rows, rowsPerBlock: 5, inputs }));
afterEach(() => {
  open?.close();
  open = null;
});

const rowWith = (cells: Partial<Record<(typeof MESSY_FIELDS)[number], string>>) => {
  const usual = { primaryFirst: 'Jane', primaryLast: 'Okafor', street: '12 Main St', city: 'Worcester', state: 'MA', postalCode: '01609' };
  return MESSY_FIELDS.map((field) => ({ ...usual, ...cells })[field as keyof typeof usual] ?? '');
};
/** Rows for which a preview was once wrong: they became ready by another rule's fix, or did not become ready. */
const NOT_GAINED_ONCE: readonly Parameters<typeof rowWith>[0][] = [
  // The fix of one name fixed both.
  { primaryFirst: 'Jane, Jr.', primaryLast: 'Jane Okafor' },
  // Without its title, the spouse had a whole name, which no rule had reported.
  { spouseFirst: 'Mr. John Okafor' },
  { spouseFirst: 'and John Okafor' },
  // No fix empties a first name.
  { primaryFirst: 'Mr. & Mrs.' },
  // The first name is there, and the fix of two people, or of a whole name, moves it.
  { primaryFirst: '', primaryLast: 'Mr. & Mrs. John Okafor III' },
  { primaryFirst: '', primaryLast: 'Jane and John Okafor' },
  { primaryFirst: '', primaryLast: 'Ms. Jane Okafor' },
  // The spouse became John Doe Doe.
  { primaryLast: 'Okafor + Doe', spouseFirst: 'John Doe' },
];
const valuesOf = (checked: CheckedList) =>
  checked.session.page({ filter: { kind: 'all' }, find: '', offset: 0, limit: 20, options: EVERY_ROW }).rows.map(({ values }) => values);

describe('a fix that is not the newest step', () => {
  it('is taken back alone: cells that changed later stay, and one undo brings it back', async () => {
    const checked = await listOf([
      rowWith({ primaryFirst: 'Dr. Ann', state: 'MA' }),
      rowWith({ primaryFirst: 'Dr. Bea', primaryLast: 'Percy', street: '1 Elm St' }),
      rowWith({ primaryFirst: 'Cleo and Max', street: '3 Oak St' }),
    ]);
    const { session } = checked;
    const before = valuesOf(checked);
    const titles = await session.edit({ kind: 'fix', code: 'NAME_TITLE', field: null });
    await session.edit({ kind: 'fix', code: 'TWO_PEOPLE', field: null });
    await session.edit({ kind: 'correct', row: 2, field: 'primaryFirst', value: 'Anna' });
    const later = valuesOf(checked);
    const first = MESSY_FIELDS.indexOf('primaryFirst');
    expect(later.map((values) => values[first])).toEqual(['Anna', 'Bea', 'Cleo']);
    const summary = await session.edit({ kind: 'takeBack', label: titles.undo! });
    expect(valuesOf(checked).map((values) => values[first])).toEqual(['Anna', 'Dr. Bea', 'Cleo']);
    expect(valuesOf(checked)[1]).toEqual(before[1]);
    expect(summary.undo).toBe('undoing “Title, suffix or remark in the name” in 2 rows');
    await session.edit({ kind: 'undo' });
    expect(valuesOf(checked)).toEqual(later);
    // A label that no step has changes nothing.
    expect((await session.edit({ kind: 'takeBack', label: 'nothing' })).undo).toBe('the change of First name in row 2');
  });
});

describe('the fixes of a list', () => {
  it('never add a row that the service refuses, in any order, with any undos', async () => {
    await fc.assert(
      fc
        .asyncProperty(messyList, fc.array(fixRequest, { minLength: 1, maxLength: 6 }), async (rows, requests) => {
          const checked = await listOf(rows);
          const { before, most } = await refusedWhile(checked, requests);
          expect(most).toBeLessThanOrEqual(before);
        })
        .afterEach(() => {
          open?.close();
          open = null;
        }),
      { numRuns: 30 },
    );
  });

  it('do what their preview shows, and one undo reverts all of it', async () => {
    await fc.assert(
      fc
        .asyncProperty(messyList, async (rows) => {
          const checked = await listOf(rows);
          const before = checkCounts(checked.session.summary().histogram);
          const values = valuesOf(checked);
          const preview = await checked.session.safeFixes(null);
          const summary = await checked.session.edit({ kind: 'fixSafe', codes: null });
          const after = checkCounts(summary.histogram);
          expect(preview).toMatchObject({
            ready: { before: before.ready, after: after.ready },
            invalid: { before: before.invalid, after: after.invalid },
            withIssues: { before: before.withIssues, after: after.withIssues },
          });
          expect(await checked.session.safeFixes(null)).toMatchObject({ fixes: [], cells: 0, rows: 0 });
          if (preview.rows > 0) await checked.session.edit({ kind: 'undo' });
          expect(checkCounts(checked.session.summary().histogram)).toEqual(before);
          expect(valuesOf(checked)).toEqual(values);
        })
        .afterEach(() => {
          open?.close();
          open = null;
        }),
      { numRuns: 30, examples: [[NOT_GAINED_ONCE.map(rowWith)]] },
    );
  });

  it('gain as many ready rows as the check promises for each rule', async () => {
    await fc.assert(
      fc
        .asyncProperty(messyList, async (rows) => {
          const checked = await listOf(rows);
          const { rules, histogram } = checked.session.summary();
          const { ready } = checkCounts(histogram);
          for (const { code, gain, fix } of rules) {
            const summary = fix?.safe === true ? await checked.session.edit({ kind: 'fix', code, field: null }) : null;
            const gained = summary === null ? 0 : checkCounts(summary.histogram).ready - ready;
            expect([code, gain]).toEqual([code, gained]);
            if (summary !== null && summary.undo !== null) await checked.session.edit({ kind: 'undo' });
          }
        })
        .afterEach(() => {
          open?.close();
          open = null;
        }),
      { numRuns: 30, examples: [[NOT_GAINED_ONCE.map(rowWith)]] },
    );
  });
});

describe('the preview of the safe fixes', () => {
  it('shows each rule with cells, rows, and examples, and the counts of the chosen rules only', async () => {
    const checked = await listOf([
      rowWith({ primaryFirst: 'Jane and John' }),
      rowWith({ primaryFirst: 'Dr. Jane', primaryLast: 'Smith, Jr.' }),
      rowWith({ primaryFirst: 'Dr. Ann' }),
      rowWith({ postalCode: '1609', state: '' }),
      rowWith({ street: `1 ${'x'.repeat(256)}` }),
      rowWith({}),
    ]);
    const all = await checked.session.safeFixes(null);
    expect(all.fixes.map(({ code, cells, rows, examples }) => ({ code, cells, rows, examples }))).toEqual([
      {
        code: 'NAME_TITLE',
        cells: 3,
        rows: 2,
        examples: [
          { before: 'Dr. Jane', after: 'Jane' },
          { before: 'Smith, Jr.', after: 'Smith' },
          { before: 'Dr. Ann', after: 'Ann' },
        ],
      },
      { code: 'TWO_PEOPLE', cells: 3, rows: 1, examples: [{ before: 'Jane and John', after: 'Jane + John + Okafor' }] },
    ]);
    // Without a state, four digits can be a postal code abroad.
    expect(all).toMatchObject({ rows: 3, cells: 6, ready: { before: 1, after: 4 }, invalid: { before: 1, after: 1 } });
    expect(await checked.session.safeFixes(['TWO_PEOPLE'])).toMatchObject({ rows: 1, cells: 3, ready: { before: 1, after: 2 } });
    const { undo } = await checked.session.edit({ kind: 'fixSafe', codes: ['TWO_PEOPLE', 'NAME_TITLE'] });
    expect(undo).toBe('2 safe fixes in 3 rows');
  });
});

describe('a fix', () => {
  it('a fix on any field fixes every field of a row that has the issue', async () => {
    const checked = await listOf([rowWith({ primaryFirst: 'Dr. Jane', primaryLast: 'Smith, Jr.' })]);
    expect(checked.session.summary().rules).toMatchObject([
      {
        code: 'NAME_TITLE',
        rows: 1,
        fields: [
          { field: 'primaryFirst', rows: 1 },
          { field: 'primaryLast', rows: 1 },
        ],
      },
    ]);
    const summary = await checked.session.edit({ kind: 'fix', code: 'NAME_TITLE', field: null });
    expect(summary.rules).toEqual([]);
    expect(valuesOf(checked)[0]!.slice(0, 2)).toEqual(['Jane', 'Smith']);
  });

  it('skips a row that would lose a value that the organization requires', async () => {
    const required = { ...NO_INPUTS, rules: { required: ['personalEmail' as const], severities: {} } };
    const checked = await listOf([rowWith({ personalEmail: 'jane@' }), rowWith({ personalEmail: 'jane@example,com' })], required);
    await checked.session.edit({ kind: 'fix', code: 'EMAIL_FORMAT', field: null });
    const email = MESSY_FIELDS.indexOf('personalEmail');
    expect(valuesOf(checked).map((values) => values[email])).toEqual(['jane@', 'jane@example.com']);
  });

  it('nobody is merged into a row that names no person and is not sent', async () => {
    const checked = await listOf([rowWith({ primaryLast: 'Anonymous' }), rowWith({})]);
    await expect(checked.session.edit({ kind: 'merge', rows: [2, 3] })).rejects.toThrow('not all of them are sent');
    const outcome = await refusedWhile(checked, [{ kind: 'merge', rows: [2, 3] }]);
    expect(outcome).toMatchObject({ merges: 0, lost: [] });
  });

  it('nobody is merged with a row that the user left out', async () => {
    const checked = await listOf([rowWith({}), rowWith({}), rowWith({})]);
    await checked.session.edit({ kind: 'leaveOut', rows: [3], leaveOut: true });
    await expect(checked.session.edit({ kind: 'merge', rows: [2, 3] })).rejects.toThrow('not all of them are sent');
    await expect(checked.session.edit({ kind: 'merge', rows: [2, 4] })).resolves.toBeDefined();
  });

  it('a row of an organization is left out, and can be sent anyway', async () => {
    const checked = await listOf([rowWith({ primaryLast: 'Acme, Inc.' })]);
    const rules = () => checked.session.summary().rules;
    expect(rules()).toMatchObject([{ code: 'ORGANIZATION', fix: null, leaveOut: null, sendAnyway: 'Send 1 anyway' }]);
    const rows = { kind: 'rule', code: 'ORGANIZATION', field: null } as const;
    await checked.session.edit({ kind: 'leaveOut', rows: { ...rows, leftOut: true }, leaveOut: false });
    expect(rules()).toMatchObject([{ code: 'ORGANIZATION', leaveOut: 'Leave out 1', sendAnyway: null }]);
    await checked.session.edit({ kind: 'leaveOut', rows, leaveOut: true });
    expect(rules()).toMatchObject([{ code: 'ORGANIZATION', leaveOut: null, sendAnyway: 'Send 1 anyway' }]);
  });
});
