/** The practice service, as programs start it. */
export { runPracticeCommand } from './command.ts';
export { startPractice } from './start.ts';
