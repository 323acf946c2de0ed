/** Rules for phone numbers. */
import { fieldsOf } from '../fields/table.ts';
import { VALIDITY } from '../mapping/mapped-record.ts';
import { RULE_INDEX } from './codes.ts';
import { CLEAR_VALUE } from './fix.ts';
import type { RuleTable, Subject } from './rule.ts';

const rules = {
  PHONE_FORMAT: {
    severity: 'warning',
    title: 'Phone number is not complete',
    why: 'A phone number with fewer than seven digits finds nobody.',
    fields: fieldsOf({ kind: 'phone' }),
    fix: CLEAR_VALUE,
  },
} satisfies RuleTable;

export const PHONE = {
  rules,
  values: [
    {
      kinds: ['phone'],
      mask: VALIDITY.proven,
      want: VALIDITY.proven,
      look: (_record, field, found) => found(RULE_INDEX.PHONE_FORMAT, field),
    },
  ],
} satisfies Subject;
