/** The people of a pilot: those whom the office knows, and a sample that has each kind of person in its share. */
import { randomOf } from './cut.ts';
import { shares } from './ranking.ts';

export const INITIAL_PILOT = 100;
/** People whom the office knows in a pilot. */
export const MOST_KNOWN = 50;

/** What a pilot is stratified by. `total`: given by the person, NaN for nothing. */
export interface PilotPerson {
  readonly readiness: number;
  readonly total: number;
  readonly state: string;
  readonly isKnown: boolean;
}

/** By person: not in the pilot, drawn, or known. */
export const PILOT = { no: 0, drawn: 1, known: 2 } as const;

/** People who gave are in this many groups of about equal size. */
const GIVING_GROUPS = 3;

/** Positions in which like people are neighbors; people of one kind are in the order of their random numbers. */
function byKind(people: readonly PilotPerson[], at: readonly number[], random: () => number): number[] {
  const share = shares(Float64Array.from(at, (person) => people[person]!.total));
  const group = new Map(
    at.map((person, place) => {
      const gave = !Number.isNaN(people[person]!.total);
      return [person, gave ? 1 + Math.min(GIVING_GROUPS - 1, Math.floor(share[place]! * GIVING_GROUPS)) : 0];
    }),
  );
  const states = new Map([...new Set(at.map((person) => people[person]!.state))].toSorted().map((state, place) => [state, place]));
  const chance = new Map(at.map((person) => [person, random()]));
  return at.toSorted((a, b) => {
    const [one, other] = [people[a]!, people[b]!];
    return (
      one.readiness - other.readiness ||
      group.get(a)! - group.get(b)! ||
      states.get(one.state)! - states.get(other.state)! ||
      chance.get(a)! - chance.get(b)!
    );
  });
}

/** Each kth of a list from a random start: any run of neighbors has its share, rounded down or up. */
function everyKth(list: readonly number[], count: number, random: () => number): number[] {
  const step = list.length / count;
  const start = random() * step;
  return Array.from({ length: count }, (_, at) => list[Math.min(list.length - 1, Math.floor(start + at * step))]!);
}

/**
 * By person, how they come into a pilot of `size`, in the order of `PILOT`. At most `MOST_KNOWN` people who are known count within the size;
 * of more, the seed decides which ones. The others are drawn by readiness, giving and state. The same seed draws the same people.
 */
export function pilotOf(people: readonly PilotPerson[], { size, seed }: { readonly size: number; readonly seed: number }): Uint8Array {
  const random = randomOf(seed);
  const marks = new Uint8Array(people.length);
  const all = [...people.keys()];
  const named = all.filter((person) => people[person]!.isKnown);
  const most = Math.min(size, MOST_KNOWN, named.length);
  const known = most === named.length ? named : everyKth(byKind(people, named, random), most, random);
  for (const person of known) marks[person] = PILOT.known;
  const others = all.filter((person) => marks[person] === PILOT.no);
  const drawn = Math.min(size - known.length, others.length);
  if (drawn > 0) for (const person of everyKth(byKind(people, others, random), drawn, random)) marks[person] = PILOT.drawn;
  return marks;
}
