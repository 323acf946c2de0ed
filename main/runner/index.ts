/** The runner, which sends a list step by step. */
export { type FetchedResults, fetchResults } from './fetch-results.ts';
export { RunnerOwnership } from './ownership.ts';
export { lookUpProject } from './project-lookup.ts';
export { type Agreed, type Command, Runner } from './runner.ts';
export { StepCanceled } from './step-context.ts';
