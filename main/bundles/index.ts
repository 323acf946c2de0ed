/** Hand-over: one project as an encrypted bundle. */
export { BundleMaking } from './making.ts';
export { arrivedRecord, BundleOpening } from './opening.ts';
export { UnfinishedOpenings } from './unfinished-openings.ts';
