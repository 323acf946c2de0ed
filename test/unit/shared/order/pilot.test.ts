/** Who is in a pilot, for any list. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_KNOWN, PILOT, type PilotPerson, pilotOf } from '../../../../shared/order/pilot.ts';
import { idsIn } from '../../../../shared/order/settings.ts';

const person = (known: fc.Arbitrary<boolean>): fc.Arbitrary<PilotPerson> =>
  fc.record({
    readiness: fc.nat({ max: 2 }),
    total: fc.oneof(fc.constant(Number.NaN), fc.nat({ max: 1_000 })),
    state: fc.constantFrom('', 'MA', 'NY', 'CA'),
    isKnown: known,
  });
const drawing = fc.record({ size: fc.integer({ min: 1, max: 150 }), seed: fc.integer({ min: 0, max: 999_999 }) });
const anyPerson = person(fc.integer({ min: 0, max: 4 }).map((n) => n === 0));
const many = fc.array(anyPerson, { minLength: 1, maxLength: 400, size: 'max' });
const stranger = fc.array(person(fc.constant(false)), { minLength: 1, maxLength: 400, size: 'max' });
const count = (marks: Uint8Array, mark: number) => marks.filter((one) => one === mark).length;

describe('a pilot', () => {
  it('has exactly its size, and at most 50 known people within it', () => {
    fc.assert(
      fc.property(many, drawing, (people, { size, seed }) => {
        const marks = pilotOf(people, { size, seed });
        const named = people.filter(({ isKnown }) => isKnown).length;
        expect(count(marks, PILOT.known) + count(marks, PILOT.drawn)).toBe(Math.min(size, people.length));
        const room = Math.min(size, named, MAX_KNOWN);
        expect(count(marks, PILOT.known)).toBe(room);
        expect(people.filter((_, at) => marks[at] === PILOT.known).every(({ isKnown }) => isKnown)).toBe(true);
      }),
    );
  });

  it('is the same for the same seed, and another one for most others', () => {
    fc.assert(
      fc.property(many, drawing, (people, how) => {
        expect(pilotOf(people, how)).toEqual(pilotOf(people, how));
      }),
    );
    const people = Array.from({ length: 2_409 }, (_, n) => ({ readiness: n % 3, total: n, state: 'MA', isKnown: false }));
    const drawnWith = (seed: number) => String(pilotOf(people, { size: 100, seed }));
    expect(new Set([1, 2, 3, 4, 5].map(drawnWith)).size).toBe(5);
  });

  it('has each readiness, and each readiness with nothing given, in its share', () => {
    fc.assert(
      fc.property(stranger, drawing, (people, { size, seed }) => {
        const marks = pilotOf(people, { size, seed });
        const rate = Math.min(1, size / people.length);
        const expectShare = (isIn: (one: PilotPerson) => boolean) => {
          const all = people.filter(isIn).length;
          const drawn = people.filter((one, at) => isIn(one) && marks[at] !== PILOT.no).length;
          expect(Math.abs(drawn - all * rate)).toBeLessThan(1 + 1e-9);
        };
        for (const readiness of [0, 1, 2]) {
          expectShare((one) => one.readiness === readiness);
          expectShare((one) => one.readiness === readiness && Number.isNaN(one.total));
          for (const state of ['', 'MA', 'NY', 'CA'])
            expectShare((one) => one.readiness === readiness && Number.isNaN(one.total) && one.state === state);
        }
      }),
    );
  });

  it('draws each of like people about as often', () => {
    const people = Array.from({ length: 40 }, () => ({ readiness: 0, total: Number.NaN, state: 'MA', isKnown: false }));
    const often = new Uint32Array(people.length);
    for (let seed = 0; seed < 4_000; seed++) pilotOf(people, { size: 10, seed }).forEach((mark, at) => (often[at]! += mark));
    expect(Math.min(...often)).toBeGreaterThan(850);
    expect(Math.max(...often)).toBeLessThan(1_150);
  });
});

it.each(['A1\nB 2\nC3', '\uFEFFA1,B 2,C3', 'A1; B 2 ;C3;', 'A1\tB 2\r\n\r\nC3\tA1'])('%j names three people', (text) => {
  expect(idsIn(text)).toEqual(['A1', 'B 2', 'C3']);
});
