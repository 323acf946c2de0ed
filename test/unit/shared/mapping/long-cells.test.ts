/**
 * Cells of the maximum length of a spreadsheet that are hard for patterns. Each must be processed immediately; a transform
 * with backtracking would take minutes.
 */
import { describe, expect, it } from 'vitest';
import { FIXES, correctionsOf } from '../../../../shared/rules/table.ts';
import { decodeFacts, readinessOf } from '../../../../shared/rows/row-facts.ts';
import { DEFAULT_RULES, compileChecks } from '../../../../shared/rules/row-checks.ts';
import { profileColumn } from '../../../../shared/suggestion/column-profile.ts';
import { FIELD_KEYS } from '../../../../shared/fields/table.ts';
import { householdKeys } from '../../../../shared/rules/match-keys.ts';
import { findHeaderRow, findTotalsRows, nameColumns } from '../../../../shared/mapping/sheet-detection.ts';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { createMappedRecord, recordJson, recordOf } from '../../../../shared/mapping/mapped-record.ts';
import { STANDARD_CLEANING, Splitter } from '../../../../shared/mapping/plan.ts';
import { suggestMapping } from '../../../../shared/suggestion/suggest.ts';
import { field as toField, planOf } from '../../../kit/mapped-rows.ts';

const LENGTH = 32_767;
const HARD: Readonly<Record<string, string>> = {
  digits: '1'.repeat(LENGTH),
  'digits and a letter': `${'1'.repeat(LENGTH - 1)}x`,
  'digits and commas': '1,'.repeat(LENGTH / 2),
  spaces: `a${' '.repeat(LENGTH - 2)}b`,
  'words with spaces': 'the a '.repeat(LENGTH / 6),
  '@ signs': '@'.repeat(LENGTH),
  'addresses in a row': 'a@b.c;'.repeat(LENGTH / 6),
  'opening brackets': '<('.repeat(LENGTH / 2),
  'words in brackets': '(a) '.repeat(LENGTH / 4),
  points: 'a.'.repeat(LENGTH / 2),
  'words joined by and': 'a and b '.repeat(LENGTH / 8),
  'Last, First, …': 'a, '.repeat(LENGTH / 3),
  'lines with commas': 'a,\n'.repeat(LENGTH / 3),
  capitals: 'AB '.repeat(LENGTH / 3),
  'letters beyond ASCII': 'É'.repeat(LENGTH),
  apostrophes: "'".repeat(LENGTH),
};

const everything = planOf(FIELD_KEYS.map(toField), { cleaning: { ...STANDARD_CLEANING, zipZeros: true } });

describe.each(Object.entries(HARD))('a cell of %s', (_, text) => {
  it('can be mapped, checked, fixed and written in every field', () => {
    const draft = createMappedRecord();
    compileMapping(everything).map(() => text, draft);
    const checker = compileChecks({ mapped: FIELD_KEYS, rules: DEFAULT_RULES, today: '2026-11-20' });
    // Apostrophes are removed completely, spaces are tidied, and everything else is too long.
    expect(readinessOf(decodeFacts(checker.check(draft, () => {})))).toBe(text === HARD['spaces'] ? 'ready' : 'invalid');
    expect(recordJson(draft)).toBe(JSON.stringify(recordOf(draft)));
    expect(householdKeys(draft).length).toBeLessThan(3);
    for (const fix of Object.values(FIXES))
      for (const field of FIELD_KEYS) expect(correctionsOf(fix.id, draft, field).length).toBeLessThan(5);
  });

  it('can be split, or left unsplit, by every splitter', () => {
    for (const splitter of Splitter.options) {
      const draft = createMappedRecord();
      compileMapping({ ...everything, columns: [{ ...everything.columns[0]!, to: { kind: 'split', splitter } }] }).map(() => text, draft);
      expect(draft.values.some((value) => value !== '')).toBe(text !== HARD['apostrophes']);
    }
  });

  it('can be a heading, a value and a row of a sheet', () => {
    const rows = Array.from({ length: 20 }, (_unused, index) => ({ rowNumber: index + 1, cells: [text, text] }));
    expect(findHeaderRow(rows).index).toBeNull();
    expect(findTotalsRows(rows)).toEqual([]);
    const profile = profileColumn(nameColumns([text], 1)[0]!, [text, text], 0);
    expect(suggestMapping([profile]).plan.columns).toHaveLength(1);
    expect(profile.header.length).toBeLessThanOrEqual(200);
  });
});
