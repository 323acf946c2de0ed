/**
 * Fixes, merges, left-out rows and undos in any order never add a row that the service refuses, and never lose a person: 400 random lists,
 * half of them of a few households, whose rows can be merged.
 */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CheckedList } from '../kit/checked-list.ts';
import { fixOrChoiceRequest, householdList, MESSY_FIELDS, messyList, refusedWhile, repeatingList } from '../kit/messy-lists.ts';

it('no sequence of edits adds a refused row or loses a person', async () => {
  let merges = 0;
  await fc.assert(
    fc.asyncProperty(
      fc
        .oneof(messyList, repeatingList, householdList, householdList)
        .chain((rows) => fc.tuple(fc.constant(rows), fc.array(fixOrChoiceRequest(rows.length), { minLength: 1, maxLength: 8 }))),
      async ([rows, requests]) => {
        const checked = await CheckedList.make({ fields: MESSY_FIELDS, rows, rowsPerBlock: 5 });
        try {
          const outcome = await refusedWhile(checked, requests);
          expect(outcome.most).toBeLessThanOrEqual(outcome.before);
          expect(outcome.lost).toEqual([]);
          merges += outcome.merges;
        } finally {
          checked.close();
        }
      },
    ),
    { numRuns: 400 },
  );
  // Without merges, the test would prove nothing about them. A busy computer makes fewer runs.
  expect(merges).toBeGreaterThan(20);
});
