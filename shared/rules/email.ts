/** Rules for email addresses. */
import { fieldsOf } from '../fields/index.ts';
import { CHANGE, PARSE_ERROR, VALIDITY } from '../mapping/index.ts';
import { TEXT_CLASS, repairedAddress } from '../transforms/index.ts';
import { RULE_INDEX } from './codes.ts';
import { CLEAR_VALUE, defineFix, valueOf } from './fix.ts';
import type { RuleTable, Subject } from './rule.ts';

const EMAILS = fieldsOf({ kind: 'email' });

const REPAIR_EMAIL = defineFix({
  id: 'repairEmail',
  description: 'Repairs typing errors in an email address, and clears what cannot be one.',
  button: (rows) => `Fix or blank out ${rows}`,
  bulk: true,
  safe: false,
  apply: (record, field) => [{ field, value: repairedAddress(valueOf(record, field)) }],
});

const rules = {
  EMAIL_FORMAT: {
    severity: 'warning',
    title: 'Email is not a valid address',
    why: 'The service accepts only an address here.',
    fields: EMAILS,
    fix: REPAIR_EMAIL,
    parseError: PARSE_ERROR.emailUnreadable,
  },
  EMAIL_MADE_UP: {
    severity: 'warning',
    title: 'Email looks made up',
    why: 'Nobody has an address such as none@none.com.',
    fields: EMAILS,
    fix: CLEAR_VALUE,
  },
  EMAIL_NOT_ASCII: {
    severity: 'warning',
    title: 'Unusual characters in an email',
    why: 'Many services accept only the characters a to z in an email.',
    fields: EMAILS,
  },
  EMAIL_SHARED: {
    severity: 'warning',
    title: 'Same email in several rows',
    why: 'This may be the same person twice.',
    fields: EMAILS,
    scope: 'list',
  },
  EMAIL_EXTRACTED: {
    severity: 'note',
    title: 'Name removed from an email',
    why: 'Only the address is sent.',
    fields: EMAILS,
    change: CHANGE.address,
  },
} satisfies RuleTable;

export const EMAIL = {
  rules,
  values: [
    {
      kinds: ['email'],
      mask: VALIDITY.doubtful | TEXT_CLASS.foreign,
      want: 0,
      look: (record, field, found) => {
        found((record.classes[field]! & VALIDITY.doubtful) === 0 ? RULE_INDEX.EMAIL_NOT_ASCII : RULE_INDEX.EMAIL_MADE_UP, field);
      },
    },
  ],
} satisfies Subject;
