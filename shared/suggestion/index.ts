/** The suggested plan of a list, from its headings and values. */
export { bothWaysText, shownAgainst } from './column-notes.ts';
export { type ColumnOffer, columnOffers } from './column-offers.ts';
export { profileColumn } from './column-profile.ts';
export { type Suggestion, suggestMapping } from './suggest.ts';
