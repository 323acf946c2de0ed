/** Rules for phone numbers, and for cells of phones and emails. */
import { fieldsOf } from '../fields/index.ts';
import { CHANGE, PARSE_ERROR } from '../mapping/index.ts';
import { CLEAR_VALUE } from './fix.ts';
import type { RuleTable, Subject } from './rule.ts';

const PHONES = fieldsOf({ kind: 'phone' });
const CONTACTS = fieldsOf({ kind: ['email', 'phone'] });

const rules = {
  PHONE_FORMAT: {
    severity: 'warning',
    title: 'Not a complete phone number',
    why: 'A phone number has 7 to 15 digits. Anything else finds nobody.',
    fields: PHONES,
    fix: CLEAR_VALUE,
    parseError: PARSE_ERROR.phoneUnreadable,
  },
  PHONE_EXTRACTED: {
    severity: 'note',
    title: 'Phone number taken out of a longer text',
    why: 'Only the first complete number is sent, without a word such as Home.',
    fields: PHONES,
    change: CHANGE.phone,
  },
  CONTACT_MOVED: {
    severity: 'note',
    title: 'Email or phone moved to its field',
    why: 'It was in the column of another field, or behind another one in its cell.',
    fields: CONTACTS,
    change: CHANGE.moved,
  },
  CONTACT_LEFT_OUT: {
    severity: 'note',
    title: 'Further emails or phones left out',
    why: 'The cell has more of them than the record has fields. The first one is sent.',
    fields: CONTACTS,
    change: CHANGE.several,
  },
} satisfies RuleTable;

export const PHONE = { rules } satisfies Subject;
