import { expect, it } from 'vitest';
import { sortAfter } from '../../../../../renderer/screens/check/check-listing.ts';

it('a heading sorts ascending, then descending, then as in the file', () => {
  const once = sortAfter(null, 'city');
  expect(once).toEqual({ field: 'city', descending: false });
  const twice = sortAfter(once, 'city');
  expect(twice).toEqual({ field: 'city', descending: true });
  expect(sortAfter(twice, 'city')).toBeNull();
  expect(sortAfter(twice, 'state')).toEqual({ field: 'state', descending: false });
});
