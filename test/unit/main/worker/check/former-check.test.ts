/** Reads the check of lists that an earlier version checked and sent. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RULE_INDEX, type RuleCode } from '../../../../../shared/rules/index.ts';
import { DEFAULT_RULES, severitiesOf } from '../../../../../shared/rules/row-checks.ts';
import { FIELD_INDEX } from '../../../../../shared/fields/table.ts';
import { rowsByDisposition } from '../../../../../shared/rows/histogram.ts';
import { newKey } from '../../../../../main/store/project-file/cipher.ts';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import { CheckGroupReader } from '../../../../../main/worker/check/check-group-reader.ts';
import { matchingRows } from '../../../../../main/worker/check/filter-rows.ts';
import { GroupCounts } from '../../../../../main/worker/check/group-counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-former-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const { constituentId: ID, postalCode: ZIP } = FIELD_INDEX;
const NO_ROW_STATE = 255;
/** Bits of a state as the earlier version wrote them. */
const [INCOMPLETE, INVALID, SUPPRESSED] = [1, 2, 3];
const [SCREENED, MANUAL, HOUSEHOLD, SAME_ID] = [4, 8, 16, 32];
const [UNCHANGED, CHANGED, UNSCORED] = [64, 128, 192];

interface FormerRow {
  readonly state: number;
  readonly issues?: readonly (readonly [field: number, code: RuleCode])[];
  readonly duplicate?: readonly [code: RuleCode, of: number];
}

/** One row for each fact that a state can contain. */
const ROWS: readonly FormerRow[] = [
  { state: NO_ROW_STATE },
  { state: 0, issues: [[ID, 'NEW_SINCE']] },
  { state: INCOMPLETE, issues: [[ZIP, 'ZIP_FOUR_DIGITS']] },
  { state: INVALID, issues: [[ID, 'TOO_LONG']] },
  { state: INVALID | SAME_ID, duplicate: ['ID_DUPLICATE', 3] },
  { state: SUPPRESSED | SCREENED, issues: [[ID, 'DO_NOT_SCREEN'], [ID, 'SCREENED_BEFORE']] }, // prettier-ignore
  { state: MANUAL | SUPPRESSED, issues: [[ID, 'DO_NOT_SCREEN']] },
  { state: HOUSEHOLD | INCOMPLETE },
  { state: UNCHANGED, issues: [[ID, 'UNCHANGED_SINCE']] },
  { state: UNSCORED, issues: [[ID, 'UNSCORED_SINCE']] },
  { state: CHANGED | SCREENED, issues: [[ID, 'CHANGED_SINCE'], [ID, 'SCREENED_BEFORE']] }, // prettier-ignore
  { state: SCREENED, issues: [[ID, 'ON_ITS_WAY']] },
  { state: SCREENED | INVALID, issues: [[ID, 'TOO_LONG'], [ID, 'ON_ITS_WAY']] }, // prettier-ignore
  { state: 0, issues: [[ID, 'SCREENED_CHANGED']] },
];
/** Number of rows in the first of two blocks. */
const FIRST_BLOCK = 6;

/** A group as the earlier version wrote it: little endian, with states padded to four bytes. */
function formerBytes(rows: readonly FormerRow[]): Buffer {
  const issues: number[] = [];
  const duplicates: number[] = [];
  for (const [row, { issues: own = [], duplicate }] of rows.entries()) {
    for (const [field, code] of own) issues.push((row << 16) | (field << 8) | RULE_INDEX[code]);
    if (duplicate !== undefined) duplicates.push((row << 16) | (ID << 8) | RULE_INDEX[duplicate[0]], duplicate[1]);
  }
  const states = Buffer.alloc((rows.length + 3) & ~3);
  states.set(rows.map(({ state }) => state));
  const numbers = (list: readonly number[]) => Buffer.from(Uint32Array.from(list).buffer);
  const head = [2, rows.length, issues.length, duplicates.length / 2, 0, FIRST_BLOCK, rows.length];
  return Buffer.concat([numbers(head), states, numbers(issues), numbers(duplicates)]);
}

let files = 0;
function formerList(): ProjectFile {
  files += 1;
  const file = new ProjectFile({ path: join(folder, `${files}.sqlite`), projectId: 'former', key: newKey() }, 'create');
  file.write('findings', { seq: 0, first: 0, count: ROWS.length, low: 1, high: ROWS.length }, formerBytes(ROWS));
  return file;
}

describe('a list that an earlier version sent', () => {
  it('has the disposition of each row', () => {
    const file = formerList();
    const reader = new CheckGroupReader(file);
    const options = { sendErrors: false, resendRecent: false };
    const reasons = [0, 1].flatMap((block) => {
      const found = reader.block(block)!;
      const rows = block === 0 ? FIRST_BLOCK : ROWS.length - FIRST_BLOCK;
      return Array.from({ length: rows }, (_, row) => (found.isRow(row) ? (found.notSentAs(row, options) ?? 'sent') : null));
    });
    expect(reasons).toEqual([
      null,
      'sent',
      'sent',
      'invalid',
      'duplicateId',
      'suppressed',
      'excludedManually',
      'sameHousehold',
      'unchanged',
      'unchangedUnscored',
      'recentlyScreened',
      'inProgress',
      'invalid',
      'sent',
    ]);
    expect(reader.block(1)!.notSentAs(12 - FIRST_BLOCK, { sendErrors: true, resendRecent: false })).toBe('inProgress');
    expect(reader.block(1)!.hasBaselineScores(8 - FIRST_BLOCK)).toBe(true);
    expect(reader.block(1)!.hasBaselineScores(9 - FIRST_BLOCK)).toBe(false);
    expect(reader.block(1)!.alreadyScreened()).toEqual([8, 9, 10, 11, 12].map((row) => row - FIRST_BLOCK));
    file.close();
  });

  it('has counts and filters like a current check', () => {
    const file = formerList();
    const counts = GroupCounts.read(file, severitiesOf(DEFAULT_RULES));
    const group = new CheckGroupReader(file).group(0)!;
    const rowsOf = (code: RuleCode) => {
      const filter = { kind: 'rule', code, field: 'constituentId' } as const;
      const rows = matchingRows(group, filter);
      expect(counts.rows(0, filter)).toBe(rows.length);
      return rows;
    };
    expect(rowsOf('NEW_SINCE')).toEqual([1]);
    expect(rowsOf('CHANGED_SINCE')).toEqual([10]);
    expect(rowsOf('SCREENED_BEFORE')).toEqual([5, 10]);
    expect(rowsOf('ON_ITS_WAY')).toEqual([11, 12]);
    expect(rowsOf('SCREENED_CHANGED')).toEqual([13]);
    expect(rowsOf('DO_NOT_SCREEN')).toEqual([5, 6]);
    expect(rowsOf('ID_DUPLICATE')).toEqual([4]);
    expect(matchingRows(group, { kind: 'issues' })).toEqual([2, 3, 4, 5, 6, 12]);
    expect(matchingRows(group, { kind: 'leftOut' })).toEqual([5, 6, 7]);
    expect(rowsByDisposition(counts.histogram(), { sendErrors: false, resendRecent: true })).toMatchObject({
      sent: 5,
      invalid: 2,
      suppressed: 1,
    });
    file.close();
  });
});
