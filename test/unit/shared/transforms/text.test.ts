import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRAIT, cleanText, isPlaceholder, tidySpaces, traitsOf, withoutApostrophe } from '../../../../shared/transforms/text.ts';

describe('traitsOf', () => {
  it.each([
    ['', 0],
    ['abc', TRAIT.lower],
    ['ABC', TRAIT.upper],
    ['A1', TRAIT.upper | TRAIT.digit],
    ['a b', TRAIT.lower | TRAIT.space],
    ['a  b', TRAIT.lower | TRAIT.space | TRAIT.untidy],
    [' a', TRAIT.lower | TRAIT.space | TRAIT.untidy],
    ['a ', TRAIT.lower | TRAIT.space | TRAIT.untidy],
    ['a\u00A0b', TRAIT.lower | TRAIT.foreign | TRAIT.untidy],
    ['a\nb', TRAIT.lower | TRAIT.line | TRAIT.escape | TRAIT.untidy],
    ['"', TRAIT.escape | TRAIT.bracket],
    ['\\', TRAIT.escape],
    ['É', TRAIT.foreign | TRAIT.upper],
    ['ß', TRAIT.foreign | TRAIT.lower],
    ['日', TRAIT.foreign],
    ['\u{1F600}', TRAIT.foreign | TRAIT.escape],
    ['a&b', TRAIT.lower | TRAIT.joiner],
    ["'", TRAIT.sign],
    ['x@y.z', TRAIT.lower | TRAIT.at | TRAIT.point],
  ])('%j', (text, traits) => {
    expect(traitsOf(text)).toBe(traits);
  });

  it('gives every text that is not empty a trait', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        expect(traitsOf(text)).not.toBe(0);
      }),
    );
  });

  it('marks every text that JSON would escape', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const unmarked = (traitsOf(text) & TRAIT.escape) === 0;
        expect(unmarked && JSON.stringify(text) !== `"${text}"`).toBe(false);
      }),
    );
  });

  it('calls exactly those texts untidy that tidying changes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect((traitsOf(text) & TRAIT.untidy) !== 0).toBe(tidySpaces(text) !== text);
      }),
    );
  });
});

describe('tidySpaces', () => {
  it.each([
    ['  Jane   Doe ', 'Jane Doe'],
    ['Jane\u00A0Doe', 'Jane Doe'],
    ['Jane\tDoe\r\n', 'Jane Doe'],
    ['\uFEFFJane', 'Jane'],
    ['Ja\u200Bne', 'Jane'],
    ['soft\u00ADhyphen', 'softhyphen'],
    ['a\u0000b', 'ab'],
    ['\u3000 \u2003', ''],
    ['fine', 'fine'],
  ])('%j becomes %j', (before, after) => {
    expect(tidySpaces(before)).toBe(after);
  });

  it('keeps one line feed for each break where lines matter', () => {
    expect(tidySpaces(' 2207 N. Clark St. \r\n\r\n Apt  4B ', true)).toBe('2207 N. Clark St.\nApt 4B');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, lines) => {
        expect(tidySpaces(tidySpaces(text, lines), lines)).toBe(tidySpaces(text, lines));
      }),
    );
  });
});

describe('withoutApostrophe', () => {
  it.each([
    ["'01945", '01945'],
    ["''01945", '01945'],
    ["'t Hooft", "'t Hooft"],
    ["'s Gravesande", "'s Gravesande"],
    ["'Twas", 'Twas'],
    ["O'Brien", "O'Brien"],
    ["'", ''],
  ])('%j becomes %j', (before, after) => {
    expect(withoutApostrophe(before)).toBe(after);
  });
});

describe('isPlaceholder', () => {
  it.each([
    '<None Specified>',
    '<none specified>',
    'N/A',
    'n/a',
    'NULL',
    'null',
    '-',
    '--',
    'none',
    'None',
    'NONE',
    'unknown',
    'Unknown',
    '00/00/0000',
    '0000-00-00',
    '#N/A',
    '(blank)',
    'TBD',
    '?',
  ])('%s stands for nothing', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each(['', 'Null', 'Noneman', 'Na', 'NA', 'Unknowable', '0', 'Nance', 'x', '-1'])('%j is a value', (text) => {
    expect(isPlaceholder(text)).toBe(false);
  });
});

describe('cleanText', () => {
  it.each([
    [' <None  Specified> ', ''],
    [" '0042 ", '0042'],
    ['  N/A', ''],
    ['Jane  Doe', 'Jane Doe'],
  ])('%j becomes %j', (before, after) => {
    expect(cleanText(before)).toBe(after);
  });
});
