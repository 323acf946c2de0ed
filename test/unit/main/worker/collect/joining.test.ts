/** Rules for matching a profile or a refusal to a row, so that no score goes to another person. */
import { describe, expect, it } from 'vitest';
import { joinAnswer } from '../../../../kit/joined-answer.ts';

const profile = (constituentId: unknown, more: object = {}) => ({ constituentId, ...more });

describe('an ID that could be the changed form of another sent ID', () => {
  it.each([
    ['leading zeros', '007', '7', '7'],
    ['a trailing .0', '7.0', '7', '7'],
    ['scientific notation', '1e3', '1000', '1000'],
    ['trailing decimals', '1.10', '1.1', '1.1'],
    ['letter case', 'AB1', 'ab1', 'ab1'],
    ['upper case', 'ab1', 'AB1', 'AB1'],
    ['Unicode form', 'e\u03011', '\u00E91', '\u00E91'],
    ['spaces', 'A  1', 'A 1', 'A 1'],
    ['17 digits', '12345678901234567', '12345678901234568', '12345678901234568'],
  ])('%s: a profile with the common form matches neither row', (_, one, other, echoed) => {
    expect(joinAnswer([one, other], { profiles: [profile(echoed)] }).profiles).toEqual([null, null]);
    expect(joinAnswer([one, other], { profiles: [profile(echoed), profile(echoed, { score: 2 })] }).profiles).toEqual([null, null]);
  });

  it.each([
    ['007', '7'],
    ['7.0', '7'],
    ['1e3', '1000'],
    ['1.10', '1.1'],
    ['AB1', 'ab1'],
    ['e\u03011', '\u00E91'],
    ['12345678901234567', '12345678901234568'],
  ])('%s and %s: both are matched if the answer has both unchanged, in any order', (one, other) => {
    expect(joinAnswer([one, other], { profiles: [profile(one), profile(other)] }).profiles).toEqual([0, 1]);
    expect(joinAnswer([one, other], { profiles: [profile(other), profile(one)] }).profiles).toEqual([1, 0]);
  });

  it('a row error with one ID unchanged is also evidence', () => {
    const joined = joinAnswer(['007', '7'], { profiles: [profile('7')], errors: [{ constituentId: '007', message: 'no' }] });
    expect(joined).toMatchObject({ profiles: [null, 0], refusals: [['no'], []] });
  });

  it('007 is matched because it cannot come from 7', () => {
    expect(joinAnswer(['007', '7'], { profiles: [profile('007')] }).profiles).toEqual([0, null]);
  });

  it('a row error with the common form matches neither row', () => {
    const joined = joinAnswer(['007', '7'], { errors: [{ constituentId: '7', message: 'no' }] });
    expect(joined).toMatchObject({ refusals: [[], []], unplacedRefusals: ['no'] });
  });
});

describe('an ID that cannot be the changed form of another sent ID', () => {
  it.each([
    ['007', 7],
    ['007', '7'],
    ['C-1', 'c-1'],
    ['C-1', '  C-1 '],
    ['12345678901234567', '12345678901234567'],
  ])('%s is recognized as %s', (sent, echoed) => {
    expect(joinAnswer([sent, 'other'], { profiles: [profile(echoed)] }).profiles).toEqual([0, null]);
  });

  it('keeps all digits of a number above 2^53', () => {
    const sent = ['12345678901234567', '12345678901234568'];
    const joined = joinAnswer(sent, { profiles: ['{"constituentId":12345678901234568}', '{"constituentId":12345678901234567}'] });
    expect(joined.profiles).toEqual([1, 0]);
  });

  it('is matched although a row with a number that is equal as a double is missing, when other numbers show that none is rounded', () => {
    const sent = ['90071992547409901', '90071992547409903', '90071992547409905', '90071992547409935', '90071992547409937'];
    const kept = joinAnswer(sent, { profiles: [profile(sent[0]), profile(sent[1]), profile(sent[3])] });
    expect(kept.profiles).toEqual([0, 1, null, 2, null]);
    // A rounded number can be the exact one of another row, and a single number proves nothing.
    const rounded = ['90071992547409904', '90071992547409901'];
    expect(joinAnswer(rounded, { profiles: [profile('90071992547409904')] }).profiles).toEqual([null, null]);
    // Nothing is proved about zeros.
    const zero = joinAnswer([...sent, '090071992547409905'], { profiles: [profile(sent[0]), profile(sent[1]), profile(sent[2])] });
    expect(zero.profiles[2]).toBeNull();
  });

  it('is not recognized in a changed form when the service shows that it does not change IDs in this way', () => {
    expect(joinAnswer(['007', '0123'], { profiles: [profile('7'), profile('0123')] }).profiles).toEqual([null, 1]);
    expect(joinAnswer(['AB', 'Cd'], { profiles: [profile('ab'), profile('Cd')] }).profiles).toEqual([null, 1]);
  });

  it.each([
    ['capital', ['C-1', 'row-K7-5', 'ab'], ['C-1', 'ROW-K7-5', 'AB']],
    ['small', ['c-1', 'row-K7-5', 'AB'], ['c-1', 'row-k7-5', 'ab']],
  ])('is recognized in %s letters although another ID has only such letters, and comes back as sent', (_letters, sent, echoed) => {
    expect(joinAnswer(sent, { profiles: echoed.map((id) => profile(id)) }).profiles).toEqual([0, 1, 2]);
    const errors = echoed.map((constituentId) => ({ constituentId, message: 'no' }));
    expect(joinAnswer(sent, { errors }).refusals).toEqual([['no'], ['no'], ['no']]);
  });

  it('is recognized as a number although an ID that is no number keeps its zeros', () => {
    expect(joinAnswer(['00123', '00123-1'], { profiles: [profile(123), profile('00123-1')] }).profiles).toEqual([0, 1]);
    expect(joinAnswer(['00123', '00124-1'], { profiles: [profile('00123'), profile('124-1')] }).profiles).toEqual([0, null]);
  });

  it('belongs to its exact profile even when a changed one comes first', () => {
    expect(joinAnswer(['007'], { profiles: [profile('7', { score: 1 }), profile('007', { score: 2 })] }).profiles).toEqual([1]);
  });

  it('matches a repeated profile once, and neither of two different ones', () => {
    expect(joinAnswer(['A'], { profiles: [profile('A', { score: 1 }), profile('A', { score: 1 })] }).profiles).toEqual([0]);
    expect(joinAnswer(['A'], { profiles: [profile('A', { score: 1 }), profile('A', { score: 2 })] }).profiles).toEqual([null]);
  });
});

describe('rows with the same ID', () => {
  it('are never matched by order', () => {
    expect(joinAnswer(['A', 'A'], { profiles: [profile('A', { score: 1 }), profile('A', { score: 2 })] }).profiles).toEqual([null, null]);
    expect(joinAnswer(['A', 'A'], { profiles: [profile('A')] }).profiles).toEqual([null, null]);
  });

  it('are matched by a row number with a proved base', () => {
    const profiles = [profile('A', { row: 3 }), profile('B', { row: 2 }), profile('A', { row: 1 })];
    expect(joinAnswer(['A', 'B', 'A'], { profiles }).profiles).toEqual([2, 1, 0]);
  });

  it('are matched by the name in a profile', () => {
    const rows = [
      { id: 'A', first: 'Ann', last: 'Lee' },
      { id: 'A', first: 'Bob', last: 'Ray' },
    ];
    const profiles = [profile('A', { primaryFirst: 'BOB', primaryLast: 'RAY' }), profile('A', { primaryFirst: 'Ann', primaryLast: 'Lee' })];
    expect(joinAnswer(rows, { profiles }).profiles).toEqual([1, 0]);
  });

  it('leave one candidate when the others are certainly refused', () => {
    const errors = [
      { row: 2, constituentId: 'A', message: 'twice' },
      { row: 3, constituentId: 'B', message: 'no' },
    ];
    expect(joinAnswer(['A', 'A', 'B'], { profiles: [profile('A')], errors })).toMatchObject({
      profiles: [0, null, null],
      refusals: [[], ['twice'], ['no']],
    });
  });
});

describe('a name in the answer', () => {
  const rows = [
    { id: '1', first: 'Ann', last: 'Lee' },
    { id: '2', first: 'Bob', last: 'Ray' },
  ];
  it('the name of another person leaves the profile without a row', () => {
    const profiles = [profile('1', { firstName: 'Cyd', lastName: 'Moe' }), profile('2', { firstName: 'Bob', lastName: 'Ray' })];
    expect(joinAnswer(rows, { profiles }).profiles).toEqual([null, 1]);
  });

  it.each([
    ['case', 'ANN', 'LEE'],
    ['an initial', 'A', 'Lee'],
    ['a missing first name', '', 'Lee'],
    ['accents', 'Änn', 'Lée'],
  ])('agrees if it differs only by %s', (_, primaryFirst, primaryLast) => {
    expect(joinAnswer(rows, { profiles: [profile('1', { record: { primaryFirst, primaryLast } })] }).profiles).toEqual([0, null]);
  });

  it('the name of another row shows that the numbers do not count rows', () => {
    const profiles = [
      { row: 1, primaryFirst: 'Bob', primaryLast: 'Ray' },
      { row: 2, primaryFirst: 'Ann', primaryLast: 'Lee' },
    ];
    expect(joinAnswer(rows, { profiles }).profiles).toEqual([null, null]);
  });
});

describe('an entry without an ID and a row number', () => {
  it('matches no row', () => {
    expect(joinAnswer(['A', 'B'], { profiles: [{ score: 1 }, { score: 2 }] })).toMatchObject({ profiles: [null, null], unplaced: 2 });
  });
});
