import { type OrderSettings, INITIAL_SAMPLE, INITIAL_WEIGHTS, LEAST_FOR_DECILES, MAX_SEED } from '../../../shared/order/index.ts';

/** The initial settings for choosing the best people. `people`: how many can be sent. */
export const initialBest = (people: number): OrderSettings => ({
  by: { kind: 'weights', weights: INITIAL_WEIGHTS },
  cut: people < LEAST_FOR_DECILES ? { kind: 'people', people: Math.max(1, Math.ceil(people / 2)) } : { kind: 'decile', last: 'E' },
  sample: INITIAL_SAMPLE,
  seed: Math.floor(Math.random() * (MAX_SEED + 1)),
});
