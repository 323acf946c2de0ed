/** Lists with what offices really have in them, edits that fix them, and what the practice service thinks of the rows. */
import * as fc from 'fast-check';
import { checkRecord } from '../../practice/checks.ts';
import type { FieldKey } from '../../shared/fields/table.ts';
import { recordOf } from '../../shared/mapping/mapped-record.ts';
import { RULES } from '../../shared/rules/index.ts';
import type { EditRequest } from '../../main/worker-protocol/list.ts';
import { sentRows } from '../../main/worker/submit/encode.ts';
import type { CheckedList } from './checked-list.ts';

export const MESSY_FIELDS = ['primaryFirst', 'primaryLast', 'spouseFirst', 'spouseLast', 'street', 'city', 'state', 'postalCode', 'personalEmail', 'businessName', 'rfmFirstGiftDate', 'rfmMostRecentGiftDate', 'rfmTotalGiftValue'] as const satisfies readonly FieldKey[]; // prettier-ignore

/** What lists really hold, and every issue with a fix. */
const VALUES: Readonly<Record<(typeof MESSY_FIELDS)[number], readonly string[]>> = {
  primaryFirst: ['Jane', 'Jane and John', 'Dr. Jane', 'Dr. Jane & Mr. John', 'Jane Doe', 'Mrs.', '', 'jane', 'J4ne', 'Jane, Jr.'],
  primaryLast: ['Okafor', 'Smith, Jr.', 'The Smith Family', 'Acme, Inc.', 'Jane Okafor', 'Okafor & Doe', 'Smith/Doe', '', 'O', 'Mr. and Mrs. Okafor', 'Okafor, Jane'],
  spouseFirst: ['', 'John', 'Jane', 'John and Jim', 'Mr. John'],
  spouseLast: ['', 'Okafor', 'Doe III'],
  street: ['12 Main St', '', '1'.repeat(300)],
  city: ['Worcester', ''],
  state: ['MA', 'Mass.', 'CA', '', 'Shropshire', 'ON'],
  postalCode: ['01609', '1609', '901', '94103', '', '160', '01609-1234'],
  personalEmail: ['', 'jane@example.org', 'jane@', 'jane@example,com', 'none@none.com'],
  businessName: ['', 'Acme'],
  rfmFirstGiftDate: ['', '2020-01-02', '13/13/2020', '1890-01-01', '2062-05-05'],
  rfmMostRecentGiftDate: ['', '2019-01-02', '2024-01-02'],
  rfmTotalGiftValue: ['', '-5', 'a lot', '500'],
}; // prettier-ignore

const rowCells = fc.tuple(...MESSY_FIELDS.map((field) => fc.constantFrom(...VALUES[field])));
export const messyList = fc.array(rowCells, { minLength: 1, maxLength: 12 });
const codes = RULES.flatMap(({ code, fix }) => (fix === null ? [] : [code]));
export const fixRequest: fc.Arbitrary<EditRequest> = fc.oneof(
  fc.constantFrom(...codes).map((code) => ({ kind: 'fix', code, field: null }) as const),
  fc.constantFrom(...codes).chain((code) => {
    const { fields } = RULES.find((rule) => rule.code === code)!;
    return fc.constantFrom(...(fields.length === 0 ? MESSY_FIELDS : fields)).map((field) => ({ kind: 'fix', code, field }) as const);
  }),
  fc.constant({ kind: 'fixSafe', codes: null } as const),
  fc.constantFrom({ kind: 'undo' } as const, { kind: 'redo' } as const),
);
export const EVERY_ROW = { sendErrors: true, resendRecent: true };

/** The rows that the practice service would refuse if every row were sent. */
const refusedBy = (checked: CheckedList): number =>
  [...sentRows(checked.reader, checked.source, EVERY_ROW)].filter(
    ({ record }) => checkRecord(recordOf(record), '2026-11-20').issues.length > 0,
  ).length;

/** The most rows that the service would refuse at any time while these edits are made, and those that it would refuse before. */
export async function refusedWhile(
  checked: CheckedList,
  requests: readonly EditRequest[],
): Promise<{ readonly before: number; readonly most: number }> {
  const before = refusedBy(checked);
  let most = 0;
  for (const edit of requests) {
    await checked.session.edit(edit);
    most = Math.max(most, refusedBy(checked));
  }
  return { before, most };
}
