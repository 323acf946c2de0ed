/** The deciles of an order, its cut, and the sample below the cut. All positions are places in the order, from 0. */
import { DECILES, LEAST_FOR_DECILES, type OrderSettings } from './settings.ts';

/** The ends of the deciles for a number of people. The last end is that number. */
const endsOf = (people: number): readonly number[] => DECILES.map((_, at) => Math.ceil((people * (at + 1)) / DECILES.length));

/** The ends of the deciles. A short list has no deciles, so only its own end. */
export const strataOf = (people: number): readonly number[] => (people < LEAST_FOR_DECILES ? [people] : endsOf(people));

/** How many people below the cut are sent too, as a sample. */
export const sampledBelow = (people: number, chosen: number, sample: number): number => Math.round((people - chosen) * sample);

/**
 * How many people are above the cut. `affordable`: how many people the credits allow in total, including the sample. Used if the cut
 * depends on the balance.
 */
export function chosenOf(people: number, { cut, sample }: Pick<OrderSettings, 'cut' | 'sample'>, affordable: number): number {
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

/** For each place below the cut: 1 if it is in the sample. Each decile contributes its share. */
export function sampleBelow(people: number, chosen: number, { sample, seed }: Pick<OrderSettings, 'sample' | 'seed'>): Uint8Array {
  const drawn = new Uint8Array(people - chosen);
  const random = randomOf(seed);
  let start = chosen;
  let taken = 0;
  for (const end of strataOf(people)) {
    if (end <= start) continue;
    let wanted = Math.round((end - chosen) * sample) - taken;
    taken += wanted;
    // Each remaining place has the same chance.
    for (let place = start; place < end; place++) {
      if (random() * (end - place) >= wanted) continue;
      drawn[place - chosen] = 1;
      wanted -= 1;
    }
    start = end;
  }
  return drawn;
}
