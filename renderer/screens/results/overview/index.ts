/** The first glance at the results: headline, pictures and bookkeeping. */
export { Bookkeeping, Fact } from './Bookkeeping.tsx';
export { GlossaryButton } from './Glossary.tsx';
export { Overview } from './Overview.tsx';
