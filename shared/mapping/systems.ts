/** The CRM that a list was exported from, recognized by its headings, and the import settings for it. */
import { z } from 'zod';
import type { DateOrder } from '../transforms/dates.ts';
import type { SourceSystem } from './plan.ts';
import { normalizeHeader } from './heading-words.ts';

export interface SystemPreset {
  readonly id: string;
  readonly name: string;
  /** Headings that only this system writes. */
  readonly marks: RegExp;
  /** Headings that this system and others write. */
  readonly usual: readonly string[];
  /** The order for dates that allow two readings; null: only the values decide. */
  readonly dateOrder: DateOrder | null;
  /** Which of several ID columns is the constituent's, best first. */
  readonly idPreference: readonly string[];
  /** The settings in the words of the page. */
  readonly settings: string;
}

const MONTH_FIRST = 'month-first dates';

/** The systems with the clearest marks are first. */
export const SYSTEMS: readonly SystemPreset[] = [
  {
    id: 'raisersEdge',
    name: "Raiser's Edge",
    marks:
      /^(?:CnBio_|CnAdr|CnPh_|CnPr|CnSp|CnRel|CnAttr|Gf_|CnCnst|ConsID$|ImportID$|Titl1$|MidName$|MaidName$|Suff1$|AddrLines$|AddrCity$|AddrState$|AddrZIP$|PhoneNum$|SRFirstName$|SRLastName$|ORFullName$|ORPos$|KEYNAME$|CONSTITUENTLOOKUPID$|FIRSTGIFTAMOUNT$|LATESTGIFTAMOUNT$|LARGESTGIFTAMOUNT$|TOTALGIFTSGIVEN$)/,
    usual: ['FirstName', 'LastName', 'Constituent ID', 'Lookup ID'],
    dateOrder: 'mdy',
    idPreference: [
      'CnBio_ID',
      'ConsID',
      'Constituent ID',
      'CONSTITUENTLOOKUPID',
      'Lookup ID',
      'CnBio_System_ID',
      'CnBio_Import_ID',
      'ImportID',
    ],
    settings: `${MONTH_FIRST}, spouse in columns of its own`,
  },
  {
    id: 'npsp',
    name: 'Salesforce NPSP',
    marks:
      /^(?:npo02__|npe01__|npsp__|Contact[12] |Contact[12]_|Account1 |Account1_|Donation (?:Donor|Stage|Record Type)|Household Phone$|Number of Closed Gifts$)/i,
    usual: [
      'Mailing Street',
      'Mailing City',
      'Mailing State/Province',
      'Mailing Zip/Postal Code',
      'Mailing Country',
      'Total Gifts',
      'Total Number of Gifts',
      'Contact ID',
      'Account Name',
      'Last Gift Amount',
      'Largest Gift',
    ],
    dateOrder: 'mdy',
    idPreference: ['Contact ID', 'Contact Id (18)', 'External ID', 'Account ID'],
    settings: `${MONTH_FIRST}, "Total Gifts" is an amount`,
  },
  {
    id: 'salesforce',
    name: 'Salesforce',
    marks: /^(?:MailingStreet|MailingPostalCode|BILLINGSTREET|BILLINGPOSTALCODE|SYSTEMMODSTAMP|ISDELETED|OWNERID|.*__c)$/i,
    usual: [
      'Mailing Street',
      'Mailing City',
      'Mailing State/Province',
      'Mailing Zip/Postal Code',
      'Account Owner',
      'Contact ID',
      'Salutation',
    ],
    dateOrder: 'mdy',
    idPreference: ['Contact ID', 'Contact Id (18)', 'ID', 'Account ID'],
    settings: MONTH_FIRST,
  },
  {
    id: 'donorPerfect',
    name: 'DonorPerfect',
    marks:
      /^(?:donor_id|opt_line|prof_title|gift_total|max_amt|max_dt|ls_amt|ls_dt|in_dt|donor2|gtot|last_contrib_amt|last_contrib_date)$/i,
    usual: ['first_name', 'middle_name', 'last_name', 'title', 'spouse', 'address', 'address2', 'home_phone', 'business_phone', 'gifts'],
    dateOrder: 'mdy',
    idPreference: ['donor_id', 'DONOR2'],
    settings: `${MONTH_FIRST}, first name of the spouse in one column`,
  },
  {
    id: 'bloomerang',
    name: 'Bloomerang',
    marks:
      /^(?:Account Number|Account Status|Envelope Name|Household Sort Name|Informal Name|Formal Name|Communication Restrictions|Primary Email Address)$/i,
    usual: ['First Name', 'Last Name', 'Job Title', 'Employer', 'Household Name', 'Home Street', 'Home City'],
    dateOrder: 'mdy',
    idPreference: ['Account Number'],
    settings: MONTH_FIRST,
  },
  {
    id: 'civicrm',
    name: 'CiviCRM',
    marks:
      /^(?:External Identifier|Supplemental Address \d|Current Employer|Date of (?:First|Last|Largest) Contribution|Amount of (?:first|last) contribution|Total Lifetime Contributions|Count of Contributions|Largest Contribution|Contact Subtype|Internal Contact ID)$/i,
    usual: ['Street Address', 'Postal Code', 'First Name', 'Last Name', 'Contact ID'],
    dateOrder: null,
    idPreference: ['External Identifier', 'Internal Contact ID', 'Contact ID'],
    settings: 'date order by the values',
  },
  {
    id: 'etapestry',
    name: 'eTapestry',
    marks: /^(?:Account Ref|Address Lines|Persona Type|Account Role|Sort Name)$/i,
    usual: ['Account Name', 'Account Number', 'State/Province', 'Postal Code', 'Address Line 2'],
    dateOrder: 'mdy',
    idPreference: ['Account Number', 'Account Ref'],
    settings: `${MONTH_FIRST}, name in one column`,
  },
  {
    id: 'virtuous',
    name: 'Virtuous',
    marks:
      /^(?:CONTACT_KEY|PRIMARY_CITY|PRIMARY_STATE_CODE|PRIMARY_POSTAL|PRIMARY_COUNTRY_CODE|LIFE_TO_DATE_GIVING|YEAR_TO_DATE_GIVING|\w+_GIFT_DATE_UTC)$/i,
    usual: ['NAME', 'FIRST_GIFT_AMOUNT', 'LAST_GIFT_AMOUNT', 'LARGEST_GIFT_AMOUNT'],
    dateOrder: null,
    idPreference: ['CONTACT_KEY'],
    settings: 'ISO dates, name in one column',
  },
  {
    id: 'luminate',
    name: 'Luminate Online',
    marks: /^(?:Accept Email|Accept Mail|Home Street 1|Home Street 2|Cons ID|Member ID)$/i,
    usual: ['Constituent ID', 'Home City', 'Home State/Province', 'Home ZIP/Postal Code', 'Home Country', 'Occupation'],
    dateOrder: 'mdy',
    idPreference: ['Constituent ID', 'Cons ID', 'Member ID'],
    settings: MONTH_FIRST,
  },
  {
    id: 'tntconnect',
    name: 'TntConnect',
    marks: /^(?:Donor Code\/ID|Is Organization|(?:Spouse )?First\/Given Name.*|(?:Spouse )?Last\/Family Name|PartnerKey|Person Type)$/i,
    usual: ['Donor Name', 'Organization Name', 'Street Address', 'ZIP/Postal Code'],
    dateOrder: null,
    idPreference: ['Donor Code/ID', 'Donor Code', 'PartnerKey'],
    settings: 'date order by the values',
  },
  {
    id: 'neon',
    name: 'Neon CRM',
    marks: /^(?:Neon Account ID|Account Login Name|Company ID|Full Zip Code|(?:All Funds )?(?:First|Last|Largest) donation date)$/i,
    usual: ['Account ID', 'Address Line 1', 'State/Province', 'Phone 1', 'Email 1'],
    dateOrder: 'mdy',
    idPreference: ['Neon Account ID', 'Account ID'],
    settings: MONTH_FIRST,
  },
  {
    id: 'littleGreenLight',
    name: 'Little Green Light',
    marks:
      /^(?:LGL Constituent ID|LGL ID|External Constituent ID|Annual Report Name|Addressee\/Salutation|Preferred (?:Address Line 1|City|State|ZIP))$/i,
    usual: ['First Name', 'Last Name', 'Salutation', 'Addressee', 'Constituent Type'],
    dateOrder: 'mdy',
    idPreference: ['LGL Constituent ID', 'LGL ID', 'External Constituent ID'],
    settings: MONTH_FIRST,
  },
  {
    id: 'donorView',
    name: 'DonorView',
    marks: /^(?:Cumulative Received Amount|Cumulative Gift Count|Smallest Gift Date|Average Gift Amount)$/i,
    usual: ['First Gift Date', 'Last Gift Date', 'Largest Gift Date'],
    dateOrder: 'mdy',
    idPreference: [],
    settings: MONTH_FIRST,
  },
  {
    id: 'wealthEngine',
    name: 'WealthEngine template',
    marks: /^User Supplied ID(?: 2)?$/i,
    usual: ['First Name', 'Last Name', 'Spouse First Name', 'Spouse Last Name', 'Address Line 1', 'Zip Code'],
    dateOrder: 'mdy',
    idPreference: ['User Supplied ID'],
    settings: MONTH_FIRST,
  },
  {
    id: 'wealthPoint',
    name: 'WealthPoint template',
    marks: /^(?:Unique ID|Home Address Line [12]|Business Address (?:Line [12]|City|State|Zip Code)|Custom \d)$/i,
    usual: ['Home City', 'Home State', 'Home Zip Code', 'Business Name'],
    dateOrder: 'mdy',
    idPreference: ['Unique ID'],
    settings: MONTH_FIRST,
  },
  {
    id: 'everyAction',
    name: 'EveryAction',
    marks: /^(?:VANID|Contact ID \(VAN\)|StreetAddress|StateProvince|ZipOrPostal)$/i,
    usual: ['FirstName', 'LastName', 'PreferredEmail'],
    dateOrder: 'mdy',
    idPreference: ['VANID'],
    settings: MONTH_FIRST,
  },
  {
    id: 'tessitura',
    name: 'Tessitura',
    marks: /^(?:customer_no|group_customer_no|esal1_desc|lsal_desc)$/i,
    usual: ['fname', 'lname', 'street1', 'postal_code'],
    dateOrder: 'mdy',
    idPreference: ['customer_no', 'group_customer_no'],
    settings: MONTH_FIRST,
  },
  {
    id: 'googleContacts',
    name: 'Google Contacts',
    marks: /^(?:E-mail \d - (?:Label|Value)|Phone \d - (?:Label|Value)|Address \d - .+|File As|Phonetic First Name|Organization Title)$/i,
    usual: ['First Name', 'Middle Name', 'Last Name', 'Labels', 'Notes', 'Photo'],
    dateOrder: 'ymd',
    idPreference: [],
    settings: 'ISO dates',
  },
  {
    id: 'outlook',
    name: 'Outlook contacts',
    marks:
      /^(?:E-?mail (?:\d )?Address|E-?mail Display Name|(?:Home|Business|Other) (?:Street|Postal Code)(?: \d)?|E-Mail-Adresse|Weitere Vornamen|Stra(?:ß|ss)e (?:privat|geschäftlich)|Ort (?:privat|geschäftlich)|Telefon (?:privat|geschäftlich)|Anrede)$/i,
    usual: ['First Name', 'Last Name', 'Company', 'Job Title', 'Business Phone', 'Vorname', 'Nachname', 'Firma', 'Position'],
    dateOrder: null,
    idPreference: [],
    settings: 'date order by the values',
  },
];

/** A system needs this many headings of its own, or one of its own among this many known ones. */
const ENOUGH_MARKS = 2;
const ENOUGH_IN_ALL = 5;

/** How many of the filled headings a system writes: its own, and those that others write as well. */
function knownOf(preset: SystemPreset, named: readonly string[]): { readonly marks: number; readonly others: number } {
  const usual = new Set(preset.usual.map(normalizeHeader));
  const marks = named.filter((header) => preset.marks.test(header)).length;
  const others = named.filter((header) => !preset.marks.test(header) && usual.has(normalizeHeader(header))).length;
  return { marks, others };
}

const filled = (headers: readonly string[]): string[] => headers.map((header) => header.trim()).filter((header) => header !== '');

export interface RecognizedSystem {
  readonly preset: SystemPreset;
  readonly system: SourceSystem;
}

/** `known` counts the filled headings that the system writes, `of` counts all filled headings. */
export function recognizeSystem(headers: readonly string[]): RecognizedSystem | null {
  const named = filled(headers);
  let best: { preset: SystemPreset; known: number; score: number } | null = null;
  for (const preset of SYSTEMS) {
    const { marks, others } = knownOf(preset, named);
    if (marks < ENOUGH_MARKS && !(marks === 1 && marks + others >= ENOUGH_IN_ALL)) continue;
    const score = marks * 2 + others;
    if (best === null || score > best.score) best = { preset, known: marks + others, score };
  }
  if (best === null) return null;
  return { preset: best.preset, system: { id: best.preset.id, name: best.preset.name, known: best.known, of: named.length } };
}

export const SystemId = z.enum(SYSTEMS.map(({ id }) => id) as [string, ...string[]]);

/** The system that a person names. Null for an unknown ID. */
export function systemOf(id: string, headers: readonly string[]): RecognizedSystem | null {
  const preset = SYSTEMS.find((one) => one.id === id);
  if (preset === undefined) return null;
  const named = filled(headers);
  const { marks, others } = knownOf(preset, named);
  return { preset, system: { id, name: preset.name, known: marks + others, of: named.length } };
}
