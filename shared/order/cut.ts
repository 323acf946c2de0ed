/** Deciles of an order, where it is cut, and the sample below the cut. Everything here counts places in the order, from 0. */
import { DECILES, LEAST_FOR_DECILES, type BestSettings } from './settings.ts';

/** Where the deciles of so many people end; the last end is the number of people. */
const endsOf = (people: number): readonly number[] => DECILES.map((_, at) => Math.ceil((people * (at + 1)) / DECILES.length));

/** Where the deciles end; for a short list, which has none, only its end. */
export const strataOf = (people: number): readonly number[] => (people < LEAST_FOR_DECILES ? [people] : endsOf(people));

/** How many people below the cut are sent along. */
export const sampledBelow = (people: number, chosen: number, sample: number): number => Math.round((people - chosen) * sample);

/**
 * How many people are above the cut. `affordable`: how many can be sent in all, for a cut by credits to keep.
 */
export function chosenOf(people: number, { cut, sample }: Pick<BestSettings, 'cut' | 'sample'>, affordable: number): number {
  switch (cut.kind) {
    case 'people':
      return Math.min(cut.people, people);
    case 'decile':
      return endsOf(people)[DECILES.indexOf(cut.last)]!;
    case 'balance': {
      let low = 0;
      let high = people;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (middle + sampledBelow(people, middle, sample) <= affordable) low = middle;
        else high = middle - 1;
      }
      return low;
    }
  }
}

/** Numbers from 0 to 1 (exclusive) from a seed: mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** By place below the cut, counted from the cut: 1 where the sample has it. Each decile gives its share. */
export function sampleBelow(people: number, chosen: number, { sample, seed }: Pick<BestSettings, 'sample' | 'seed'>): Uint8Array {
  const drawn = new Uint8Array(people - chosen);
  const random = randomOf(seed);
  let start = chosen;
  let taken = 0;
  for (const end of strataOf(people)) {
    if (end <= start) continue;
    let wanted = Math.round((end - chosen) * sample) - taken;
    taken += wanted;
    // Each of the places that are left is taken with the same chance.
    for (let place = start; place < end; place++) {
      if (random() * (end - place) >= wanted) continue;
      drawn[place - chosen] = 1;
      wanted -= 1;
    }
    start = end;
  }
  return drawn;
}
