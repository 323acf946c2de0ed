/** An echoed name can prove a row, can agree with it, or can belong to another person. */
import { describe, expect, it } from 'vitest';
import { areSameName, NAME_KEY, nameKey, namesAgree } from '../../../../shared/results/name-echo.ts';

type Name = readonly [first: string, last: string];

/** The name keys of a list as bytes, after an empty key of another row. */
function listOf(...names: readonly Name[]): Uint8Array {
  return Buffer.from(
    ['', ...names.map(([first, last]) => nameKey(first, last) ?? '')].map((key) => key.padEnd(NAME_KEY)).join(''),
    'latin1',
  );
}

/** `same` proves the row, `may be` does not contradict it, `other` does. */
function compare(sent: Name, echoed: Name): string {
  const keys = listOf(sent, ['Zzz', 'Zzzzzzz']);
  const key = nameKey(...echoed);
  if (key === null) return 'none';
  if (!namesAgree(keys, NAME_KEY, key)) return 'other';
  return areSameName(keys, NAME_KEY, key) ? 'same' : 'may be';
}

describe('an echoed name', () => {
  it.each<[sent: Name, echoed: Name, result: string]>([
    [['Ann', 'Lee'], ['Ann', 'Lee'], 'same'],
    [['Ann', 'Lee'], ['ANN', 'lee'], 'same'],
    [['Ann', 'Lee'], [' An n', 'L-e.e'], 'same'],
    [['José', 'Núñez'], ['Jose', 'Nunez'], 'same'],
    [['Marguerite', 'Ashdown-Featherstone'], ['Marguerite', 'Ashdown Featherstone'], 'same'],
    // Only the first letters are compared.
    [['Marguerite', 'Ashdownfeatherstone'], ['Margueritta', 'Ashdownfeathers'], 'same'],
    [['Ann', 'Lee'], ['A', 'Lee'], 'may be'],
    [['Ann', 'Lee'], ['Anne', 'Lee'], 'may be'],
    [['A.', 'Lee'], ['Ann', 'Lee'], 'may be'],
    [['Ann', 'Lee'], ['', 'Lee'], 'may be'],
    [['', 'Lee'], ['Ann', 'Lee'], 'may be'],
    [['', 'Lee'], ['', 'Lee'], 'may be'],
    [['Ann', ''], ['Ann', ''], 'may be'],
    [['Ann', 'Le'], ['Ann', 'Lee'], 'may be'],
    [['Ann', 'Lee'], ['Bob', 'Lee'], 'other'],
    [['Ann', 'Lee'], ['Ann', 'Ray'], 'other'],
    [['Ann', 'Lee'], ['Bob', 'Ray'], 'other'],
    [['Ann', 'Lee'], ['Anm', 'Lee'], 'other'],
    [['Marguerite', 'Ashdown'], ['Margui', 'Ashdown'], 'other'],
    [['Ann', 'Featherstone'], ['Ann', 'Featherstz'], 'other'],
    [['Ann', 'Featherston1'], ['Ann', 'Featherston2'], 'same'],
    [['Ann', 'Lee'], ['Ann', 'Lee2'], 'may be'],
    [['李', '王'], ['李', '王'], 'same'],
    [['李', '王'], ['陳', '王'], 'other'],
    [['Ann', 'Lee'], ['', '—'], 'none'],
    [['Ann', 'Lee'], ['', ''], 'none'],
  ])('sent as %j, echoed as %j: %s', (sent, echoed, result) => {
    expect(compare(sent, echoed)).toBe(result);
  });

  it('has a key of the same length, whatever the length of the name', () => {
    for (const [first, last] of [
      ['A', 'B'],
      ['Marguerite', 'Ashdown-Featherstone'],
      ['', 'x'],
      ['Ann Ann Ann', ''],
    ])
      expect(nameKey(first!, last!)).toHaveLength(NAME_KEY);
    expect(nameKey('Marguerite', 'Lee')).toBe('marguelee       ');
  });
});
