import { expect, it } from 'vitest';
import { peopleIn } from '../../../../shared/view-texts/one-person.ts';

it('counts people in places by ID, or else by name', () => {
  const place = (name: string, constituentId?: string) => ({ name, keys: constituentId === undefined ? {} : { constituentId } });
  expect(peopleIn([place('Ada Ashdown', 'C-1'), place('A. Ashdown', 'c-1')])).toBe(1);
  expect(peopleIn([place('Ada Ashdown', 'C-1'), place('Ada Ashdown', 'C-2'), place('Grace Brink'), place('GRACE BRINK')])).toBe(3);
});
