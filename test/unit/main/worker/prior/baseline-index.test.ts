/** Whether a row is new, changed, or unchanged compared with the rows sent in earlier screenings. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { FIELD_INDEX } from '../../../../../shared/fields/table.ts';
import { MatchKeyHasher, SLOT_BITS } from '../../../../../shared/rules/match-key-hash.ts';
import { createMappedRecord, type MappedRecord } from '../../../../../shared/mapping/mapped-record.ts';
import { newKey } from '../../../../../main/store/project-file/cipher.ts';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import type { ProjectFileRef } from '../../../../../main/worker-protocol/list.ts';
import type { RowResults } from '../../../../../main/worker/check/row-checker.ts';
import { DIGEST, RecordDigests } from '../../../../../main/worker/check/record-digest.ts';
import { BaselineIndex, BaselineIndexWriter } from '../../../../../main/worker/prior/baseline-index.ts';
import type { RowFacts } from '../../../../../shared/rows/row-facts.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-since-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const KEY = newKey();
const EMPTY: RowResults = {
  facts: new Uint16Array(),
  issues: new Uint32Array(),
  slots: new Uint8Array(),
  hashes: new Int32Array(),
  recordHashes: new Int32Array(),
  digests: new Int32Array(),
  unchanged: new Uint8Array(),
};

/** One person with one value that may change. */
interface Row {
  readonly id: string;
  readonly city: string;
}
interface SentRow extends Row {
  readonly scored: boolean;
}

function draftOf({ id, city }: Row): MappedRecord {
  const draft = createMappedRecord();
  draft.values[FIELD_INDEX.constituentId] = id;
  draft.values[FIELD_INDEX.city] = city;
  return draft;
}

/** The results of a check of this row alone. */
function checked(row: Row, key = KEY): RowResults {
  const draft = draftOf(row);
  const prints = new MatchKeyHasher();
  const present = prints.hashes(draft, SLOT_BITS.id);
  const digests = new Int32Array(DIGEST);
  if (present !== 0) new RecordDigests(key).write(draft, digests, 0);
  return { ...EMPTY, slots: Uint8Array.of(present), hashes: prints.halves.slice(0, present === 0 ? 0 : 2), digests };
}

let files = 0;
function sentIn(rows: readonly SentRow[]): ProjectFileRef {
  files += 1;
  const ref = { path: join(folder, `${files}.sqlite`), projectId: `sent-${files}`, key: newKey() };
  const file = new ProjectFile(ref, 'create');
  // Small chunks, so that the rows span several of them.
  const writer = new BaselineIndexWriter(file, 2);
  for (const row of rows) {
    const { slots, hashes, digests } = checked(row);
    if (slots[0] !== 0) writer.add(hashes, 0, digests, 0, row.scored);
  }
  expect(writer.finish()).toBe(rows.filter(({ id }) => id !== '').length);
  file.close();
  return ref;
}

const recordsOf = (screenings: readonly (readonly (readonly SentRow[])[])[]) =>
  new BaselineIndex({ key: KEY, screenings: screenings.map((projects) => projects.map(sentIn)) });

describe('a row of a newer list', () => {
  it('is new, changed, or unchanged compared with the last record sent with its ID', () => {
    const older = [{ id: '1', city: 'Boston', scored: true }, { id: '2', city: 'Boston', scored: true }, { id: '3', city: 'Boston', scored: false }]; // prettier-ignore
    const newer = [{ id: '2', city: 'Salem', scored: true }];
    const sent = recordsOf([[newer], [older]]);
    const comparisonOf = (row: Row) => sent.find(checked(row), 0, 0);
    expect(comparisonOf({ id: '1', city: 'Boston' })).toBe('unchanged');
    expect(comparisonOf({ id: '1', city: 'boston' })).toBe('changed');
    expect(comparisonOf({ id: '2', city: 'Salem' })).toBe('unchanged');
    expect(comparisonOf({ id: '2', city: 'Boston' })).toBe('changed');
    expect(comparisonOf({ id: '3', city: 'Boston' })).toBe('unchangedUnscored');
    expect(comparisonOf({ id: '4', city: 'Boston' })).toBe('new');
    expect(comparisonOf({ id: '', city: 'Boston' })).toBe('new');
  });

  it('is compared with the last screening of its ID, for any records sent', () => {
    const id = fc.constantFrom('', '1', '2', '3', '4');
    const city = fc.constantFrom('', 'Boston', 'Salem');
    const row = fc.record({ id, city });
    const screening = fc.array(fc.array(fc.record({ id, city, scored: fc.boolean() }), { maxLength: 6 }), { minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(screening, { maxLength: 3 }), fc.array(row, { minLength: 1, maxLength: 8 }), (screenings, rows) => {
        const sent = recordsOf(screenings);
        const expected = ({ id: wanted, city: now }: Row): RowFacts['comparison'] => {
          const last = screenings.map((projects) => projects.flat().filter((one) => one.id === wanted)).find(({ length }) => length > 0);
          if (wanted === '' || last === undefined) return 'new';
          if (!last.some((one) => one.city === now)) return 'changed';
          return last.some(({ scored }) => scored) ? 'unchanged' : 'unchangedUnscored';
        };
        expect(rows.map((one) => sent.find(checked(one), 0, 0))).toEqual(rows.map(expected));
      }),
      { numRuns: 60 },
    );
  });

  it('is not recognized by digests with another key', () => {
    const sent = recordsOf([[[{ id: '1', city: 'Boston', scored: true }]]]);
    expect(sent.find(checked({ id: '1', city: 'Boston' }, newKey()), 0, 0)).toBe('changed');
  });
});

it('the index contains no IDs and no values, even when decrypted', () => {
  const ref = sentIn([{ id: 'KEPT-7781', city: 'Winnipesaukee', scored: true }]);
  const file = new ProjectFile(ref, 'read');
  const kept = Buffer.concat([...file.chunks('sent')].map(({ bytes }) => bytes));
  file.close();
  for (const bytes of [kept, readFileSync(ref.path)])
    for (const text of ['KEPT-7781', 'Winnipesaukee'])
      expect(bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'))).toBe(false);
});
