/** The check of edited rows stores the same bytes as a full check. */
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrganizationRules } from '../../../../../shared/rules/row-checks.ts';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import type { CheckFilter } from '../../../../../shared/contract/check.ts';
import { SEVERITIES, type Severity } from '../../../../../shared/rules/rule.ts';
import { checkCounts } from '../../../../../shared/rows/check-counts.ts';
import { rowsByDisposition } from '../../../../../shared/rows/histogram.ts';
import { type CheckInputs, NO_INPUTS } from '../../../../../main/worker-protocol/check.ts';
import type { EditRequest } from '../../../../../main/worker-protocol/list.ts';
import { CheckedList, suppressionOf } from '../../../../kit/checked-list.ts';

const FIELDS = ['constituentId', 'primaryFirst', 'primaryLast', 'spouseFirst', 'street', 'city', 'state', 'postalCode', 'personalEmail', 'businessEmail'] as const satisfies readonly FieldKey[]; // prettier-ignore

/** Few values, so rows share keys in every way. */
const VALUES: Readonly<Record<(typeof FIELDS)[number], readonly string[]>> = {
  constituentId: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '7 '],
  primaryFirst: ['Jane', 'John', 'Rosalind', 'JANE', '', 'Jane and John'],
  primaryLast: ['Okafor', 'Whitlock', 'okafor', 'The Smith Family', '', 'Acme, Inc.', 'Okafor (deceased)'],
  spouseFirst: ['', 'John', 'Jane', 'Rosalind'],
  street: ['12 North Main Street', '12 N. Main St', '5 Quarry Rd', ''],
  city: ['Worcester', ''],
  state: ['MA', 'Massachusetts', 'XX'],
  postalCode: ['01609', '1609', '01609-1234', ''],
  personalEmail: ['', 'a@b.org', 'A@B.org', 'c@d.org', 'nobody@'],
  businessEmail: ['', 'a@b.org', 'c@d.org', 'e@f.org'],
};
const ROWS = 70;
const OPTIONS = { sendErrors: false, resendRecent: false };

const cell = (field: (typeof FIELDS)[number]) => fc.constantFrom(...VALUES[field]);
const rowCells = fc.tuple(...FIELDS.map(cell));
const sheetRow = fc.integer({ min: 2, max: ROWS + 1 });
const change: fc.Arbitrary<EditRequest> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...FIELDS)
      .chain((field) => fc.record({ kind: fc.constant('correct' as const), row: sheetRow, field: fc.constant(field), value: cell(field) })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('leaveOut' as const),
      rows: fc.array(sheetRow, { minLength: 1, maxLength: 9 }),
      leaveOut: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<EditRequest>(
      { kind: 'leaveOut', rows: { kind: 'rule', code: 'HOUSEHOLD_TWICE', field: 'street' }, leaveOut: true },
      { kind: 'leaveOut', rows: { kind: 'rule', code: 'ID_DUPLICATE', field: 'constituentId' }, leaveOut: true },
      { kind: 'leaveOut', rows: { kind: 'issues' }, leaveOut: true },
      { kind: 'leaveOut', rows: { kind: 'leftOut' }, leaveOut: false },
      { kind: 'fix', code: 'EMAIL_FORMAT', field: 'personalEmail' },
      { kind: 'fix', code: 'TWO_PEOPLE', field: 'primaryFirst' },
      { kind: 'fix', code: 'HOUSEHOLD_NAME', field: 'primaryLast' },
      { kind: 'replace', field: 'primaryLast', find: 'okafor', replace: 'Whitlock', how: 'whole', matchCase: false },
      { kind: 'replace', field: 'street', find: 'Main', replace: 'Quarry', how: 'part', matchCase: true },
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom<EditRequest>({ kind: 'undo' }, { kind: 'redo' }) },
);

/** A suppression list, and rules that make a shared email address or household an error. */
function strictInputs(): CheckInputs {
  const rules: OrganizationRules = {
    required: ['city'],
    severities: { EMAIL_SHARED: 'error', HOUSEHOLD_TWICE: 'error', MATCH_PART_MISSING: 'off' },
  };
  return { ...NO_INPUTS, rules, suppression: suppressionOf([{ constituentId: '3', personalEmail: 'c@d.org' }]) };
}

let open: CheckedList | null = null;
afterEach(() => {
  open?.close();
  open = null;
});

describe('an edit of some rows', () => {
  it.each([
    ['standard rules', NO_INPUTS],
    ['changed organization rules and a suppression list', strictInputs()],
  ])(
    'gives the result of a full check, with %s',
    async (_, inputs) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(rowCells, { minLength: ROWS, maxLength: ROWS }),
          fc.array(change, { minLength: 1, maxLength: 8 }),
          async (rows, changes) => {
            const list = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 3, inputs });
            try {
              for (const request of changes) {
                const summary = await list.session.edit(request);
                const full = await list.fullCheck();
                expect(list.stored()).toEqual(full.stored);
                expect(summary).toEqual(full.summary);
              }
            } finally {
              list.close();
            }
          },
        ),
        { numRuns: 12 },
      );
    },
    60_000,
  );

  it('counts a row that is left out in no rule that is open, and every count is that of the listed rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowCells, { minLength: ROWS, maxLength: ROWS }), change, async (rows, request) => {
        const list = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 3, inputs: strictInputs() });
        try {
          const { histogram, rules } = await list.session.edit(request);
          const listed = (filter: CheckFilter) => list.session.page({ filter, find: '', offset: 0, limit: ROWS, options: OPTIONS }).rows;
          const open = new Map<Severity, Set<number>>(SEVERITIES.map((severity) => [severity, new Set()]));
          for (const { code, severity, rows: ofRule, leftOut, fields } of rules) {
            const here = listed({ kind: 'rule', code, field: null });
            const out = listed({ kind: 'rule', code, field: null, leftOut: true });
            expect([code, here.length, out.length]).toEqual([code, ofRule, leftOut]);
            expect([...here.filter((row) => row.leftOut), ...out.filter((row) => !row.leftOut)]).toEqual([]);
            for (const { field, rows: onField } of fields)
              expect(listed({ kind: 'rule', code, field, leftOut: ofRule === 0 })).toHaveLength(onField);
            for (const { row } of here) open.get(severity)!.add(row);
          }
          const { withIssues, withWarnings, invalid, leftOut } = checkCounts(histogram);
          const [errors, warnings] = [open.get('error')!, open.get('warning')!];
          expect([withIssues, withWarnings, invalid]).toEqual([new Set([...errors, ...warnings]).size, warnings.size, errors.size]);
          expect([listed({ kind: 'issues' }).length, listed({ kind: 'leftOut' }).length]).toEqual([withIssues, leftOut]);
        } finally {
          list.close();
        }
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it('checks the whole list when it affects most rows, and so does its undo', async () => {
    const rows = Array.from({ length: 2600 }, (_, at) => [
      String(at % 2500),
      'Jane',
      'Okafor',
      '',
      `${at} Main St`,
      'Worcester',
      'MA',
      '01609',
      '',
      '',
    ]);
    open = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 64 });
    const before = open.stored();
    const summary = await open.session.edit({
      kind: 'replace',
      field: 'primaryLast',
      find: 'Okafor',
      replace: 'Whitlock',
      how: 'whole',
      matchCase: true,
    });
    expect(open.stored()).toEqual((await open.fullCheck()).stored);
    expect(summary.undo).toBe('the replacement in 2,600 rows');
    expect(open.session.page({ filter: { kind: 'all' }, find: 'whitlock', offset: 0, limit: 1, options: OPTIONS }).total).toBe(2600);
    await open.session.edit({ kind: 'correct', row: 2501, field: 'primaryLast', value: 'Quayle' });
    await open.session.edit({ kind: 'undo' });
    const undone = await open.session.edit({ kind: 'undo' });
    expect(undone).toMatchObject({ undo: null, redo: 'the replacement in 2,600 rows' });
    expect(rowsByDisposition(undone.histogram, OPTIONS).duplicateId).toBe(100);
    expect(open.stored()).toEqual(before);
  });

  it('changes nothing when it fails, and the next edit succeeds', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => [
      String(at),
      'Jane',
      'Okafor',
      '',
      '12 Main St',
      'Worcester',
      'MA',
      '01609',
      '',
      '',
    ]);
    open = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 4 });
    const before = open.stored();
    await expect(open.session.edit({ kind: 'fix', code: 'ID_DUPLICATE', field: 'constituentId' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    expect(open.stored()).toEqual(before);
    const summary = await open.session.edit({ kind: 'correct', row: 5, field: 'constituentId', value: '0' });
    expect(summary.undo).toBe('the change of Constituent ID in row 5');
    expect(rowsByDisposition(summary.histogram, OPTIONS).duplicateId).toBe(1);
    expect(open.stored()).toEqual((await open.fullCheck()).stored);
  });
});

describe('a page of the checked list', () => {
  it('has the same rows at every offset, with any filter', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => [String(at % 250), at % 7 === 0 ? '' : 'Jane', 'Okafor', '', `${at} Main St`, 'Worcester', 'MA', at % 11 === 0 ? '016' : '01609', at % 5 === 0 ? 'nobody@' : '', '']); // prettier-ignore
    open = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 5 });
    await open.session.edit({ kind: 'leaveOut', rows: [2, 60, 61, 299], leaveOut: true });
    const filters = [
      { kind: 'all' },
      { kind: 'issues' },
      { kind: 'leftOut' },
      { kind: 'readiness', readiness: 'ready' },
      { kind: 'readiness', readiness: 'fixable' },
      { kind: 'readiness', readiness: 'incomplete' },
      { kind: 'readiness', readiness: 'invalid' },
      { kind: 'rule', code: 'EMAIL_FORMAT', field: 'personalEmail' },
      { kind: 'rule', code: 'ID_DUPLICATE', field: 'constituentId' },
      { kind: 'rule', code: 'EMAIL_FORMAT', field: null },
      { kind: 'rule', code: 'ID_DUPLICATE', field: null },
      { kind: 'rule', code: 'NO_SUCH_RULE', field: null },
    ] as const;
    for (const filter of filters) {
      const { total, rows: all } = open.session.page({ filter, find: '', offset: 0, limit: 1000, options: OPTIONS });
      expect(all).toHaveLength(total);
      for (const offset of [0, 1, 17, 40, 199, total - 1, total, total + 5].filter((at) => at >= 0)) {
        const page = open.session.page({ filter, find: '', offset, limit: 20, options: OPTIONS });
        expect(page.total).toBe(total);
        expect(page.rows).toEqual(all.slice(offset, offset + 20));
      }
    }
    expect(
      open.session.page({
        filter: { kind: 'rule', code: 'ID_DUPLICATE', field: 'constituentId' },
        find: '',
        offset: 0,
        limit: 200,
        options: OPTIONS,
      }).total,
    ).toBe(48);
    expect(
      open.session.page({ filter: { kind: 'leftOut' }, find: '', offset: 0, limit: 9, options: OPTIONS }).rows.map(({ row }) => row),
    ).toEqual([2, 60, 61, 299]);
    expect(
      open.session
        .page({ filter: { kind: 'leftOut' }, find: ' 297 MAIN ', offset: 0, limit: 9, options: OPTIONS })
        .rows.map(({ row }) => row),
    ).toEqual([299]);
  });
});
