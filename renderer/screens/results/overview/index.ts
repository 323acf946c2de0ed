/** The overview of the results: headline, pictures and bookkeeping. */
export { Bookkeeping, Fact } from './Bookkeeping.tsx';
export { GlossaryButton } from './Glossary.tsx';
export { Overview } from './Overview.tsx';
export { OfficerChoice } from './OfficerChoice.tsx';
export { areSet, toggled } from './groups.ts';
export type { OverviewProps } from './overview-props.ts';
