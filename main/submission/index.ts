/** Cost and submission of a list. */
export { CostEstimate } from './cost-estimate.ts';
export { DerivedProjects } from './derived-projects.ts';
export { OverlapGuard } from './overlap-guard.ts';
export { PartSequence } from './part-sequence.ts';
export { PilotComparison } from './pilot-comparison.ts';
export { ProjectDeletion } from './project-deletion.ts';
export { Submission } from './submission.ts';
