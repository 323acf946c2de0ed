/** How long results are kept. */
export { Retention } from './retention.ts';
