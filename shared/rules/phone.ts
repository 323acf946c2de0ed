/** Rules for phone numbers. */
import { fieldsOf } from '../fields/index.ts';
import { CHANGE, VALIDITY } from '../mapping/index.ts';
import { RULE_INDEX } from './codes.ts';
import { CLEAR_VALUE } from './fix.ts';
import type { RuleTable, Subject } from './rule.ts';

const PHONES = fieldsOf({ kind: 'phone' });

const rules = {
  PHONE_FORMAT: {
    severity: 'warning',
    title: 'Not a complete phone number',
    why: 'A phone number has 7 to 15 digits. Anything else finds nobody.',
    fields: PHONES,
    fix: CLEAR_VALUE,
  },
  PHONE_EXTRACTED: {
    severity: 'note',
    title: 'Phone number taken out of a longer text',
    why: 'Only the first complete number is sent, without a word such as Home.',
    fields: PHONES,
    change: CHANGE.phone,
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
