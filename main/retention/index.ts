/** Removes finished lists after some time. */
export { Retention } from './retention.ts';
