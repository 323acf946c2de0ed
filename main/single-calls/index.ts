/** Calls of the service without a list. */
export { ServiceReads } from './service-reads.ts';
export { SingleScreening } from './single-screening.ts';
export { timeLimit } from './time-limit.ts';
