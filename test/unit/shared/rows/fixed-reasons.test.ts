import { expect, it } from 'vitest';
import { DISPOSITION_NAMES, fixedReasonOf } from '../../../../shared/rows/disposition.ts';

it('a reason is fixed when neither the mark of a row nor a correction changes it', () => {
  const fixed = ['suppressed', 'unchanged', 'unchangedUnscored', 'inProgress', 'recentlyScreened', 'notChosen'];
  expect(DISPOSITION_NAMES.map((name) => fixedReasonOf(name))).toEqual(
    DISPOSITION_NAMES.map((name) => (fixed.includes(name) ? name : null)),
  );
});
