/** Chooses the people of a pilot: people whom the office knows, and a stratified sample of the others. */
import { randomOf } from './cut.ts';
import { shares } from './ranking.ts';

export const INITIAL_PILOT = 100;
/** The most people in a pilot who are chosen because the office knows them. */
export const MAX_KNOWN = 50;

/** What a pilot is stratified by. `total`: the amount that the person has given, NaN for none. */
export interface PilotPerson {
  readonly readiness: number;
  readonly total: number;
  readonly state: string;
  readonly isKnown: boolean;
}

/** By person: not in the pilot, drawn, or known. */
export const PILOT = { no: 0, drawn: 1, known: 2 } as const;

/** Donors are divided into this many groups of about equal size. */
const GIVING_GROUPS = 3;

/** Sorts people so that similar people are neighbors. People of the same kind are in random order. */
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

/** Takes every kth entry from a random start, so that any group of neighbors gets its share, rounded down or up. */
function everyKth(list: readonly number[], count: number, random: () => number): number[] {
  const step = list.length / count;
  const start = random() * step;
  return Array.from({ length: count }, (_, at) => list[Math.min(list.length - 1, Math.floor(start + at * step))]!);
}

/**
 * The value of `PILOT` for each person in a pilot of `size` people. At most `MAX_KNOWN` of them are known people; if there are more, the
 * seed decides which ones. The others are a sample, stratified by readiness, giving and state. The same seed draws the same people.
 */
export function pilotOf(people: readonly PilotPerson[], { size, seed }: { readonly size: number; readonly seed: number }): Uint8Array {
  const random = randomOf(seed);
  const marks = new Uint8Array(people.length);
  const all = [...people.keys()];
  const named = all.filter((person) => people[person]!.isKnown);
  const most = Math.min(size, MAX_KNOWN, named.length);
  const known = most === named.length ? named : everyKth(byKind(people, named, random), most, random);
  for (const person of known) marks[person] = PILOT.known;
  const others = all.filter((person) => marks[person] === PILOT.no);
  const drawn = Math.min(size - known.length, others.length);
  if (drawn > 0) for (const person of everyKth(byKind(people, others, random), drawn, random)) marks[person] = PILOT.drawn;
  return marks;
}
