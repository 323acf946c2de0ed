import { describe, expect, it } from 'vitest';
import { areFormsOfOneName, isFormOfName } from '../../../../shared/transforms/nicknames.ts';

/** Usual short forms in US lists. */
const PAIRS = 'cynthia/cindy anthony/tony david/dave eugene/gene francis/frank franklin/frank gregory/greg jacob/jake jacqueline/jackie jonathan/jon janet/jan joshua/josh judith/judy kimberly/kim matthew/matt nancy/nan nicholas/nick pamela/pam patrick/pat peter/pete raymond/ray samantha/sam stephanie/steph timothy/tim virginia/ginny walter/walt robert/bob william/bill margaret/peggy elizabeth/liz'; // prettier-ignore

describe('forms of one given name', () => {
  it.each(PAIRS.split(' ').map((pair) => pair.split('/') as [string, string]))('%s and %s are one name, in both orders', (one, other) => {
    expect(areFormsOfOneName(one, other)).toBe(true);
    expect(areFormsOfOneName(other, one)).toBe(true);
  });

  it.each([
    ['robert', 'william'],
    ['frank', 'bob'],
    ['robert', 'desmond'],
    ['desmond', 'robert'],
    ['desmond', 'aldous'],
    // Frank is a short form of both, but they are two names.
    ['francis', 'franklin'],
  ])('%s and %s are two names', (one, other) => {
    expect(areFormsOfOneName(one, other)).toBe(false);
  });

  it('a short form of two names is a form of both', () => {
    expect(areFormsOfOneName('pat', 'patrick')).toBe(true);
    expect(areFormsOfOneName('pat', 'patricia')).toBe(true);
    expect(areFormsOfOneName('sam', 'samuel')).toBe(true);
  });
});

it('knows the forms of given names in any case', () => {
  expect(['Bob', 'ROBERT', 'cindy', 'Okafor', ''].map(isFormOfName)).toEqual([true, true, true, false, false]);
});
