/** The practice service, as programs start it. */
export { dialectOf } from '../dialects.ts';
export { runPracticeCommand } from './command.ts';
export { PracticeNotStarted, startPractice } from './start.ts';
