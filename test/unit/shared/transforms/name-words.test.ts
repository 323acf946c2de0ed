import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIRST_NAMES } from '../../../../shared/transforms/name-lists.ts';
import { isOnlyGivenName } from '../../../../shared/transforms/name-words.ts';
import { nastyText } from '../../../kit/nasty-text.ts';

const NAMES = FIRST_NAMES.split(/\s+/).filter((name) => name !== '');
const KNOWN = new Set(NAMES);

it('knows a first name in any case, and no other text', () => {
  const name = fc.constantFrom(...NAMES);
  const text = fc.oneof(
    name,
    name.map((word) => word.toUpperCase()),
    name.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
    name.map((word) => word.replace('k', '\u212A')),
    fc.tuple(name, nastyText()).map((parts) => parts.join('')),
    nastyText(),
    fc.constantFrom('', 'İda', 'Şule', 'Whitlock', 'Ÿ', 'Marlowe'),
  );
  fc.assert(
    fc.property(text, (word) => {
      expect(isOnlyGivenName(word)).toBe(KNOWN.has(word.toLowerCase()));
    }),
    { numRuns: 5000 },
  );
});
