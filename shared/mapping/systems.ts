/** Recognizes the CRM that a list was exported from by its headings, and which of its IDs is the constituent's. */
import { z } from 'zod';
import type { SourceSystem } from './plan.ts';
import { normalizeHeader } from './heading-words.ts';

export interface SystemPreset {
  readonly id: string;
  readonly name: string;
  /** Headings that only this system exports. */
  readonly marks: RegExp;
  /** Headings that this system and others export. */
  readonly usual: readonly string[];
  /** Which of several ID columns is the constituent's, best first. */
  readonly idPreference: readonly string[];
}

/** The systems with the most distinctive headings come first. */
export const SYSTEMS: readonly SystemPreset[] = [
  {
    id: 'raisersEdge',
    name: "Raiser's Edge",
    marks:
      /^(?:CnBio_|CnAdr|CnPh_|CnPr|CnSp|CnRel|CnAttr|Gf_|CnCnst|ConsID$|ImportID$|Titl1$|MidName$|MaidName$|Suff1$|AddrLines$|AddrCity$|AddrState$|AddrZIP$|PhoneNum$|SRFirstName$|SRLastName$|ORFullName$|ORPos$|Preferred (?:Address Line \d|City|State|ZIP|Postcode|County)$|Title 1$|Email Number$|FIRSTGIFTAMOUNT$|LATESTGIFTAMOUNT$|LARGESTGIFTAMOUNT$|TOTALGIFTSGIVEN$)/,
    usual: ['First Name', 'Last Name', 'Surname', 'Constituent ID', 'Lookup ID', 'Phone Number'],
    idPreference: ['CnBio_ID', 'ConsID', 'Constituent ID', 'Lookup ID', 'CnBio_System_ID', 'CnBio_Import_ID', 'ImportID'],
  },
  {
    id: 'blackbaudCrm',
    name: 'Blackbaud CRM',
    marks: /^(?:LOOKUPID|KEYNAME|CONSTITUENTLOOKUPID|PRIMARYADDRESS[A-Z]+|ADDRESSBLOCK)$/i,
    usual: ['FIRSTNAME', 'MIDDLENAME', 'Lookup ID', 'POSTCODE', 'STATEABBREVIATION'],
    idPreference: ['LOOKUPID', 'CONSTITUENTLOOKUPID', 'Lookup ID'],
  },
  {
    id: 'advance',
    name: 'Ellucian Advance',
    marks: /^(?:pref_mail_name|pref_name_sort|report_name|record_type_code|record_status_code|pref_class_year|pref_jnt_mail_name\d?)$/i,
    usual: ['id_number', 'first_name', 'last_name', 'street1', 'street2', 'state_code', 'zipcode'],
    idPreference: ['id_number'],
  },
  {
    id: 'everTrue',
    name: 'EverTrue',
    marks: /^(?:ExcludeWealthEnrichment|Unique Record ID|Is Deceased\?|Previous Last Name|Lifetime Amount)$/i,
    usual: ['First Name', 'Last Name', 'Line 1', 'Line 2', 'City', 'State'],
    idPreference: ['Unique Record ID'],
  },
  {
    id: 'npsp',
    name: 'Salesforce NPSP',
    marks:
      /^(?:npo02__|npe0\d__|npsp__|Contact[12] |Contact[12]_|Account1 |Account1_|Donation (?:Donor|Stage|Record Type)|Household Phone$|Number of Closed Gifts$)/i,
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
    idPreference: ['Contact ID', 'Contact Id (18)', 'External ID', 'Account ID'],
  },
  {
    id: 'salesforce',
    name: 'Salesforce',
    marks:
      /^(?:MailingStreet|MailingPostalCode|TotalGiftTransactionAmount|GiftCount|BILLINGSTREET|BILLINGPOSTALCODE|SYSTEMMODSTAMP|ISDELETED|OWNERID|.*__c)$/i,
    usual: [
      'Mailing Street',
      'Mailing City',
      'Mailing State/Province',
      'Mailing Zip/Postal Code',
      'Account Owner',
      'Contact ID',
      'Salutation',
    ],
    idPreference: ['Contact ID', 'Contact Id (18)', 'ID', 'Account ID'],
  },
  {
    id: 'donorPerfect',
    name: 'DonorPerfect',
    marks:
      /^(?:donor_id|opt_line|prof_title|gift_total|max_amt|max_dt|ls_amt|ls_dt|in_dt|donor2|gtot|last_contrib_amt|last_contrib_date)$/i,
    usual: ['first_name', 'middle_name', 'last_name', 'title', 'spouse', 'address', 'address2', 'home_phone', 'business_phone', 'gifts'],
    idPreference: ['donor_id', 'DONOR2'],
  },
  {
    id: 'bloomerang',
    name: 'Bloomerang',
    marks:
      /^(?:Account Number|Account Status|Envelope Name|Household Sort Name|Informal Name|Formal Name|Communication Restrictions|Primary Email Address)$/i,
    usual: ['First Name', 'Last Name', 'Job Title', 'Employer', 'Household Name', 'Home Street', 'Home City'],
    idPreference: ['Account Number'],
  },
  {
    id: 'civicrm',
    name: 'CiviCRM',
    marks:
      /^(?:External Identifier|Supplemental Address \d|Current Employer|Date of (?:First|Last|Largest) Contribution|Amount of (?:first|last) contribution|Total Lifetime Contributions|Count of Contributions|Largest Contribution|All Funds .+|Contact Subtype|Internal Contact ID)$/i,
    usual: ['Street Address', 'Postal Code', 'First Name', 'Last Name', 'Contact ID'],
    idPreference: ['External Identifier', 'Internal Contact ID', 'Contact ID'],
  },
  {
    id: 'etapestry',
    name: 'eTapestry',
    marks: /^(?:Account Ref|Address Lines|Persona Type|Account Role|Sort Name)$/i,
    usual: ['Account Name', 'Account Number', 'State/Province', 'Postal Code', 'Address Line 2'],
    idPreference: ['Account Number', 'Account Ref'],
  },
  {
    id: 'virtuous',
    name: 'Virtuous',
    marks:
      /^(?:CONTACT_KEY|BASE_CONTACT_TYPE|PRIMARY_CITY|PRIMARY_STATE_CODE|PRIMARY_POSTAL|PRIMARY_COUNTRY_CODE|(?:Life|Year)[_ ]?To[_ ]?Date[_ ]?Giving|\w+_GIFT_DATE_UTC|Contact ?Individual ?Id|Individual ?Id)$/i,
    usual: [
      'NAME', 'INFORMAL_NAME', 'FIRST_GIFT_AMOUNT', 'LAST_GIFT_AMOUNT', 'LARGEST_GIFT_AMOUNT', 'First Gift Date', 'Last Gift Date', 'Contact Id',
      'Contact Type', 'Contact Name', 'First Name', 'Last Name', 'Primary Email', 'Primary Phone', 'Address 1', 'Postal', 'Reference Source',
    ], // prettier-ignore
    // Gifts and the contact's own fields belong to the contact, not to one of its individuals.
    idPreference: ['CONTACT_KEY', 'Contact Id'],
  },
  {
    id: 'slate',
    name: 'Slate',
    marks:
      /^(?:(?:Person )?Slate (?:ID|GUID|Identity|External ID|ID Internal)|Person GUID|Person Reference ID|Active (?:Street(?: \d)?|City|Region|Postal|Country))$/i,
    usual: ['Prefix', 'First', 'Middle', 'Last', 'Suffix', 'Preferred', 'Birthdate', 'Email', 'Mobile', 'Ref'],
    idPreference: ['Slate ID', 'Person Slate ID', 'Person Reference ID', 'Slate GUID', 'Person GUID', 'Slate External ID'],
  },
  {
    id: 'kindful',
    name: 'Kindful',
    marks: /^(?:alt_email|alt_phone|fax_phone|primary_phone|spouse_first|spouse_last)$/i,
    usual: [
      'id',
      'first_name',
      'last_name',
      'company_name',
      'employer',
      'email',
      'addr1',
      'addr2',
      'city',
      'state',
      'postal',
      'title',
      'birthday',
    ],
    idPreference: ['id', 'Contact ID'],
  },
  {
    id: 'luminate',
    name: 'Luminate Online',
    marks: /^(?:Accept Email|Accept Mail|Home Street 1|Home Street 2|Cons ID|Member ID)$/i,
    usual: ['Constituent ID', 'Home City', 'Home State/Province', 'Home ZIP/Postal Code', 'Home Country', 'Occupation'],
    idPreference: ['Constituent ID', 'Cons ID', 'Member ID'],
  },
  {
    id: 'tntconnect',
    name: 'TntConnect',
    marks: /^(?:Donor Code\/ID|Is Organization|(?:Spouse )?First\/Given Name.*|(?:Spouse )?Last\/Family Name|PartnerKey|Person Type)$/i,
    usual: ['Donor Name', 'Organization Name', 'Street Address', 'ZIP/Postal Code'],
    idPreference: ['Donor Code/ID', 'Donor Code', 'PartnerKey'],
  },
  {
    id: 'neon',
    name: 'Neon CRM',
    marks: /^(?:Neon Account ID|Account Login Name|Full Zip Code|.+ \(F\))$/i,
    usual: ['Account ID', 'Address Line 1', 'State/Province', 'Phone 1', 'Email 1'],
    idPreference: ['Neon Account ID', 'Account ID'],
  },
  {
    id: 'littleGreenLight',
    name: 'Little Green Light',
    marks: /^(?:LGL Constituent ID|LGL ID|External Constituent ID|Annual Report Name|Addressee\/Salutation|Pref\. .+|Total Given)$/i,
    usual: ['First Name', 'Last Name', 'Full Name', 'Salutation', 'Addressee', 'Constituent Type', 'Preferred Email'],
    idPreference: ['LGL Constituent ID', 'LGL ID', 'External Constituent ID'],
  },
  {
    id: 'donorView',
    name: 'DonorView',
    marks: /^(?:Cumulative Received Amount|Cumulative Gift Count|Smallest Gift Date|Average Gift Amount)$/i,
    usual: ['First Gift Date', 'Last Gift Date', 'Largest Gift Date'],
    idPreference: [],
  },
  {
    id: 'wealthEngine',
    name: 'WealthEngine template',
    marks: /^User Supplied ID(?: 2)?$/i,
    usual: ['First Name', 'Last Name', 'Spouse First Name', 'Spouse Last Name', 'Address Line 1', 'Zip Code'],
    idPreference: ['User Supplied ID'],
  },
  {
    id: 'wealthPoint',
    name: 'WealthPoint template',
    marks: /^(?:Unique ID|Home Address Line [12]|Business Address (?:Line [12]|City|State|Zip Code)|Custom \d)$/i,
    usual: ['Home City', 'Home State', 'Home Zip Code', 'Business Name'],
    idPreference: ['Unique ID'],
  },
  {
    id: 'everyAction',
    name: 'VAN or EveryAction',
    marks:
      /^(?:(?:Voter ?File ?)?VANID|Contact ID \(VAN\)|StreetAddress|StateProvince|ZipOrPostal|Street(?:No|NoHalf|Prefix|Type|Suffix)|Apt(?:Type|No)|Zip[45])$/i,
    usual: ['FirstName', 'LastName', 'PreferredEmail'],
    idPreference: ['VANID', 'Voter File VANID'],
  },
  {
    id: 'tessitura',
    name: 'Tessitura',
    marks: /^(?:customer_no|group_customer_no|esal1_desc|lsal_desc)$/i,
    usual: ['fname', 'lname', 'street1', 'postal_code'],
    idPreference: ['customer_no', 'group_customer_no'],
  },
  {
    id: 'nationBuilder',
    name: 'NationBuilder',
    marks:
      /^(?:nationbuilder_id|signup_type|primary_address\d|primary_(?:city|state|zip|country_code)|donations_(?:amount|count)|(?:first|last)_donated_at|born_at)$/,
    usual: ['first_name', 'last_name', 'email1', 'mobile_number', 'phone_number', 'is_deceased', 'occupation', 'employer'],
    idPreference: ['nationbuilder_id'],
  },
  {
    id: 'constantContact',
    name: 'Constant Contact',
    marks:
      /^(?:Email status|Phone - (?:home|mobile|work|other)|(?:Street address line \d|City|State\/Province|Zip\/Postal Code|Country) - (?:Home|Work|Other))$/i,
    usual: ['Email address', 'First name', 'Last name', 'Company', 'Job title'],
    idPreference: [],
  },
  {
    id: 'planningCenter',
    name: 'Planning Center',
    marks:
      /^(?:Remote ID|Household Primary Contact|Inactive Reason|Medical Notes|Name Prefix|(?:Home|Work|Other) Address (?:Street Line \d|City|State|Zip Code|Country))$/i,
    usual: ['Given Name', 'First Name', 'Last Name', 'Name Suffix', 'Membership', 'Home Email', 'Mobile Phone Number', 'Person ID'],
    idPreference: ['Person ID', 'Remote ID'],
  },
  {
    id: 'donorPro',
    name: 'DonorPro',
    marks: /^(?:Last or Org Name|Address Prefix \d)$/i,
    usual: ['First Name', 'Middle Name', 'Name Suffix', 'Address Line 1', 'Address Line 2', 'Address Line 3', 'Constituent ID'],
    idPreference: ['Constituent ID'],
  },
  {
    id: 'quickBooks',
    name: 'QuickBooks',
    marks:
      /^(?:(?:Bill|Ship) to \d|Main (?:Phone|Email)|Mr\.\/Ms\.\/\.\.\.|Balance Total|Active Status|Customer Type|Alt\. Phone|Open Balance|Account No\.)$/i,
    usual: ['Customer', 'Company', 'First Name', 'M.I.', 'Last Name', 'Primary Contact', 'Job Title', 'Fax'],
    idPreference: ['Account No.'],
  },
  {
    id: 'thunderbird',
    name: 'Thunderbird',
    marks: /^(?:Screen Name|Pager Number|Fax Number|Web Page \d|Birth (?:Year|Month|Day)|(?:Home|Work) ZipCode)$/,
    usual: ['First Name', 'Last Name', 'Display Name', 'Primary Email', 'Secondary Email', 'Home Address', 'Home Address 2', 'Custom 1'],
    idPreference: [],
  },
  {
    id: 'mailchimp',
    name: 'Mailchimp',
    marks: /^(?:MEMBER_RATING|OPTIN_(?:TIME|IP)|CONFIRM_(?:TIME|IP)|GMTOFF|DSTOFF|LAST_CHANGED|LEID|EUID)$/,
    usual: ['Email Address', 'First Name', 'Last Name', 'Address', 'Phone Number', 'TAGS', 'NOTES'],
    idPreference: [],
  },
  {
    id: 'googleContacts',
    name: 'Google Contacts',
    marks: /^(?:E-mail \d - (?:Label|Value)|Phone \d - (?:Label|Value)|Address \d - .+|File As|Phonetic First Name|Organization Title)$/i,
    usual: ['First Name', 'Middle Name', 'Last Name', 'Labels', 'Notes', 'Photo'],
    idPreference: [],
  },
  {
    id: 'outlook',
    name: 'Outlook contacts',
    marks:
      /^(?:E-?mail (?:\d )?Address|E-?mail Display Name|(?:Home|Business|Other) (?:Street|Postal Code)(?: \d)?|E-Mail-Adresse|Weitere Vornamen|Stra(?:ß|ss)e (?:privat|geschäftlich)|Ort (?:privat|geschäftlich)|Telefon (?:privat|geschäftlich)|Anrede)$/i,
    usual: ['First Name', 'Last Name', 'Company', 'Job Title', 'Business Phone', 'Vorname', 'Nachname', 'Firma', 'Position'],
    idPreference: [],
  },
];

/** A system needs this many headings of its own, or one of its own among this many known ones. */
const ENOUGH_MARKS = 2;
const ENOUGH_IN_ALL = 5;

/** Counts the headings of a system: its own (`marks`), and those that others export too. */
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

/** Null when no system is recognized. In the result, `known` counts the headings of the system and `of` all filled headings. */
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

/** The system that the user chose; null for an unknown ID. */
export function systemOf(id: string, headers: readonly string[]): RecognizedSystem | null {
  const preset = SYSTEMS.find((one) => one.id === id);
  if (preset === undefined) return null;
  const named = filled(headers);
  const { marks, others } = knownOf(preset, named);
  return { preset, system: { id, name: preset.name, known: marks + others, of: named.length } };
}
