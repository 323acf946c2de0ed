import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { readProfileKeys } from '../../../../shared/results/profile-keys.ts';

describe('the row of a profile', () => {
  it.each<[Json, object]>([
    [
      { id: 'p', constituentId: '001' },
      { constituentId: '001', row: null, profileId: 'p' },
    ],
    [
      { profileId: 5, constituentId: 42 },
      { constituentId: '42', profileId: '5' },
    ],
    [{ record: { constituentID: 'x' } }, { constituentId: 'x' }],
    [{ rowNumber: '17' }, { constituentId: null, row: 17 }],
    [{ profile: { id: 'deep' } }, { profileId: 'deep' }],
    [{ mostRecentScore: { constituentId: 'not an echo' } }, { constituentId: null }],
    ['text', { constituentId: null, row: null, profileId: null }],
  ])('%j', (profile, keys) => {
    expect(readProfileKeys(profile)).toMatchObject(keys);
  });
});
