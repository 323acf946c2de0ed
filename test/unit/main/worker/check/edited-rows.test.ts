/** The counts that an edit changes by difference equal those of a complete recount, and rows whose values stay the same are not read. */
import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import type { OrganizationRules } from '../../../../../shared/rules/row-checks.ts';
import { SLOT_BITS } from '../../../../../shared/rules/match-key-hash.ts';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import { type CheckInputs, NO_INPUTS } from '../../../../../main/worker-protocol/check.ts';
import type { EditRequest } from '../../../../../main/worker-protocol/list.ts';
import { CheckTarget } from '../../../../../main/worker/check/check-target.ts';
import { runCheck } from '../../../../../main/worker/check/engine.ts';
import type { PriorScreenings } from '../../../../../main/worker/check/prior-screenings.ts';
import type { RowResults } from '../../../../../main/worker/check/row-checker.ts';
import { Edits } from '../../../../../main/worker/list/edits.ts';
import type { Edit } from '../../../../../main/worker/list/stored-edits.ts';
import { quietContext } from '../../../../kit/task-context.ts';
import { CheckedList, suppressionOf } from '../../../../kit/checked-list.ts';

const FIELDS = ['constituentId', 'primaryFirst', 'primaryLast', 'spouseFirst', 'street', 'city', 'state', 'postalCode', 'personalEmail', 'businessEmail'] as const satisfies readonly FieldKey[]; // prettier-ignore

/** Few values, so fixes often give rows the keys of other rows, and remove them. */
const VALUES: readonly (readonly string[])[] = [
  ['1', '2', '3', '4', '5', '6', '', '7 '],
  ['Jane', 'Dr. Jane', 'JOHN', 'John', '', 'Jane and John'],
  ['Okafor', 'Okafor Jr.', 'whitlock', 'The Smith Family', 'Acme, Inc.', 'Okafor (deceased)', ''],
  ['', 'John', 'Mrs. Jane'],
  ['12 North Main Street', '12 N. Main St', '5 Quarry Rd', ''],
  ['Worcester', ''],
  ['MA', 'XX'],
  ['01609', '1609', '016'],
  ['a@b.org', 'A@B.org', 'a@b,org', 'nobody@', ''],
  ['', 'a@b.org', 'x@work.example'],
];
const ROWS = 40;
const row = fc.tuple(...VALUES.map((texts) => fc.constantFrom(...texts)));

const CODES = [
  'NAME_TITLE',
  'EMAIL_FORMAT',
  'TWO_PEOPLE',
  'HOUSEHOLD_NAME',
  'EMAIL_SHARED',
  'HOUSEHOLD_TWICE',
  'ID_DUPLICATE',
  'ORGANIZATION',
  'DECEASED',
] as const;
const FIXED = ['NAME_TITLE', 'EMAIL_FORMAT', 'TWO_PEOPLE', 'HOUSEHOLD_NAME'] as const;
const step: fc.Arbitrary<EditRequest> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...FIXED).map((code): EditRequest => ({ kind: 'fix', code, field: null })) },
  { weight: 1, arbitrary: fc.constant<EditRequest>({ kind: 'fixSafe', codes: null }) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...CODES), fc.boolean()).map(([code, leaveOut]): EditRequest => ({
      kind: 'leaveOut',
      rows: { kind: 'rule', code, field: null, leftOut: !leaveOut },
      leaveOut,
    })),
  },
  { weight: 1, arbitrary: fc.constantFrom<EditRequest>({ kind: 'leaveOut', rows: { kind: 'leftOut' }, leaveOut: false }) },
  { weight: 5, arbitrary: fc.constantFrom<EditRequest>({ kind: 'undo' }, { kind: 'undo' }, { kind: 'redo' }) },
);

/**
 * Inputs with which duplicates of every kind make rows invalid, so the stored check does not show the result of a row without other rows.
 */
function strictInputs(): CheckInputs {
  const rules: OrganizationRules = { required: ['city'], severities: { EMAIL_SHARED: 'error', HOUSEHOLD_TWICE: 'error' } };
  return { ...NO_INPUTS, rules, suppression: suppressionOf([{ constituentId: '3' }]) };
}

let open: CheckedList | null = null;
afterEach(() => {
  vi.restoreAllMocks();
  open?.close();
  open = null;
});

it.each([
  ['standard rules', NO_INPUTS],
  ['rules that make every duplicate an error, and a suppression list', strictInputs()],
])(
  'a sequence of fixes, undos and left-out rows leaves the counts of a complete recount, with %s',
  async (_, inputs) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: ROWS, maxLength: ROWS }),
        fc.array(step, { minLength: 2, maxLength: 10 }),
        async (rows, steps) => {
          const list = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 2, inputs });
          try {
            for (const request of steps) {
              const summary = await list.session.edit(request);
              const full = await list.fullCheck();
              expect(summary).toEqual(full.summary);
              expect(list.stored()).toEqual(full.stored);
            }
          } finally {
            list.close();
          }
        },
      ),
      { numRuns: 12, interruptAfterTimeLimit: 40_000 },
    );
  },
  60_000,
);

it('reads no rows to leave rows out, and none to take back the last edit', async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => [String(at), at % 2 === 0 ? 'Dr. Jane' : 'Jane', 'Okafor', '', `${at} Main St`, 'Worcester', 'MA', '01609', '', '']); // prettier-ignore
  open = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 4 });
  const { session } = open;
  const read = vi.spyOn(ProjectFile.prototype, 'read');
  const blocksOf = async (request: EditRequest) => {
    read.mockClear();
    await session.edit(request);
    return read.mock.calls.filter(([stream]) => stream === 'rows').length;
  };
  expect(await blocksOf({ kind: 'fix', code: 'NAME_TITLE', field: null })).toBeGreaterThan(300);
  // The examples of the rules are read from a few rows.
  expect(await blocksOf({ kind: 'undo' })).toBeLessThan(20);
  expect(await blocksOf({ kind: 'redo' })).toBeLessThan(20);
  expect(await blocksOf({ kind: 'leaveOut', rows: { kind: 'all' }, leaveOut: true })).toBeLessThan(20);
  expect(await blocksOf({ kind: 'undo' })).toBeLessThan(20);
});

it('keeps what a comparison with earlier screenings found for rows whose values stay, and compares the others again', async () => {
  // The result for the ID alone, which the comparison with a baseline uses first.
  const bitOf = ({ slots, hashes }: RowResults, at: number, hash: number) => ((slots[at]! & SLOT_BITS.id) === 0 ? 0 : hashes[hash]! & 1);
  const prior: PriorScreenings = {
    recent: { find: (...found) => (bitOf(...found) === 1 ? 'screened' : 'none') },
    baseline: { find: (...found) => (bitOf(...found) === 1 ? 'unchanged' : 'new') },
  };
  const deps = { prior, context: quietContext };
  const sheetRows = fc.array(fc.integer({ min: 2, max: ROWS + 1 }), { minLength: 1, maxLength: 12 });
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.tuple(sheetRows, fc.boolean()).map(([rows, leaveOut]): Edit => ({ kind: 'leaveOut', label: 'rows', rows, leaveOut, as: 'byHand' })),
    fc
      .tuple(sheetRows, fc.constantFrom(...VALUES[0]!))
      .map(([rows, id]): Edit => ({ kind: 'correct', label: 'IDs', corrections: rows.map((at) => [at, 'constituentId', id]) })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: ROWS, maxLength: ROWS }),
      fc.array(fc.option(edit, { nil: null }), { minLength: 2, maxLength: 8 }),
      async (rows, steps) => {
        const list = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 2 });
        const file = new ProjectFile(list.source.file, 'write');
        try {
          const stored = () => (['check', 'keys', 'counts'] as const).map((stream) => [...file.chunks(stream)].map(({ bytes }) => bytes));
          file.begin();
          const edits = new Edits(file);
          const target = new CheckTarget(file, list.source, edits);
          const checkAll = async () => {
            // Without its basis, the stored check cannot be used.
            file.putValue('checked', null);
            await runCheck(target, { kind: 'all' }, deps);
          };
          await checkAll();
          for (const one of steps) {
            await runCheck(target, { kind: 'rows', changed: one === null ? edits.undo(file) : edits.add(file, one) }, deps);
            const byDifference = stored();
            await checkAll();
            expect(byDifference).toEqual(stored());
          }
        } finally {
          file.close();
          list.close();
        }
      },
    ),
    { numRuns: 12, interruptAfterTimeLimit: 40_000 },
  );
}, 60_000);

it('stores the keys that a correction gives to the first row of a group, which had none', async () => {
  const rows = [
    ['', 'Jane', 'Okafor', '', '', '', '', '', '', ''],
    ['2', 'John', 'Whitlock', '', '', '', '', '', 'a@b.org', ''],
    ['3', 'Ada', 'Byron', '', '', '', '', '', 'c@d.org', ''],
  ];
  open = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 2 });
  const request: EditRequest = { kind: 'correct', row: 2, field: 'personalEmail', value: 'a@b.org' };
  expect(await open.session.edit(request)).toEqual((await open.fullCheck()).summary);
  expect(open.stored()).toEqual((await open.fullCheck()).stored);
});
