/** Fixes and undos in any order never add a row that the service refuses, over 2,000 random lists. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { CheckedList } from '../kit/checked-list.ts';
import { fixRequest, MESSY_FIELDS, messyList, refusedWhile } from '../kit/messy-lists.ts';

it('no sequence of fixes and undos adds a refused row', async () => {
  await fc.assert(
    fc.asyncProperty(messyList, fc.array(fixRequest, { minLength: 1, maxLength: 6 }), async (rows, requests) => {
      const checked = await CheckedList.make({ fields: MESSY_FIELDS, rows, rowsPerBlock: 5 });
      try {
        const { before, most } = await refusedWhile(checked, requests);
        expect(most).toBeLessThanOrEqual(before);
      } finally {
        checked.close();
      }
    }),
    { numRuns: 2000 },
  );
});
