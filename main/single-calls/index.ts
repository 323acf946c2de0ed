/** Calls to the service that do not send a list. */
export { ServiceReads } from './service-reads.ts';
export { SingleScreening } from './single-screening.ts';
export { timeLimit } from './time-limit.ts';
