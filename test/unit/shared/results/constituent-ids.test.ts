import { describe, expect, it } from 'vitest';
import { ID_CHANGE, idChangesBetween, idChangesOf, foldId } from '../../../../shared/results/constituent-ids.ts';

const { space, form, lower, upper, digits, number, text } = ID_CHANGE;

describe('IDs that a service could confuse', () => {
  it.each<[folded: string, ...ids: string[]]>([
    ['7', '7', '07', '007', '7.0', '7.', '+7', ' 7 ', '7e0', '0.7e1', '70e-1', '7E+0', '7.00', '７'],
    ['0', '0', '00', '0.0', '-0', '+0', '.0', '0e5'],
    ['0.5', '0.5', '.5', '.50', '5e-1', '00.5'],
    ['0.25', '.25', '0.250'],
    ['-12', '-12', '-12.0', '-0012'],
    ['1000', '1000', '1,000', '1 000', '1’000', "1'000", '1e3', '1000.0', '1,000.0', '+1,000'],
    ['12345', '12,345', '12345', '12 345'],
    ['123456', '123,456', '0123456'],
    ['1234567.89', '1,234,567.89', '1234567.89'],
    ['-1234', '-1,234', '-1234'],
    ['12345678901234568', '12345678901234567', '12345678901234568', '012345678901234568'],
    ['100000000000000', '100000000000000', '1e14', '0100000000000000'],
    ['ab1', 'ab1', 'AB1', 'Ab1', ' ab1', 'ab1\t', '\uFEFFab1', 'ab1\u200B'],
    ['a 1', 'A 1', 'a  1', 'a\u00A01', ' a \n 1 '],
    ['ecole', 'École', 'ecole', 'E\u0301cole', 'ECOLE'],
    ['strasse', 'Straße', 'STRASSE'],
    // Letters that are the same only in upper case.
    ['i1', 'i1', 'I1', 'ı1'],
    ['σ', 'Σ', 'σ', 'ς'],
    ['12-3', '12-3', '0012-3', '０12-3'],
    ['0-3', '0-3', '00-3'],
    ['1,2345', '1,2345'],
    ['1234,567', '1234,567', '01234,567'],
    ['1,234x', '1,234x', '1,234X'],
    ['x1,234', 'x1,234'],
    ['1,23', '1,23'],
    ['1;234', '1;234'],
    ['1,2345.6', '1,2345.6'],
    ['12e', '12e', '12E', '012e'],
    ['1e5x', '1e5x'],
    ['infinity', 'Infinity', 'INFINITY'],
    ['nan', 'NaN'],
    ['a-b_c', 'A-B_C', 'a-b_c'],
    ['-', '-'],
    ['.', '.'],
    ['', '', ' '],
  ])('include all of %j', (folded, ...ids) => {
    for (const id of ids) expect([id, foldId(id)]).toEqual([id, folded]);
  });

  it.each([
    ['7', '70'],
    ['7', '-7'],
    ['0.5', '5'],
    ['1,23', '123'],
    ['1,2345', '12345'],
    ['1,234', '1.234'],
    ['10', '1'],
    ['a1', 'a01'],
    ['a b', 'ab'],
    ['100', '1'],
    ['1e3', '13'],
    ['123456789012345', '123456789012346'],
    ['12-3', '123'],
    // Only zeros at the beginning can be lost.
    ['1-007', '1-7'],
    ['A1', 'B1'],
  ])('do not include %j and %j', (one, other) => {
    expect(foldId(one)).not.toBe(foldId(other));
  });
});

describe('the changes that fold an ID', () => {
  it.each<[id: string, changes: number]>([
    ['7', 0],
    ['0', 0],
    ['10', 0],
    ['999999999999999', 0],
    ['100000000000000', 0],
    ['1000000000000000', 0],
    ['12345678901234567', digits],
    ['9007199254740992', 0],
    ['9007199254740993', digits],
    ['012345678901234567', number | text],
    ['12345678901234567.0', number],
    ['12-3', 0],
    ['a1', upper],
    ['a-b_c', upper],
    ['é', form | upper],
    ['', 0],
    ['07', number | text],
    ['00', number | text],
    ['7.0', number],
    ['1,000', text],
    ['007-1', text],
    ['.5', number],
    ['0.5', 0],
    ['A1', lower],
    ['a-B', lower | upper],
    ['12-X', lower],
    ['É', form | lower],
    [' 7', space],
    ['a  b', space | upper],
    ['a b', upper],
    [' 07', space | number | text],
    [' A ', space | lower],
    [' É 1', space | form | lower],
    ['1E3', lower | number],
  ])('%j: %i', (id, changes) => {
    expect(idChangesOf(id)).toBe(changes);
  });

  it('for two IDs are the changes of only one of them, or the shared changes if both have the same', () => {
    expect(idChangesBetween(number, 0)).toBe(number);
    expect(idChangesBetween(number | lower, lower)).toBe(number);
    expect(idChangesBetween(number | text, 0)).toBe(number);
    expect(idChangesBetween(text, 0)).toBe(text);
    expect(idChangesBetween(space | upper, space | upper)).toBe(space);
    expect(idChangesBetween(lower | upper, lower | upper)).toBe(lower | upper);
    expect(idChangesBetween(0, 0)).toBe(0);
  });

  it.each([
    ['x1', 'X1', upper],
    ['xy1', 'Xy1', upper],
    ['Xy1', 'XY1', upper],
    ['X1', 'x1', lower],
    ['XY1', 'Xy1', lower],
    ['Xy1', 'xy1', lower],
    ['Xy1', 'xY1', lower | upper],
    [' x1', 'X1', space | upper],
  ])('of letters have a direction: from %j to %j', (sent, echoed, changes) => {
    expect(idChangesBetween(idChangesOf(sent), idChangesOf(echoed))).toBe(changes);
  });
});

it('an ID of very many digits that is no number is folded at once', () => {
  const id = `${'1'.repeat(200_000)}!`;
  const before = performance.now();
  expect(foldId(id)).toBe(id);
  expect(idChangesOf(id)).toBe(0);
  expect(performance.now() - before).toBeLessThan(5_000);
});
