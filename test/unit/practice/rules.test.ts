import { describe, expect, test } from 'vitest';
import {
  DEFAULT_DIALECT,
  dialectOf,
  DIALECT_SETS,
  DIALECT_SET_NAMES,
  DIALECT_SWITCHES,
  DIALECT_SWITCH_NAMES,
} from '../../../practice/dialects.ts';
import { FaultRegistry, FaultRule, type FaultTarget } from '../../../practice/faults.ts';
import { acceptsType, acceptsGzip, requireBearer, requireUtf8 } from '../../../practice/http-rules.ts';

describe('fault rules', () => {
  const at = (step: FaultTarget['step'], project: string | null = null): FaultTarget => ({
    step,
    method: 'GET',
    route: `/${step}`,
    project,
  });
  const hits = (rule: unknown, calls: readonly FaultTarget[]) => {
    const registry = new FaultRegistry();
    const parsed = FaultRule.parse(rule);
    registry.set(parsed);
    return calls.map((call) => registry.match(call).of(parsed.kind) !== undefined);
  };

  test('apply from the nth matching call, for the requested number of times', () => {
    const calls = Array.from({ length: 5 }, () => at('credits'));
    expect(hits({ kind: 'drop-answer' }, calls)).toEqual([true, false, false, false, false]);
    expect(hits({ kind: 'drop-answer', nth: 2, times: 3 }, calls)).toEqual([false, true, true, true, false]);
    expect(hits({ kind: 'drop-answer', nth: 3, times: null }, calls)).toEqual([false, false, true, true, true]);
    expect(hits({ kind: 'token-expires', nth: 2 }, calls)).toEqual([false, true, true, true, true]);
    expect(hits({ kind: 'token-expires', times: 1 }, calls)).toEqual([true, false, false, false, false]);
  });

  test('ignore and do not count other calls', () => {
    const calls = [at('credits'), at('status', 'a'), at('status', 'b'), at('status', 'b')];
    expect(hits({ kind: 'drop-answer', on: { step: 'status' }, times: null }, calls)).toEqual([false, true, true, true]);
    expect(hits({ kind: 'drop-answer', on: { project: 'b' }, nth: 2 }, calls)).toEqual([false, false, false, true]);
    expect(hits({ kind: 'drop-answer', on: { method: 'POST' }, times: null }, calls)).toEqual([false, false, false, false]);
    expect(hits({ kind: 'drop-answer', on: { route: '/credits', method: 'GET' }, times: null }, calls)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('for one step are not used up by another step', () => {
    expect(hits({ kind: 'partial-list', rows: 1 }, [at('create'), at('add')])).toEqual([false, true]);
    expect(hits({ kind: 'processing-time', secondsPerThousandRows: 1 }, [at('add'), at('process')])).toEqual([false, true]);
  });

  test('of the same kind replace earlier ones', () => {
    const registry = new FaultRegistry();
    for (const word of ['one', 'two']) registry.set(FaultRule.parse({ kind: 'status-word', word, times: null }));
    expect(registry.match(at('status')).of('status-word')?.word).toBe('two');
    expect([registry.clear('fault-2'), registry.clear('fault-2'), registry.match(at('status')).of('status-word')?.word]).toEqual([
      1,
      0,
      'one',
    ]);
    expect([registry.clear(), registry.list()]).toEqual([1, []]);
  });
});

describe('dialects', () => {
  test('every switch changes the default, except those equal to it, and no two are equal', () => {
    const same = DIALECT_SWITCH_NAMES.filter((name) => JSON.stringify(dialectOf(name)) === JSON.stringify(DEFAULT_DIALECT));
    expect(same).toEqual(['row-one', 'grouped-errors']);
    const different = DIALECT_SWITCH_NAMES.map((name) => JSON.stringify(DIALECT_SWITCHES[name]));
    expect(new Set(different).size).toBe(different.length);
  });

  test('sets combine switches of different properties, so that each has an effect', () => {
    for (const name of DIALECT_SET_NAMES) {
      const parts = DIALECT_SETS[name].flatMap((single) => Object.keys(DIALECT_SWITCHES[single]));
      expect({ name, repeated: parts.filter((part, index) => parts.indexOf(part) !== index) }).toEqual({ name, repeated: [] });
    }
  });

  test('combine with commas, where later names win', () => {
    expect(dialectOf('default')).toEqual(DEFAULT_DIALECT);
    expect(dialectOf('legacy, row-sheet')).toEqual({ ...dialectOf('legacy'), rowBase: 'sheet' });
    expect(() => dialectOf('default,klingon')).toThrow(RangeError);
    expect(() => dialectOf('')).toThrow(RangeError);
    expect(() => dialectOf('toString')).toThrow(RangeError);
  });
});

describe('headers', () => {
  test.each([
    [undefined, true],
    ['', true],
    ['*/*', true],
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['text/html, application/*;q=0.5', true],
    ['text/csv', false],
    ['application/json;q=0', false],
    ['application/json;q=0.0, */*;q=0.1', true],
    ['application/jsonx', false],
  ])('Accept: %s allows JSON: %s', (header, expected) => expect(acceptsType(header, 'application/json')).toBe(expected));

  test.each([
    [undefined, false],
    ['gzip', true],
    ['deflate, gzip;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip; q=0.0', false],
    ['br', false],
    ['*', true],
    ['xgzip', false],
  ])('Accept-Encoding: %s allows gzip: %s', (header, expected) => expect(acceptsGzip(header)).toBe(expected));

  test('a bearer token is read only from a correct header', () => {
    const seen: string[] = [];
    const ask = (authorization?: string) =>
      requireBearer(authorization === undefined ? {} : { authorization }, (token) => seen.push(token) > 0 && token === 't');
    for (const header of ['Bearer t', 'bearer  t']) expect(() => ask(header)).not.toThrow();
    for (const header of [undefined, '', 't', 'Basic t', 'Bearer', 'Bearer t x', 'Bearer tt'])
      expect(() => ask(header)).toThrow(expect.objectContaining({ status: 401 }));
    expect(seen).toEqual(['t', 't', 'tt']);
  });

  test('only UTF-8 is accepted', () => {
    for (const type of [undefined, 'text/csv', 'text/csv; charset=UTF-8', 'text/csv;charset="utf8"', 'text/csv; charset=us-ascii'])
      expect(() => requireUtf8(type)).not.toThrow();
    for (const type of ['text/csv; charset=utf-16', 'application/json; charset=latin1'])
      expect(() => requireUtf8(type)).toThrow(expect.objectContaining({ status: 415 }));
  });
});
