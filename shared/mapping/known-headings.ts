/** Compares headings with the known ones of `fields/headings.ts`, and lists those whose meaning depends on the system. */
import { type FieldKey, HEADINGS, OTHER_HEADINGS } from '../fields/index.ts';
import { normalizeHeader, withoutMark } from './heading-words.ts';

const BY_KEY = new Map<string, FieldKey>();
for (const [field, headings] of Object.entries(HEADINGS)) {
  for (const heading of headings.split('|')) BY_KEY.set(normalizeHeader(heading), field as FieldKey);
}

/** The field of a heading from the sheet; null when it is not known. */
export function knownFieldOf(heading: string): FieldKey | null {
  return BY_KEY.get(normalizeHeader(heading)) ?? BY_KEY.get(normalizeHeader(withoutMark(heading))) ?? null;
}

/** For tests and lists of headings. */
export function knownHeadings(): readonly { heading: string; field: FieldKey }[] {
  return Object.entries(HEADINGS).flatMap(([field, headings]) =>
    headings.split('|').map((heading) => ({ heading, field: field as FieldKey })),
  );
}

const keys = (...headings: readonly string[]): ReadonlySet<string> => new Set(headings.map(normalizeHeader));

/** Known headings whose meaning depends on the system. The values or the user decide. */
export const AMBIGUOUS = {
  /** Mr. and Ms. in Raiser's Edge, DonorPerfect and TntConnect; a job in Salesforce. */
  title: keys('Title'),
  /** An amount in Salesforce NPSP, a count elsewhere. */
  giftTotal: keys('Total Gifts', 'Gifts', 'Total Gifts Given', 'Gifts Given'),
  /** An amount in some systems, a date in others. */
  gift: keys('Largest Gift', 'Last Gift', 'First Gift', 'Most Recent Gift', 'Max Gift', 'Biggest Gift', 'Highest Gift'),
  /** A record number of the CRM; a sheet can have several. */
  id: keys('Contact ID', 'Account ID', 'ID', 'Record ID', 'Account Number'),
  /** Can belong to the workplace. */
  phone: keys('Phone', 'Phone Number', 'Telephone', 'Tel'),
  email: keys('Email', 'Email Address'),
  /** Can be the household's account. */
  business: keys('Employer', 'Organization', 'Organisation', 'Account1 Name', 'Account1_Name__c'),
  /** A first name in DonorPerfect, a whole name elsewhere. */
  spouse: keys('SPOUSE', 'Spouse/Partner', 'Significant Other'),
  /** Can be a role in the organization, and the date when a record was created. A heading that names a job or a gift comes first. */
  vague: keys('Role', 'Donor Since'),
  /** One line or a whole address. */
  address: keys('Address Lines', 'Mailing Address', 'AddrLines', 'Home Address', 'Residential Address', 'PRIMARY_ADDRESS', 'Address'),
} as const;

/** Headings of columns whose cells hold several fields, by the splitter that they need. */
export const SPLIT_HEADINGS = {
  name: keys(
    'Name', 'Full Name', 'Donor Name', 'Constituent Name', 'Account Name', 'Display Name', "Donor's Full Name", 'Addressee', 'Primary Addressee',
    'Envelope Name', 'Contact Name', 'Contributor Name', 'Contact Full Name', 'Member Name', 'Person Name', 'Client Name', 'Patron Name', 'Formal Name',
    'Household Name', 'Label Name', 'Mail Name', 'Pref_Mail_Name', 'Mailing Name', 'Prospect Name', 'Supporter Name', 'Customer Name', 'Customer', 'Customer Full Name', 'Patient Name', 'CnBio_Name', 'Primary Name',
    'Attendee', 'Attendee Name', 'Guest Name', 'Registrant Name', 'Participant Name',
    'Vor- und Nachname', 'Vorname und Nachname', 'Vorname Nachname', 'Voornaam en achternaam', 'Voor- en achternaam', 'Voornaam achternaam', 'Volledige naam', 'Naam',
    'Nom complet', 'Prénom et nom', 'Prénom nom', 'Nome completo', 'Nome e cognome', 'Nombre completo', 'Nombre y apellidos', 'Nombre y apellido',
  ), // prettier-ignore
  spouse: keys('Spouse Name', 'SP Name', 'Spouse Full Name', 'Partner Name', 'Donor_Spouses_Name', 'CnSpSpBio_Name', 'Spouse/Partner Name'),
  couple: keys('First/Given Name (Auto-Split)', 'Spouse First/Given Name (Auto-Split)', 'First Names', 'First Name(s)'),
  firstAndMiddle: keys('FirstMiddle', 'First/Middle', 'First Middle', 'First & Middle', 'First and Middle', 'First Middle Name', 'First/Middle Name', 'First & Middle Name', 'First and Middle Name', 'First Name & Middle', 'First Name/Middle Name', 'First Name + Middle Name', 'First + Middle', 'First Name and Middle Name', 'First and Middle Names'), // prettier-ignore
  place: keys(
    'CSZ',
    'CITYSTATEZIP',
    'city_state_zip',
    'City, State Zip',
    'City/State/Zip',
    'City, State, Zip Code',
    'City State',
    'City St Zip',
    'City, ST ZIP',
  ),
  address: keys('Full Address', 'Address Block', 'Complete Address', 'Address (full)', 'Mailing Address Block'),
  firstOrOrganization: keys(
    'First Name/Org Name', 'First Name or Org Name', 'First or Org Name', 'First/Org Name', 'First Name/Organization', 'First Name or Organization',
    'First Name/Organization Name', 'First Name / Company', 'First Name or Company', 'First Name/Company Name', 'First Name/Business Name', 'First or Organization Name',
    'First Name (or Organization)', 'Organization or First Name', 'Org/First Name', 'Organization/First Name', 'Company/First Name',
  ), // prettier-ignore
  inverted: keys(
    'Last, First', 'Last First', 'Last Name, First Name', 'Last, First Middle', 'Surname, Forename', 'Name, Vorname', 'Nachname, Vorname', 'Nachname Vorname',
    'Naam, voornaam', 'Achternaam, voornaam', 'Nom et prénom', 'Nom, prénom', 'Nom prénom', 'Apellidos, nombre', 'Apellidos y nombre', 'Apellido y nombre',
  ), // prettier-ignore
} as const;

/** True for a heading in `SPLIT_HEADINGS`. */
export function isSplitHeading(heading: string): boolean {
  const key = normalizeHeader(heading);
  return Object.values(SPLIT_HEADINGS).some((headings) => headings.has(key));
}

/** True for a heading that names one or more fields in the table. */
export function isKnownHeading(heading: string): boolean {
  const key = normalizeHeader(heading);
  return BY_KEY.has(key) || OTHER_BY_KEY.has(key) || isSplitHeading(heading);
}

const OTHER_BY_KEY = new Map<string, FieldKey>();
for (const [field, headings] of Object.entries(OTHER_HEADINGS)) {
  for (const heading of headings.split('|')) OTHER_BY_KEY.set(normalizeHeader(heading), field as FieldKey);
}

/** The field of a heading of another layout or language; null when it is not known. */
export function otherFieldOf(heading: string): FieldKey | null {
  return OTHER_BY_KEY.get(normalizeHeader(heading)) ?? OTHER_BY_KEY.get(normalizeHeader(withoutMark(heading))) ?? null;
}

/** Headings of columns that belong to other CRM records, or whose values are not part of a screening. */
const ASIDE: readonly (readonly [RegExp, string])[] = [
  [/^CnRelInd_/i, 'Belongs to a relationship, not to the constituent.'],
  [/^CnAttrCat_/i, 'A CRM attribute. It stays in your file.'],
  [/\b(?:largest|highest|biggest|max\w*)[\s_]gift[\s_](?:low|high)$/i, 'One end of a range, from an earlier screening.'],
  [/^Gf_/i, 'Belongs to one gift, not to the constituent.'],
  [/birth(?![\s._-]*name)|\bdob\b/i, 'Birth dates are not part of the record.'],
];

/** Why a column with this heading goes to no field; null for any other heading. */
export const asideReason = (heading: string): string | null => ASIDE.find(([pattern]) => pattern.test(heading))?.[1] ?? null;
