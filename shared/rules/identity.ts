/** Rules for constituent IDs, and for rows with the same person or household. */
import { FIELD_INDEX } from '../fields/index.ts';
import { CHANGE, type MappedRecord } from '../mapping/index.ts';
import { RULE_INDEX } from './codes.ts';
import type { Found, RuleTable, Subject } from './rule.ts';

const rules = {
  ID_DUPLICATE: {
    severity: 'error',
    title: 'Constituent ID appears twice',
    why: 'Each row is charged, and the scores of rows with the same ID cannot be told apart.',
    fields: ['constituentId'],
    scope: 'list',
  },
  ID_MISSING: {
    severity: 'warning',
    title: 'Constituent ID is missing',
    why: 'Without an ID, you cannot import the scores into your CRM.',
    asksPerson: true,
    fields: ['constituentId'],
  },
  ID_SCIENTIFIC: {
    severity: 'warning',
    title: 'ID lost its last digits',
    why: 'A spreadsheet cut them: it keeps 15 digits. Several people can have the same cut ID, so it is not used. Export the column as text.',
    fields: ['constituentId'],
    change: CHANGE.digitsLost,
    withholds: true,
  },
  ID_RESTORED: {
    severity: 'note',
    title: 'Digits of an ID restored',
    why: 'A program wrote the ID as 123.0 or 1.23E+2. It has all of its digits.',
    fields: ['constituentId'],
    change: CHANGE.digitsRestored,
  },
  ID_WITHOUT_PSEUDONYM: {
    severity: 'error',
    title: 'ID too long for a pseudonym',
    why: 'The pseudonym of such an ID is too long for the service. Shorten the ID, or send the IDs themselves (in Columns).',
    fields: ['constituentId'],
  },
  HOUSEHOLD_TWICE: {
    severity: 'warning',
    title: 'Same household twice',
    why: 'Each row is charged. One row with a spouse screens both people.',
    fields: ['street'],
    scope: 'list',
  },
} satisfies RuleTable;

const ID = FIELD_INDEX.constituentId;

/** In UTF-8 bytes. The pseudonym of a longer ID has more characters than the service accepts (main/worker/submit/pseudonyms.ts). */
export const MAX_PSEUDONYM_ID_BYTES = 146;

/** Length in UTF-8. */
function bytesIn(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

function checkPseudonym({ values }: MappedRecord, found: Found): void {
  const value = values[ID]!;
  // A text has at most three bytes per code unit.
  if (value.length * 3 > MAX_PSEUDONYM_ID_BYTES && bytesIn(value) > MAX_PSEUDONYM_ID_BYTES) found(RULE_INDEX.ID_WITHOUT_PSEUDONYM, ID);
}

function checkId({ values, changes }: MappedRecord, found: Found): void {
  if (values[ID] === '' && (changes[ID]! & CHANGE.digitsLost) === 0) found(RULE_INDEX.ID_MISSING, ID);
}

export const IDENTITY = {
  rules,
  records: [
    { compile: ({ mapped, isOpen }) => (mapped.has('constituentId') && isOpen('constituentId') ? checkId : null) },
    { compile: ({ pseudonyms, isOpen }) => (pseudonyms && isOpen('constituentId') ? checkPseudonym : null) },
  ],
} satisfies Subject;
