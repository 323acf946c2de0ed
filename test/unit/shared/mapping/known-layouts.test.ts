/**
 * Headings of the systems by their field. Every heading must map to its field, or keep it as an alternative when
 * another column of the list has it; headings of no field must stay unmapped.
 */
import { describe, expect, it } from 'vitest';
import { knownHeadings } from '../../../../shared/mapping/known-headings.ts';
import { profileColumn } from '../../../../shared/suggestion/column-profile.ts';
import { FIELD_KEYS, type FieldKey } from '../../../../shared/fields/table.ts';
import { normalizeHeader } from '../../../../shared/mapping/heading-words.ts';
import type { ColumnSuggestion } from '../../../../shared/mapping/plan.ts';
import { suggestMapping } from '../../../../shared/suggestion/suggest.ts';

type Layout = Readonly<Partial<Record<FieldKey | 'none', string>>>;

/** Headings are separated by `;`. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  "Raiser's Edge export": {
    constituentId: 'CnBio_System_ID; CnBio_Import_ID; CnBio_ID',
    primaryFirst: 'CnBio_First_Name',
    primaryMiddle: 'CnBio_Middle_Name',
    primaryLast: 'CnBio_Last_Name',
    primaryMaiden: 'CnBio_Maiden_name',
    spouseFirst: 'CnSpSpBio_First_Name',
    spouseMiddle: 'CnSpSpBio_Middle_Name',
    spouseLast: 'CnSpSpBio_Last_Name',
    spouseMaiden: 'CnSpSpBio_Maiden_name',
    street: 'CnAdrPrf_Addrline1',
    street2: 'CnAdrPrf_Addrline2',
    city: 'CnAdrPrf_City',
    state: 'CnAdrPrf_State',
    postalCode: 'CnAdrPrf_ZIP',
    country: 'CnAdrPrf_ContryLongDscription',
    personalPhone: 'CnPh_1_01_Phone_number',
    businessName: 'CnPrBs_Org_Name',
    businessTitle: 'CnPrBs_Position',
    none: 'CnBio_Title_1',
  },
  "Raiser's Edge query of a university": {
    constituentId: 'ID',
    primaryFirst: 'First Name',
    primaryLast: 'Last Name',
    primaryMaiden: 'Maiden Name',
    spouseMaiden: 'SP Maiden Name',
    street: 'ADD1',
    street2: 'ADD2',
    city: 'City',
    state: 'State',
    postalCode: 'ZIP',
    country: 'Country',
    personalPhone: 'Phone',
    personalEmail: 'Email',
    rfmMostRecentGiftDate: 'Last Gift Date',
    rfmMostRecentGiftValue: 'Last Gift Amount',
    rfmTotalGiftValue: 'LT Giving',
    businessName: 'CnPrBs_Org_Name',
    businessTitle: 'CnPrBs_Position',
    none: 'Name; Nickname; Addressee; CL YR; SP ID; SP Name',
  },
  'Salesforce NPSP report': {
    constituentId: 'Contact ID',
    primaryFirst: 'First Name',
    primaryLast: 'Last Name',
    street: 'Mailing Street',
    city: 'Mailing City',
    state: 'Mailing State/Province',
    postalCode: 'Mailing Zip/Postal Code',
    country: 'Mailing Country',
    personalEmail: 'Personal Email',
    personalPhone: 'Home Phone',
    businessPhone: 'Work Phone',
    businessEmail: 'Work Email',
    rfmFirstGiftDate: 'First Gift Date',
    rfmMostRecentGiftDate: 'Last Gift Date',
    rfmMostRecentGiftValue: 'Last Gift Amount',
    rfmLargestGiftValue: 'Largest Gift',
    rfmTotalGiftCount: 'Total Number of Gifts',
    rfmTotalGiftValue: 'Total Gifts',
    none: 'Title; Average Gift',
  },
  'Salesforce NPSP field names': {
    street: 'MailingStreet',
    city: 'MailingCity',
    state: 'MailingState',
    postalCode: 'MailingPostalCode',
    rfmLargestGiftValue: 'npo02__LargestAmount__c',
    rfmMostRecentGiftDate: 'npo02__LastCloseDate__c',
    rfmMostRecentGiftValue: 'npo02__LastOppAmount__c',
    rfmFirstGiftDate: 'npo02__FirstCloseDate__c',
    rfmTotalGiftCount: 'npo02__NumberOfClosedOpps__c',
    rfmTotalGiftValue: 'npo02__TotalOppAmount__c',
  },
  'Salesforce NPSP import template': {
    primaryFirst: 'Contact1 First Name',
    primaryLast: 'Contact1 Last Name',
    personalEmail: 'Contact1 Personal Email',
    personalPhone: 'Contact1 Home Phone',
    businessEmail: 'Contact1 Work Email',
    businessPhone: 'Contact1 Work Phone',
    businessTitle: 'Contact1 Title',
    spouseFirst: 'Contact2 First Name',
    spouseLast: 'Contact2 Last Name',
    street: 'Home Street',
    city: 'Home City',
    state: 'Home State/Province',
    postalCode: 'Home Zip/Postal Code',
    country: 'Home Country',
    businessName: 'Account1 Name',
    none: 'Contact1 Salutation',
  },
  DonorPerfect: {
    constituentId: 'donor_id',
    primaryFirst: 'first_name',
    primaryMiddle: 'middle_name',
    primaryLast: 'last_name',
    businessTitle: 'prof_title',
    spouseFirst: 'spouse',
    street: 'address',
    street2: 'address2',
    city: 'city',
    state: 'state',
    postalCode: 'zip',
    country: 'country',
    personalEmail: 'email',
    personalPhone: 'home_phone',
    businessPhone: 'business_phone',
    rfmTotalGiftCount: 'gifts',
    rfmTotalGiftValue: 'gift_total',
    rfmLargestGiftValue: 'max_amt',
    rfmLargestGiftDate: 'max_dt',
    rfmMostRecentGiftValue: 'ls_amt',
    rfmMostRecentGiftDate: 'ls_dt',
    rfmFirstGiftDate: 'in_dt',
    none: 'title; opt_line',
  },
  Bloomerang: {
    constituentId: 'Account Number',
    primaryFirst: 'First Name',
    primaryMiddle: 'Middle Name',
    primaryLast: 'Last Name',
    businessTitle: 'Job Title',
    businessName: 'Employer',
    none: 'Envelope Name; Formal Name',
  },
  'CiviCRM with summary fields': {
    constituentId: 'External Identifier',
    primaryFirst: 'First Name',
    primaryMiddle: 'Middle Name',
    primaryLast: 'Last Name',
    street: 'Street Address',
    street2: 'Supplemental Address 1',
    city: 'City',
    postalCode: 'Postal Code',
    state: 'State',
    country: 'Country',
    personalEmail: 'Email',
    personalPhone: 'Phone',
    businessName: 'Current Employer',
    businessTitle: 'Job Title',
    rfmFirstGiftDate: 'Date of First Contribution',
    rfmFirstGiftValue: 'Amount of first contribution',
    rfmMostRecentGiftDate: 'Date of Last Contribution',
    rfmMostRecentGiftValue: 'Amount of last contribution',
    rfmLargestGiftValue: 'Largest Contribution',
    rfmLargestGiftDate: 'Date of Largest Contribution',
    rfmTotalGiftCount: 'Count of Contributions',
    rfmTotalGiftValue: 'Total Lifetime Contributions',
  },
  eTapestry: {
    constituentId: 'Account Number; Account Ref',
    street: 'Address Lines',
    street2: 'Address Line 2',
    city: 'City',
    country: 'Country',
    state: 'State/Province',
    postalCode: 'Postal Code',
    none: 'Account Name',
  },
  DonorView: {
    rfmFirstGiftDate: 'First Gift Date',
    rfmFirstGiftValue: 'First Gift Amount',
    rfmMostRecentGiftDate: 'Last Gift Date',
    rfmMostRecentGiftValue: 'Last Gift Amount',
    rfmLargestGiftDate: 'Largest Gift Date',
    rfmLargestGiftValue: 'Largest Gift Amount',
    rfmTotalGiftValue: 'Cumulative Received Amount',
    rfmTotalGiftCount: 'Cumulative Gift Count',
    none: 'Smallest Gift Date; Average Gift Amount',
  },
  Virtuous: {
    constituentId: 'CONTACT_KEY',
    city: 'PRIMARY_CITY',
    state: 'PRIMARY_STATE_CODE',
    postalCode: 'PRIMARY_POSTAL',
    country: 'PRIMARY_COUNTRY_CODE',
    rfmTotalGiftValue: 'LIFE_TO_DATE_GIVING',
    rfmFirstGiftValue: 'FIRST_GIFT_AMOUNT',
    rfmFirstGiftDate: 'FIRST_GIFT_DATE_UTC',
    rfmMostRecentGiftValue: 'LAST_GIFT_AMOUNT',
    rfmMostRecentGiftDate: 'LAST_GIFT_DATE_UTC',
    rfmLargestGiftValue: 'LARGEST_GIFT_AMOUNT',
    none: 'NAME; YEAR_TO_DATE_GIVING',
  },
  'WealthEngine template': {
    constituentId: 'User Supplied ID',
    primaryFirst: 'First Name',
    primaryLast: 'Last Name',
    spouseFirst: 'Spouse First Name',
    spouseLast: 'Spouse Last Name',
    street: 'Address Line 1',
    city: 'City',
    state: 'State',
    postalCode: 'Zip Code',
  },
  'WealthPoint template': {
    constituentId: 'Unique ID',
    primaryFirst: 'First Name',
    primaryLast: 'Last Name',
    street: 'Home Address Line 1',
    street2: 'Home Address Line 2',
    city: 'Home City',
    state: 'Home State',
    postalCode: 'Home Zip Code',
    businessName: 'Business Name',
    none: 'Business Address Line 1; Business Address City',
  },
  'DonorSearch fields': {
    constituentId: 'clientID',
    primaryFirst: 'firstName',
    primaryMiddle: 'middleName',
    primaryLast: 'lastName',
    street: 'homeStreetAddress',
    city: 'homeCity',
    postalCode: 'homeZip',
    state: 'homeState',
    businessName: 'Employer',
    spouseFirst: 'spouseFirst',
    spouseMiddle: 'spouseMiddle',
    spouseLast: 'spouseLast',
  },
  'Blackbaud giving summary': {
    rfmFirstGiftValue: 'FIRSTGIFTAMOUNT',
    rfmFirstGiftDate: 'FIRSTGIFTDATE',
    rfmLargestGiftValue: 'LARGESTGIFTAMOUNT',
    rfmLargestGiftDate: 'LARGESTGIFTDATE',
    rfmMostRecentGiftValue: 'LATESTGIFTAMOUNT',
    rfmMostRecentGiftDate: 'LATESTGIFTDATE',
    rfmTotalGiftCount: 'TOTALGIFTSGIVEN',
    rfmTotalGiftValue: 'TOTALGIFTAMOUNT',
  },
};

const headingsOf = (layout: Layout): { heading: string; field: string }[] =>
  Object.entries(layout).flatMap(([field, headings]) => headings.split('; ').map((heading) => ({ heading, field })));

const fieldOfSuggestion = ({ to }: ColumnSuggestion): string => (to.kind === 'field' ? to.field : 'none');

describe.each(Object.entries(LAYOUTS))('%s', (_, layout) => {
  const columns = headingsOf(layout);
  const { suggestions, plan } = suggestMapping(columns.map(({ heading }, column) => profileColumn(heading, [], column)));

  it.each(columns.map((expected, index) => ({ ...expected, suggestion: suggestions[index]! })))(
    '$heading: $field',
    ({ field, suggestion }) => {
      const actual = fieldOfSuggestion(suggestion);
      if (actual === field) return;
      // If another column is better for the field, the field is the first alternative.
      const winner = suggestions.find((other) => fieldOfSuggestion(other) === field);
      expect({ actual, winner: winner?.header ?? null, alternative: suggestion.alternatives[0] }).toEqual({
        actual: 'none',
        winner: expect.any(String),
        alternative: { kind: 'field', field },
      });
    },
  );

  it('gives no field to two columns and confirms only certain ones', () => {
    const fields = plan.columns.flatMap(({ to }) => (to.kind === 'field' ? [to.field] : []));
    expect(new Set(fields).size).toBe(fields.length);
    for (const [index, column] of plan.columns.entries()) expect(column.settled).toBe(suggestions[index]!.certainty === 'certain');
  });
});

describe('the table of known headings', () => {
  it('has an entry for every field and no heading twice', () => {
    const byKey = new Map<string, FieldKey>();
    for (const { heading, field } of knownHeadings()) {
      const key = normalizeHeader(heading);
      expect([heading, byKey.get(key) ?? field]).toEqual([heading, field]);
      byKey.set(key, field);
    }
    expect(new Set(byKey.values())).toEqual(new Set(FIELD_KEYS));
    expect(knownHeadings()).toHaveLength(596);
  });

  it('prefers the constituent ID of Raiser’s Edge to its other keys', () => {
    const { suggestions } = suggestMapping(
      ['CnBio_System_ID', 'CnBio_Import_ID', 'CnBio_ID'].map((heading, column) => profileColumn(heading, [], column)),
    );
    expect(suggestions.map(fieldOfSuggestion)).toEqual(['none', 'none', 'constituentId']);
  });
});
