/** The suggested plan of a list, from its headings and values. */
export { profileColumn } from './column-profile.ts';
export { type Suggestion, suggestMapping } from './suggest.ts';
