/** A changed mapping judges anew what looks at the changed fields; what is kept then is what a check of everything would have kept. */
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { FIELD_INDEX, type FieldKey } from '../../../shared/constituent.ts';
import { createDraft } from '../../../shared/mapping/draft.ts';
import { type Cleaning, type MappingPlan, STANDARD_CLEANING, type Target } from '../../../shared/mapping/plan.ts';
import { BarredBuilder } from '../../../main/worker/check/barred.ts';
import { type CheckBasis, NO_BASIS } from '../../../main/worker/messages.ts';
import { CheckedList } from '../../kit/checked-list.ts';
import { column, field, planOf } from '../../kit/mapped-rows.ts';

const NONE: Target = { kind: 'none' };
const fields = (...keys: FieldKey[]): Target[] => keys.map(field);

/** Columns with few values, so that rows meet each other in every way, and where each of them may go. */
const COLUMNS: readonly { readonly values: readonly string[]; readonly to: readonly Target[] }[] = [
  { values: ['1', '2', '3', '4', '5', '6', '', '7 ', '1.2E+15'], to: [...fields('constituentId'), NONE] },
  {
    values: ['Jane', 'JOHN', 'Rosalind', 'Jane and John', 'Jane & John Okafor', 'Whitlock, Jane', 'N/A', '', 'Mr. John', ' Jane '],
    to: [
      ...fields('primaryFirst', 'spouseFirst', 'primaryMiddle'),
      { kind: 'split', splitter: 'fullName' },
      { kind: 'split', splitter: 'coupleFirstNames' },
    ],
  },
  { values: ['Okafor', 'WHITLOCK', 'The Smith Family', '', 'O', 'Acme Inc', 'Jane Okafor'], to: [...fields('primaryLast', 'spouseLast'), NONE] },
  { values: ['', 'John', 'Jane', 'Jane Okafor'], to: [...fields('spouseFirst'), { kind: 'split', splitter: 'spouseName' }, NONE] },
  {
    values: ['12 North Main Street', '12 N. Main St', '5 Quarry Rd\nApt 4', '12 Main St\nBoston, MA 02109', '', 'none'],
    to: [...fields('street', 'street2'), { kind: 'split', splitter: 'addressLines' }],
  },
  { values: ['', 'Apt 4', 'Worcester'], to: [...fields('street2', 'city'), NONE] },
  { values: ['Worcester', '', 'Worcester, MA 01609', 'unknown'], to: [...fields('city'), { kind: 'split', splitter: 'cityStateZip' }] },
  { values: ['MA', 'Massachusetts', 'XX', 'ON', 'Ontario', ''], to: [...fields('state'), NONE] },
  { values: ['01609', '1609', '01609-1234', '016091234', '609', 'K1A 0B1', ''], to: [...fields('postalCode', 'businessPhone'), NONE] },
  { values: ['', 'US', 'United States', 'Canada', 'CA', 'France'], to: [...fields('country'), NONE] },
  { values: ['', 'a@b.org', 'A@B.org', 'nobody@', 'none@none.com', 'Jane <c@d.org>'], to: fields('personalEmail', 'businessEmail') },
  { values: ['', 'a@b.org', 'c@d.org', 'é@f.org'], to: [...fields('businessEmail', 'personalEmail'), NONE] },
  { values: ['', '5085550147', '555', '4111111111111111'], to: [...fields('personalPhone', 'businessTitle'), NONE] },
  { values: ['', '03/04/2019', '2019-02-31', '13/04/19', '2031-01-01', '43831', '1899-01-01'], to: [...fields('rfmFirstGiftDate', 'rfmMostRecentGiftDate'), NONE] },
  { values: ['', '04/03/2018', '2020-05-06'], to: [...fields('rfmMostRecentGiftDate', 'rfmLargestGiftDate'), NONE] },
  { values: ['', '100', '1.234,50', '-5', '1,500.00', 'much'], to: [...fields('rfmFirstGiftValue', 'rfmLargestGiftValue'), NONE] },
  { values: ['', '50', '2000', '0'], to: [...fields('rfmTotalGiftValue', 'rfmTotalGiftCount'), NONE] },
]; // prettier-ignore
const ROWS = 60;
const HEADINGS = COLUMNS.map((_, at) => `C${at}`) as unknown as FieldKey[];

const rowCells = fc.tuple(...COLUMNS.map(({ values }) => fc.constantFrom(...values)));
const FIRST = planOf(COLUMNS.map(({ to }) => to[0]!));

/** A change of a plan as a person makes one: a column, a setting, a constant, two columns for one field. */
const change: fc.Arbitrary<(plan: MappingPlan) => MappingPlan> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.nat(COLUMNS.length - 1).chain((at) =>
      fc
        .record({
          to: fc.constantFrom(...COLUMNS[at]!.to),
          dateOrder: fc.constantFrom(null, 'mdy', 'dmy'),
          decimal: fc.constantFrom('point', 'comma'),
        })
        .map((chosen) => (plan: MappingPlan) => ({ ...plan, columns: plan.columns.with(at, column(at, chosen.to, chosen)) })),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...(Object.keys(STANDARD_CLEANING) as (keyof Cleaning)[]))
      .map((name) => (plan: MappingPlan) => ({ ...plan, cleaning: { ...plan.cleaning, [name]: !plan.cleaning[name] } })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<MappingPlan['constants']>(
        [],
        [{ field: 'country', value: 'Canada' }],
        [{ field: 'state', value: 'Massachusetts' }],
        [{ field: 'street', value: 'PO Box 7' }],
      )
      .map((constants) => (plan: MappingPlan) => ({ ...plan, constants })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<MappingPlan['combinations']>(
        [],
        [{ field: 'primaryFirst', columns: [1, 3], how: 'firstFilled', separator: ' ' }],
        [{ field: 'street', columns: [4, 5], how: 'join', separator: ', ' }],
        [{ field: 'country', columns: [9, 7], how: 'firstFilled', separator: ' ' }],
        [{ field: 'personalEmail', columns: [10, 11], how: 'firstFilled', separator: ' ' }],
      )
      .map((combinations) => (plan: MappingPlan) => ({ ...plan, combinations })),
  },
);

/** Some are not to be screened, a double is grave, and what a match needs is told or not. */
function strictBasis(): CheckBasis {
  const key = new Uint8Array(32).fill(9);
  const builder = new BarredBuilder(key);
  const barred = createDraft();
  barred.values[FIELD_INDEX.constituentId] = '3';
  barred.values[FIELD_INDEX.primaryLast] = 'Okafor';
  barred.values[FIELD_INDEX.primaryFirst] = 'Jane';
  barred.values[FIELD_INDEX.postalCode] = '01609';
  builder.add(barred);
  const severities = { EMAIL_SHARED: 'error', HOUSEHOLD_TWICE: 'off', MATCH_PART_MISSING: 'off', ZIP_FORMAT: 'error' } as const;
  return {
    houseRules: { required: ['city', 'street2'], severities },
    doNotScreen: { key, entries: builder.finish().entries },
    screened: [],
    onTheirWay: [],
    since: null,
  };
}

let open: CheckedList | null = null;
afterEach(() => {
  open?.close();
  open = null;
});

describe('a changed mapping', () => {
  it.each([
    ['the rules as they are', NO_BASIS],
    ['house rules and a do-not-screen list', strictBasis()],
  ])(
    'leaves what a whole check would find, by %s',
    async (_, basis) => {
      let inPart = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(rowCells, { minLength: ROWS, maxLength: ROWS }),
          fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 4, maxLength: 8 }),
          async (rows, turns) => {
            const list = await CheckedList.make({ fields: HEADINGS, rows, rowsPerBlock: 3, basis, plan: FIRST });
            try {
              await list.open.edit({ kind: 'correct', row: 5, field: 'postalCode', value: '1609' });
              await list.open.edit({ kind: 'leaveOut', rows: [7, 8], leaveOut: true });
              let plan = FIRST;
              for (const [turn, changes] of turns.entries()) {
                for (const make of changes) plan = make(plan);
                const { changed, summary } = await list.remap(plan);
                if (changed !== null && changed > 0) inPart += 1;
                const whole = await list.whole();
                expect(list.kept()).toEqual(whole.kept);
                expect(summary).toEqual(whole.summary);
                await list.open.edit({ kind: 'correct', row: 2 + turn * 3, field: 'personalEmail', value: 'a@b.org' });
              }
            } finally {
              list.close();
            }
          },
        ),
        { numRuns: 25 },
      );
      expect(inPart).toBeGreaterThan(25);
    },
    120_000,
  );

  it('that changes no value leaves the check as it is', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => COLUMNS.map(({ values }) => values[at % values.length]!));
    open = await CheckedList.make({ fields: HEADINGS, rows, rowsPerBlock: 4, plan: FIRST });
    const before = open.kept();
    const { changed, summary } = await open.remap({ ...FIRST, columns: FIRST.columns.map((one) => ({ ...one, settled: false })) });
    expect(changed).toBe(0);
    expect(open.kept()).toEqual(before);
    expect(summary).toEqual((await open.whole()).summary);
  });
});
