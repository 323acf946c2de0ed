/** The practice service, as programs start it. */
export { runPracticeCommand } from './command.ts';
export { PracticeNotStarted, startPractice } from './start.ts';
