/** Rules for constituent IDs, and for rows with the same person or household. */
import { FIELD_INDEX } from '../fields/index.ts';
import type { MappedRecord } from '../mapping/index.ts';
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
    fields: ['constituentId'],
  },
  ID_SCIENTIFIC: {
    severity: 'warning',
    title: 'ID in scientific notation',
    why: 'A spreadsheet cut its last digits. Export the column as text.',
    fields: ['constituentId'],
  },
  ID_WITHOUT_PSEUDONYM: {
    severity: 'error',
    title: 'ID too long for a pseudonym',
    why: 'The service refuses the pseudonym of an ID of more than 146 bytes. Shorten the ID, or send the IDs themselves (in Columns).',
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

/** In UTF-8 bytes; the pseudonym of a longer ID has more characters than the service accepts (main/worker/submit/pseudonyms.ts). */
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
  // No text has more bytes than three times its length.
  if (value.length * 3 > MAX_PSEUDONYM_ID_BYTES && bytesIn(value) > MAX_PSEUDONYM_ID_BYTES) found(RULE_INDEX.ID_WITHOUT_PSEUDONYM, ID);
}

function checkId({ values }: MappedRecord, found: Found): void {
  const value = values[ID]!;
  if (value.length === 0) found(RULE_INDEX.ID_MISSING, ID);
  else if (value.length >= 5 && value.charCodeAt(value.length - 3) === 43 && /^\d(?:[.,]\d{1,18})?E\+\d\d$/i.test(value))
    found(RULE_INDEX.ID_SCIENTIFIC, ID);
}

export const IDENTITY = {
  rules,
  records: [
    { compile: ({ mapped, isOpen }) => (mapped.has('constituentId') && isOpen('constituentId') ? checkId : null) },
    { compile: ({ pseudonyms, isOpen }) => (pseudonyms && isOpen('constituentId') ? checkPseudonym : null) },
  ],
} satisfies Subject;
