import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../../../shared/suggestion/heading-parser.ts';
import { headingWords } from '../../../../shared/mapping/heading-words.ts';

const meant = (heading: string): string => {
  const meaning = meaningOf(heading);
  if (meaning === null) return 'none';
  return meaning.to.kind === 'field' ? meaning.to.field : meaning.to.kind === 'split' ? meaning.to.splitter : 'none';
};

describe('meaningOf', () => {
  it.each([
    ['contributor_first_name', 'primaryFirst'],
    ['Sp. First', 'spouseFirst'],
    ['Sp. née', 'spouseMaiden'],
    ['Spouse Surname', 'spouseLast'],
    ['Partner Full Name', 'spouseName'],
    ['Contact2 Last Name', 'spouseLast'],
    ['M.I.', 'primaryMiddle'],
    ['contributor_street_1', 'street'],
    ['contributor_street_2', 'street2'],
    ['Home Street 2', 'street2'],
    ['Home Line 1', 'street'],
    ['Preferred Line 2', 'street2'],
    ['Card Address Line1', 'street'],
    ['Card Address Zip', 'postalCode'],
    ['Addr 1', 'street'],
    ['Address 1 - Extended Address', 'street2'],
    ['House name or number', 'street'],
    ['Home Town/City', 'city'],
    ['BILLINGPOSTALCODE', 'postalCode'],
    ['BILLINGCITY', 'city'],
    ['Mailing ST', 'state'],
    ['STATE_ABBR', 'state'],
    ['Home State Abbreviation', 'state'],
    ['contributor_zip', 'postalCode'],
    ['Address 1 - Region', 'state'],
    ['Address 1 - Country', 'country'],
    ['Home Ph', 'personalPhone'],
    ['Wk Ph', 'businessPhone'],
    ['Mobile Phone Number', 'personalPhone'],
    ['Work Email Address', 'businessEmail'],
    ['E-mail 1 - Value', 'personalEmail'],
    ['e-mail address (home)', 'personalEmail'],
    ['Firm', 'businessName'],
    ['contributor_employer', 'businessName'],
    ['Organization Title', 'businessTitle'],
    ['contributor_occupation', 'businessTitle'],
    ['Const. ID', 'constituentId'],
    ['Donor No.', 'constituentId'],
    ['Donor Ref', 'constituentId'],
    ['1st Gift $', 'rfmFirstGiftValue'],
    ['1st Gift Date', 'rfmFirstGiftDate'],
    ['Lgst Gift $', 'rfmLargestGiftValue'],
    ['Lrg Gift Dt', 'rfmLargestGiftDate'],
    ['Eve Ph', 'personalPhone'],
    ['Latest Donation Dt', 'rfmMostRecentGiftDate'],
    ['Last Contribution Amt', 'rfmMostRecentGiftValue'],
    ['# Gifts', 'rfmTotalGiftCount'],
    ['Number of Closed Gifts', 'rfmTotalGiftCount'],
    ['Lifetime Gift Amount', 'rfmTotalGiftValue'],
    ['LAST_GIFT_AMT', 'rfmMostRecentGiftValue'],
    ['first_donated_at', 'rfmFirstGiftDate'],
    ['INITIAL_GIFT_DT', 'rfmFirstGiftDate'],
    ['donations_amount', 'rfmTotalGiftValue'],
    ['Contributions $', 'rfmTotalGiftValue'],
    ['LTD $', 'rfmTotalGiftValue'],
    ['LTD #', 'rfmTotalGiftCount'],
    ['Date du dernier don', 'rfmMostRecentGiftDate'],
    ['Nombre de dons', 'rfmTotalGiftCount'],
    ['Anzahl Spenden', 'rfmTotalGiftCount'],
    ['Letzte Spende Datum', 'rfmMostRecentGiftDate'],
    ['Parent 1 First Name', 'primaryFirst'],
    ['Parent 2 Last Name', 'spouseLast'],
    ['Maiden/Former', 'primaryMaiden'],
    ['Evening Phone', 'personalPhone'],
    ['Alum ID', 'constituentId'],
    ['City, State & Zip', 'cityStateZip'],
    ['Complete Mailing Address', 'addressLines'],
    ['Donor Full Name', 'fullName'],
    ['Last Name, First Name', 'lastFirst'],
    ['Frist Name', 'primaryFirst'],
    ['Adress', 'street'],
    ['Telephon', 'personalPhone'],
  ])('%s: %s', (heading, expected) => {
    expect(meant(heading)).toBe(expected);
  });

  it.each([
    'County', 'Date', 'Amount', 'Phonetic First Name', 'candidate_first_name', 'Account Owner', 'Account Owner Email', 'Business Address City', 'SHIPPINGCITY', 'LASTACTIVITYDATE', 'LASTMODIFIEDDATE',
    'NUMBEROFEMPLOYEES', 'Average Gift', 'Smallest Gift Date', 'Year to date giving', 'contributor_aggregate_ytd', 'E-mail 1 - Label', 'Phone Type', 'PhoneType', 'Is Organization', 'Donation Date',
    'Donation Amount', 'Contact2 Personal Email', 'Account2 Street', 'Spouse Email', 'Address Line 3', 'Fax Number', 'Home Fax', 'Do Not Email', 'Email Opt Out', 'Last Name Soundex', 'Gift Date',
    'To Email Address', 'Parent Account Name', 'PARENTID', 'Parent 2 Email', 'Former Employer', 'Day Phone', 'Donation Amount Year', 'Ticket $',
    'Emergency Contact Phone', 'Child First Name', 'Preferred Name', 'First Class Mail', 'Campaign Name', 'Transaction ID', 'Check/Reference Number', 'State of Birth', 'Birth City', 'Fund ID', '', '#', '12345',
    'Assistant Phone', 'Previous Last Gift Date', 'Last Updated', 'First Contact Date', 'Last Contact Date', 'Title', 'Solicitor Last Name', 'City Council District', 'Country Club', 'School Name',
  ])('%s names no field', (heading) => {
    expect(meant(heading)).toBe('none');
  }); // prettier-ignore

  it('is sure only when every word is understood', () => {
    expect(meaningOf('Home Street 2')?.certainty).toBe('sure');
    expect(meaningOf('Frist Name')?.certainty).toBe('likely');
    expect(meaningOf('Zyx First Name')?.certainty).toBe('likely');
    expect(meaningOf('Zyx Abc First Name')).toBeNull();
  });

  it('prefers home to work, the home phone to the mobile, the first to the second', () => {
    const preference = (heading: string) => meaningOf(heading)!.preference;
    expect(preference('Home Phone Number')).toBeLessThan(preference('Phone'));
    expect(preference('Phone')).toBeLessThan(preference('Mobile Phone Number'));
    expect(preference('Home Street')).toBeLessThan(preference('Mailing Street'));
    expect(preference('Mailing Street')).toBeLessThan(preference('Billing Street'));
    expect(preference('Phone 1')).toBeLessThan(preference('Phone 2'));
    expect(preference('Legal First')).toBeLessThan(preference('Pref First'));
  });
});

describe('headingWords', () => {
  it.each([
    ['CnBio_First_Name', ['cn', 'bio', 'first', 'name']],
    ['MailingPostalCode', ['mailing', 'postal', 'code']],
    ['BILLINGPOSTALCODE', ['billing', 'postalcode']],
    ['npo02__LastCloseDate__c', ['last', 'close', 'date']],
    ['Contact1 E-Mail', ['contact', '1', 'email']],
    ["Donor's Surname", ['donor', 'surname']],
    ['# Gifts', ['number', 'gifts']],
    ['Straße', ['strasse']],
  ])('%s', (heading, words) => {
    expect(headingWords(heading)).toEqual(words);
  });
});
