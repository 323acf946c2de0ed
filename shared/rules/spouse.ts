/** Rules that compare the spouse with the constituent. */
import { FIELD_INDEX as F } from '../fields/index.ts';
import { CHANGE, type MappedRecord } from '../mapping/index.ts';
import { RULE_INDEX } from './codes.ts';
import type { MappedTexts } from '../mapping/index.ts';
import { type Correction, clear, defineFix, many, valueOf } from './fix.ts';
import type { Found, RuleTable, Subject } from './rule.ts';

const CLEAR_SPOUSE = defineFix({
  id: 'clearSpouse',
  description: 'Clears a spouse who is the same person as the constituent.',
  button: (rows) => `Blank out ${many(rows, 'spouse')}`,
  bulk: true,
  safe: false,
  apply: () => [clear('spouseFirst'), clear('spouseMiddle'), clear('spouseLast')],
});

/**
 * Corrections that make the spouse the constituent if the constituent has died; null without a spouse. Only applied by the user, because it
 * is not certain which of the two people has died.
 */
export function spouseInstead(record: MappedTexts): { readonly first: string; readonly corrections: readonly Correction[] } | null {
  const first = valueOf(record, 'spouseFirst');
  if (first === '') return null;
  const last = valueOf(record, 'spouseLast') || valueOf(record, 'primaryLast');
  return {
    first,
    corrections: [
      { field: 'primaryFirst', value: first },
      { field: 'primaryMiddle', value: valueOf(record, 'spouseMiddle') },
      { field: 'primaryLast', value: last },
      ...CLEAR_SPOUSE.apply(record, 'spouseFirst'),
    ],
  };
}

const rules = {
  SPOUSE_SAME: {
    severity: 'warning',
    title: 'Spouse is the same person',
    why: 'The spouse has the same name as the constituent.',
    fields: ['spouseFirst'],
    fix: CLEAR_SPOUSE,
  },
  SPOUSE_DECEASED: {
    severity: 'note',
    title: 'Spouse left out: marked as deceased',
    why: 'The record is sent without the spouse, who has died.',
    fields: ['spouseFirst'],
    change: CHANGE.spouseDead,
  },
} satisfies RuleTable;

function checkSpouse({ values, classes }: MappedRecord, found: Found): void {
  if (classes[F.spouseFirst] === 0 || values[F.spouseFirst] !== values[F.primaryFirst]) return;
  const last = values[F.spouseLast]!;
  if (last === '' || last === values[F.primaryLast]) found(RULE_INDEX.SPOUSE_SAME, F.spouseFirst);
}

export const SPOUSE = {
  rules,
  records: [
    {
      compares: { fields: ['spouseFirst', 'spouseLast', 'primaryFirst', 'primaryLast'], rules: ['SPOUSE_SAME'] },
      compile: () => checkSpouse,
    },
  ],
} satisfies Subject;
