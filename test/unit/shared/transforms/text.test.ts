import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEXT_CLASS, cleanText, isPlaceholder, tidySpaces, classesOf, withoutApostrophe } from '../../../../shared/transforms/text.ts';

describe('classesOf', () => {
  it.each([
    ['', 0],
    ['abc', TEXT_CLASS.lower],
    ['ABC', TEXT_CLASS.upper],
    ['A1', TEXT_CLASS.upper | TEXT_CLASS.digit],
    ['a b', TEXT_CLASS.lower | TEXT_CLASS.space],
    ['a  b', TEXT_CLASS.lower | TEXT_CLASS.space | TEXT_CLASS.untidy],
    [' a', TEXT_CLASS.lower | TEXT_CLASS.space | TEXT_CLASS.untidy],
    ['a ', TEXT_CLASS.lower | TEXT_CLASS.space | TEXT_CLASS.untidy],
    ['a\u00A0b', TEXT_CLASS.lower | TEXT_CLASS.foreign | TEXT_CLASS.untidy],
    ['a\nb', TEXT_CLASS.lower | TEXT_CLASS.line | TEXT_CLASS.escape | TEXT_CLASS.untidy],
    ['"', TEXT_CLASS.escape | TEXT_CLASS.bracket],
    ['\\', TEXT_CLASS.escape],
    ['É', TEXT_CLASS.foreign | TEXT_CLASS.upper],
    ['ß', TEXT_CLASS.foreign | TEXT_CLASS.lower],
    ['日', TEXT_CLASS.foreign],
    ['\u{1F600}', TEXT_CLASS.foreign | TEXT_CLASS.escape],
    ['a&b', TEXT_CLASS.lower | TEXT_CLASS.joiner],
    ["'", TEXT_CLASS.sign],
    ['x@y.z', TEXT_CLASS.lower | TEXT_CLASS.at | TEXT_CLASS.point],
  ])('%j', (text, traits) => {
    expect(classesOf(text)).toBe(traits);
  });

  it('gives every text that is not empty a class', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (text) => {
        expect(classesOf(text)).not.toBe(0);
      }),
    );
  });

  it('marks every text that JSON escapes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const unmarked = (classesOf(text) & TEXT_CLASS.escape) === 0;
        expect(unmarked && JSON.stringify(text) !== `"${text}"`).toBe(false);
      }),
    );
  });

  it('marks exactly the texts that tidying changes as untidy', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect((classesOf(text) & TEXT_CLASS.untidy) !== 0).toBe(tidySpaces(text) !== text);
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

  it('keeps one line feed per break when lines matter', () => {
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
    ["''", ''],
    ["'Keene'", 'Keene'],
    ['"Keene"', 'Keene'],
    ['"North" and "South"', '"North" and "South"'],
    ['"Keene', '"Keene'],
    ["James'", "James'"],
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
    'no known address',
    'Bad Address',
    'RETURN TO SENDER',
    'Info Requested',
  ])('%s marks a missing value', (text) => {
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
