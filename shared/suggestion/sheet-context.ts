/** Facts about a whole list that decide what its headings mean. */
import type { ColumnProfile } from './column-profile.ts';
import { contradiction } from './contradictions.ts';
import { meaningOf } from './heading-parser.ts';
import type { FieldKey } from '../fields/index.ts';
import { hasGiftRows } from './one-gift.ts';
import { AMBIGUOUS, type SystemPreset, knownFieldOf, normalizeHeader, otherFieldOf } from '../mapping/index.ts';

export interface SheetContext {
  readonly preset: SystemPreset | null;
  /** All headings of the sheet. */
  readonly headers: readonly string[];
  readonly hasValues: boolean;
  readonly hasCount: boolean;
  /** True if a heading can only mean the total given, and its values are amounts. */
  readonly hasTotal: boolean;
  readonly hasOrganizations: boolean;
  /** True for a list with one row for each gift. */
  readonly hasGiftRows: boolean;
  /** True when the only address is the shipping address. */
  readonly onlyShips: boolean;
  /** True when "Partner" can only mean the spouse: nothing in the sheet says that partners are organizations. */
  readonly partnersAreSpouses: boolean;
  /** " in the first 1,000 rows" if the list has more rows than were examined; otherwise empty. */
  readonly within: string;
}

/** A word for a spouse that can also mean a corporate partner or, in mission agencies, any donor. */
const PARTNER = /\bpartners?\b/i;
export const namesPartner = (header: string): boolean => PARTNER.test(header.replace(/_/g, ' ')) && !/spouse/i.test(header);

/** True for a heading of first or last names of the people in the list, but not of an organization's contacts. */
function namesPerson({ header }: ColumnProfile): boolean {
  const known = knownFieldOf(header);
  const to = known === null && !/contact/i.test(header) ? meaningOf(header)?.to : undefined;
  const field = known ?? (to?.kind === 'field' ? to.field : null);
  return field === 'primaryFirst' || field === 'primaryLast';
}

/** True for a list of organizations: no first or last name column, and headings or names of companies. */
function holdsOrganizations(columns: readonly ColumnProfile[]): boolean {
  if (columns.some(namesPerson)) return false;
  const company = /^(?:industry|sic(?:code)?|naics|ticker ?symbol|annual ?revenue|number ?of ?employees|ownership|employees)$/i;
  const headings = columns.filter((profile) => company.test(profile.header.replace(/_/g, ' ').trim())).length;
  const names = columns.filter(({ header }) => /^(?:account |company |organi[sz]ation )?name$/i.test(header.trim()));
  if (headings >= 2) return !names.some(({ shares }) => shares.person > SOME_PEOPLE);
  return names.some((profile) => isOfOrganizations(profile, 0));
}

/** Some companies have names like people (Charles Schwab, John Deere), so a list of companies can have this share of such names. */
const SOME_PEOPLE = 0.3;

/** True for a column with many names of organizations and at most this share of people's names. */
export const isOfOrganizations = ({ shares }: ColumnProfile, mostPeople: number): boolean =>
  shares.organization > 0.4 && shares.person <= mostPeople;

/** Headings that show that "Partner" does not mean the spouse. */
const OTHER_PARTNER =
  /\bpartner[\s_-]*(?:org|company|business|type|account|id|key|level|since|status|manager|address|city|code|number|rep)/i;

function partnersAreSpouses(columns: readonly ColumnProfile[]): boolean {
  if (holdsOrganizations(columns)) return false;
  return !columns.some(({ header, shares }) => OTHER_PARTNER.test(header) || (PARTNER.test(header) && shares.organization > 0.2));
}

/** "Shipping Street" becomes "Street". */
export const withoutShipping = (header: string): string => header.replace(/\bship(?:ping)?(?:[ _-]?to)?[ _-]*/i, '');

function namesStreet(header: string): boolean {
  const to = meaningOf(header)?.to;
  return (knownFieldOf(header) ?? otherFieldOf(header) ?? (to?.kind === 'field' ? to.field : null)) === 'street';
}

export function contextOf(columns: readonly ColumnProfile[], preset: SystemPreset | null, within: string): SheetContext {
  return {
    within,
    partnersAreSpouses: partnersAreSpouses(columns),
    preset,
    headers: columns.map(({ header }) => header),
    hasValues: columns.some((profile) => profile.filled > 0),
    hasCount: columns.some((profile) => holdsCount(profile) && contradiction('rfmTotalGiftCount', profile) === null),
    hasTotal: columns.some((profile) => holdsTotal(profile) && profile.filled > 0 && contradiction('rfmTotalGiftValue', profile) === null),
    hasOrganizations: holdsOrganizations(columns),
    hasGiftRows: hasGiftRows(
      columns.map(({ header }) => header),
      null,
    ),
    onlyShips: columns.some(({ header }) => namesStreet(withoutShipping(header))) && !columns.some(({ header }) => namesStreet(header)),
  };
}

/** True for a heading that can only mean this field. */
function namesOnly(field: FieldKey, { header }: ColumnProfile): boolean {
  const alias = knownFieldOf(header);
  if (alias !== null) return alias === field && !AMBIGUOUS.giftTotal.has(normalizeHeader(header));
  const meaning = meaningOf(header);
  return meaning?.to.kind === 'field' && meaning.to.field === field;
}

const holdsCount = (profile: ColumnProfile): boolean => namesOnly('rfmTotalGiftCount', profile);
const holdsTotal = (profile: ColumnProfile): boolean => namesOnly('rfmTotalGiftValue', profile);
