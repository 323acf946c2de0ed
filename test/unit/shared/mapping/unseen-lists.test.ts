/** Exports of many systems with the field of each column. None of these lists is a source of the known headings. */
import { describe, expect, it } from 'vitest';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { createMappedRecord, recordOf } from '../../../../shared/mapping/mapped-record.ts';
import { knownHeadings } from '../../../../shared/mapping/known-headings.ts';
import { nameOf, only, suggest } from '../../../kit/suggested-mapping.ts';

/** Heading, target and values by row, separated by `|`. `tells …` is a role, `none` a column that is not sent. */
type Column = readonly [heading: string, target: string, values: string];

const LISTS: Readonly<Record<string, readonly Column[]>> = {
  'VAN with the street in eight columns': [
    ['Voter File VANID', 'constituentId', '100234|100235|100236|100237'],
    ['LastName', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['FirstName', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['MiddleName', 'primaryMiddle', 'A|T||X'],
    ['Suffix', 'none', '||Jr|'],
    ['Sex', 'none', 'F|M|M|F'],
    ['StreetNo', 'street', '12|5|77|9'],
    ['StreetNoHalf', 'street', '|1/2||'],
    ['StreetPrefix', 'street', 'N||W|'],
    ['StreetName', 'street', 'Larkspur|Quarry|Old Post|Fern Hollow'],
    ['StreetType', 'street', 'Ln|Rd|Rd|Dr'],
    ['StreetSuffix', 'street', '|SE||'],
    ['AptType', 'street', 'Apt|||Unit'],
    ['AptNo', 'street', '3B|||2'],
    ['City', 'city', 'Madison|Madison|Racine|Madison'],
    ['State', 'state', 'WI|WI|WI|WI'],
    ['Zip5', 'postalCode', '53703|53704|53402|53711'],
    ['Zip4', 'postalCode', '1234||0042|'],
    ['County', 'none', 'Dane|Dane|Racine|Dane'],
    ['Cell Phone', 'personalPhone', '(608) 555-0142|608-555-0117||608.555.0175'],
  ],
  "Raiser's Edge query": [
    ['Constituent ID', 'constituentId', '204417|204418|204419|204420'],
    ['Title 1', 'none', 'Mr.|Ms.|Dr.|Mrs.'],
    ['First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Spouse', 'none', 'Yes|No|Yes|No'],
    ['Preferred Address Line 1', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Preferred Address Line 2', 'street2', 'Apt 3|||'],
    ['Preferred City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['Preferred State', 'state', 'MA|NH|CO|OR'],
    ['Preferred ZIP', 'postalCode', '01609|03060|80306|97201'],
    ['Email Number', 'personalEmail', 'a@example.org|b@example.org|c@example.org|d@example.org'],
    ['Solicitor', 'none', 'Jane Roe|Jane Roe|John Poe|John Poe'],
  ],
  "a British Raiser's Edge query": [
    ['Constituent ID', 'constituentId', '1001|1002|1003|1004'],
    ['Title 1', 'none', 'Mr|Mrs|Dr|Ms'],
    ['First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Surname', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Preferred Address Line 1', 'street', '12 High Street|5 Mill Lane|The Old Rectory|9 Fern Road'],
    ['Preferred City', 'city', 'London|Leeds|Bath|York'],
    ['Preferred County', 'none', '|West Yorkshire|Somerset|'],
    ['Preferred Postcode', 'postalCode', 'SW1A 1AA|LS1 4AP|BA1 1AA|YO1 7HH'],
    ['Last Gift Date', 'rfmMostRecentGiftDate', '03/04/2021|05/06/2020|07/08/2019|01/02/2022'],
    ['Last Gift Amount', 'rfmMostRecentGiftValue', '£20.00|£1,250.00|£5.00|£60.00'],
  ],
  'Little Green Light': [
    ['LGL Constituent ID', 'constituentId', '9001|9002|9003|9004'],
    ['Constituent Type', 'none', 'Individual|Individual|Individual|Individual'],
    ['Full Name', 'fullName', 'Rosalind Quayle|Desmond Okafor|Tobias Whitlock|Beatrix Farrow'],
    ['Preferred Email', 'personalEmail', 'a@example.org|b@example.org|c@example.org|d@example.org'],
    ['Pref. Phone', 'personalPhone', '508-555-0142|603-555-0117|303-555-0100|503-555-0175'],
    ['Pref. Street', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Pref. City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['Pref. State/Province', 'state', 'MA|NH|CO|OR'],
    ['Pref. Zip/Postal Code', 'postalCode', '01609|03060|80306|97201'],
    ['Total Given', 'rfmTotalGiftValue', '$1,200.00|$50.00|$75.50|$0.00'],
  ],
  'Neon CRM': [
    ['Account ID', 'constituentId', '31|57|88|93'],
    ['Full Name (F)', 'none', 'Rosalind Quayle|Desmond Okafor|Tobias Whitlock|Beatrix Farrow'],
    ['First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Email 1', 'personalEmail', 'a@example.org|b@example.org|c@example.org|d@example.org'],
    ['Full Street Address (F)', 'street', '12 Larkspur Ln Apt 3|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['State/Province', 'state', 'MA|NH|CO|OR'],
    ['Full Zip Code (F)', 'postalCode', '01609-1234|03060|80306|97201'],
    ['Phone 1 Full Number (F)', 'personalPhone', '508-555-0142|603-555-0117|303-555-0100|503-555-0175'],
    ['Company Name', 'businessName', 'Acme, Inc.||Harbor LLC|'],
  ],
  'CiviCRM with summary fields': [
    ['Contact ID', 'constituentId', '11|12|13|14'],
    ['First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Street Address', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Supplemental Address 1', 'street2', 'Apt 3|||'],
    ['Supplemental Address 2', 'none', '|||'],
    ['City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['All Funds First donation date', 'rfmFirstGiftDate', '2001-02-03|2011-04-05|2015-06-07|2019-08-09'],
    ['All Funds Last donation date', 'rfmMostRecentGiftDate', '2021-02-03|2021-04-05|2022-06-07|2023-08-09'],
  ],
  'Blackbaud CRM': [
    ['LOOKUPID', 'constituentId', '8-10023|8-10024|8-10025|8-10026'],
    ['KEYNAME', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['FIRSTNAME', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['MIDDLENAME', 'primaryMiddle', 'A|T||'],
    ['ADDRESSBLOCK', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['CITY', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['STATEABBREVIATION', 'state', 'MA|NH|CO|OR'],
    ['POSTCODE', 'postalCode', '01609|03060|80306|97201'],
    ['ISDECEASED', 'tells deceased', '0|0|1|0'],
  ],
  'Ellucian Advance without first and last name': [
    ['id_number', 'constituentId', '0000012345|0000012346|0000012347|0000012348'],
    ['record_type_code', 'none', 'AL|FR|AL|PA'],
    ['pref_mail_name', 'fullName', 'Rosalind A. Quayle|Desmond Okafor|Dr. Tobias Whitlock|Beatrix Farrow'],
    ['pref_name_sort', 'none', 'QUAYLE ROSALIND A|OKAFOR DESMOND|WHITLOCK TOBIAS|FARROW BEATRIX'],
    ['report_name', 'none', 'Quayle, Rosalind A.|Okafor, Desmond|Whitlock, Tobias|Farrow, Beatrix'],
    ['street1', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['street2', 'street2', 'Apt 3|||'],
    ['street3', 'street2', '|Building C||'],
    ['city', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['state_code', 'state', 'MA|NH|CO|OR'],
    ['zipcode', 'postalCode', '01609|03060|80306|97201'],
  ],
  EverTrue: [
    ['Unique Record ID', 'constituentId', 'E-1|E-2|E-3|E-4'],
    ['First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Previous Last Name', 'primaryMaiden', 'Smith|||Jones'],
    ['Line 1', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Line 2', 'street2', 'Apt 3|||'],
    ['Line 3', 'street2', '|Rear||'],
    ['City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['State', 'state', 'MA|NH|CO|OR'],
    ['Zip', 'postalCode', '01609|03060|80306|97201'],
    ['Lifetime Amount', 'rfmTotalGiftValue', '1200|50|75.5|0'],
    ['Is Deceased?', 'tells deceased', 'N|N|Y|N'],
    ['ExcludeWealthEnrichment', 'tells doNotScreen', 'Y||1|'],
  ],
  'iWave results without the ID of the office': [
    ['Profile ID', 'none', '5512345|5512346|5512347|5512348'],
    ['Profile URL', 'none', 'https://a.example/1|https://a.example/2|https://a.example/3|https://a.example/4'],
    ['First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Address', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['State', 'state', 'MA|NH|CO|OR'],
    ['Zip', 'postalCode', '01609|03060|80306|97201'],
    ['Date Scored', 'none', '2024-05-01 10:00|2024-05-01 10:00|2024-05-01 10:01|2024-05-01 10:02'],
    ['iWave Score', 'none', '34|12|50|41'],
    ['Est. Capacity Value', 'none', '$1,000,000|$250,000|$5,000,000|$750,000'],
    ['Capacity Range', 'none', '$1M-$5M|$250K-$500K|$5M+|$750K-$1M'],
    ['Planned Giving Bequest', 'none', 'Yes|No|No|Yes'],
    ['RFM Score', 'none', '12|3|8|9'],
  ],
  'DonorSearch results and the ID of the office': [
    ['DonorSearch Profile ID', 'none', '881|882|883|884'],
    ['Client ID', 'constituentId', 'C-9|C-8|C-7|C-6'],
    ['First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Total Giving Gift Count', 'rfmTotalGiftCount', '2|5|1|9'],
    ['DS Rating', 'none', 'DS1-1|DS2-4|DS3|DS4'],
  ],
  'PayPal payments': [
    ['Date', 'none', '03/14/2024|03/15/2024|03/16/2024|03/17/2024'],
    ['Name', 'fullName', 'Rosalind Quayle|Desmond Okafor|Tobias Whitlock|Beatrix Farrow'],
    ['Type', 'none', 'Donation Payment|Donation Payment|Donation Payment|Donation Payment'],
    ['Gross', 'none', '50.00|25.00|100.00|10.00'],
    ['From Email Address', 'personalEmail', 'a@example.org|b@example.org|c@example.org|d@example.org'],
    ['To Email Address', 'none', 'us@example.org|us@example.org|us@example.org|us@example.org'],
    ['Address Line 1', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Address Line 2/District/Neighborhood', 'street2', 'Apt 3|||'],
    ['Town/City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['State/Province/Region/County/Territory/Prefecture/Republic', 'state', 'MA|NH|CO|OR'],
    ['Zip/Postal Code', 'postalCode', '01609|03060|80306|97201'],
    ['Country', 'country', 'United States|United States|United States|United States'],
    ['Contact Phone Number', 'personalPhone', '508-555-0142|603-555-0117|303-555-0100|503-555-0175'],
  ],
  'a household list with second persons': [
    ['originalID', 'constituentId', '71|72|73|74'],
    ['1st Person First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['1st Person Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['2nd Person First Name', 'spouseFirst', 'Marcus||Ann|'],
    ['2nd Person Last Name', 'spouseLast', 'Quayle||Doe|'],
    ['2nd Person Email', 'none', 'm@example.org|||'],
    ['Address 1', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Address 2', 'street2', 'Apt 3|||'],
    ['Address 3', 'street2', '|c/o Roe||'],
    ['City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['State', 'state', 'MA|MA|MA|MA'],
    ['Zip', 'postalCode', '01609|01610|01611|01612'],
    ['Phone - Voice', 'personalPhone', '508-555-0142|603-555-0117|303-555-0100|503-555-0175'],
    ['Phone - Fax', 'none', '508-555-0143|||'],
  ],
  'old Google contacts': [
    ['Name', 'none', 'Rosalind A. Quayle|Desmond Okafor|Tobias Whitlock|Beatrix Farrow'],
    ['Given Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Additional Name', 'primaryMiddle', 'Anne|||Mae'],
    ['Family Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Address 1 - Street', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Address 1 - City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['Address 1 - Region', 'state', 'MA|NH|CO|OR'],
    ['Address 1 - Postal Code', 'postalCode', '01609|03060|80306|97201'],
    ['Address 2 - Street', 'none', '1 Office Park|||'],
    ['Address 2 - City', 'none', 'Boston|||'],
  ],
  'two whole addresses': [
    ['ID', 'constituentId', '1|5|9|12'],
    ['First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Home Address', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Home City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['Home State', 'state', 'MA|NH|CO|OR'],
    ['Home Zip', 'postalCode', '01609|03060|80306|97201'],
    ['Work Address', 'none', '1 Office Park|2 Mill St|3 Main St|4 Elm St'],
    ['Work Address 2', 'none', 'Suite 100|Floor 2||'],
    ['Work City', 'none', 'Boston|Concord|Denver|Salem'],
    ['Secondary Address', 'none', '8 Shore Rd|||'],
    ['Secondary Address 2', 'none', 'Unit 4|||'],
    ['Secondary City', 'none', 'Nantucket|||'],
  ],
  'a walkathon with teams': [
    ['Supporter ID', 'constituentId', 'S10|S11|S12|S13'],
    ['Supporter Name', 'fullName', 'Rosalind Quayle|Desmond Okafor|Tobias Whitlock|Beatrix Farrow'],
    ['Street', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['State', 'state', 'MA|NH|CO|OR'],
    ['Zip', 'postalCode', '01609|03060|80306|97201'],
    ['Team Name', 'none', 'Red Hawks|Blue Jays|Red Hawks|Owls'],
    ['Team Street Address', 'none', '1 Gym Way|2 Gym Way|1 Gym Way|3 Gym Way'],
    ['Team Address 2', 'none', 'Hall A||Hall A|'],
    ['Team City', 'none', 'Boston|Concord|Boston|Salem'],
  ],
  'gifts with an acknowledgement address': [
    ['Donor ID', 'constituentId', 'D10|D11|D12|D13'],
    ['Donor First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Donor Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Acknowledgement Address 1', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Acknowledgement Address 2', 'street2', 'Apt 3|||'],
    ['Acknowledgement City', 'city', 'Worcester|Nashua|Boulder|Portland'],
    ['Acknowledgement State', 'state', 'MA|NH|CO|OR'],
    ['Acknowledgement Zip', 'postalCode', '01609|03060|80306|97201'],
    ['Acknowledgement Date', 'none', '2024-05-01|2024-05-02|2024-05-03|2024-05-04'],
  ],
  'corporate partners': [
    ['Partner ID', 'none', 'P1|P2|P3|P4'],
    ['Contact ID', 'constituentId', 'C1|C2|C3|C4'],
    ['First Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Last Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Partner', 'none', 'Acme, Inc.|Harbor LLC|Mill Trust|Oak Foundation'],
    ['Partner Type', 'none', 'Gold|Silver|Gold|Bronze'],
  ],
  flags: [
    ['Record ID', 'constituentId', '21|22|23|24'],
    ['First', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Last', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Spouse', 'none', 'X||X|'],
    ['Employer', 'none', 'TRUE|FALSE|TRUE|FALSE'],
    ['Organization?', 'none', 'No|No|No|Yes'],
    ['Email', 'none', 'Y|N|Y|N'],
    ['Address', 'none', 'Yes|Yes|No|Yes'],
    ['MI', 'primaryMiddle', 'T|F||X'],
    ['Country', 'country', 'NO|NO|NO|NO'],
  ],
  'Irish donors': [
    ['Supporter Number', 'constituentId', '301|302|303|304'],
    ['Forename', 'primaryFirst', 'Aoife|Ciaran|Niamh|Sean'],
    ['Surname', 'primaryLast', 'Byrne|Kelly|Walsh|Ryan'],
    ['Address Line 1', 'street', '12 Main Street|5 Quay Road|Rose Cottage|9 Mill Lane'],
    ['Town', 'city', 'Dublin|Cork|Galway|Sligo'],
    ['Eircode', 'postalCode', 'D02 X285|T12 AB34|H91 E2K3|F91 XY12'],
  ],
  'donors of many countries': [
    ['Constituent Number', 'constituentId', '401|402|403|404'],
    ['Given Name', 'primaryFirst', 'Rosalind|Desmond|Tobias|Beatrix'],
    ['Family Name', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Street', 'street', '12 Rue Verte|Hauptstr. 5|77 Rua Azul|Dam 9'],
    ['City', 'city', 'Paris|Berlin|Lisboa|Amsterdam'],
    ['Postal Code', 'postalCode', 'FR-75002|D-10115|1100-148|1012 JS'],
    ['Country', 'country', 'France|Germany|Portugal|Netherlands'],
  ],
  'five-digit IDs after a state without headings': [
    ['Column A', 'primaryFirst', 'James|Mary|Robert|Linda'],
    ['Column B', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Column C', 'street', '12 Larkspur Ln|5 Quarry Rd|77 Old Post Rd|9 Fern Hollow Dr'],
    ['Column D', 'city', 'Worcester|Springfield|Salem|Lowell'],
    ['Column E', 'state', 'MA|MA|MA|MA'],
    ['Column F', 'none', '70321|70322|88123|91234'],
    ['Column G', 'postalCode', '01609|01101|01970|01850'],
  ],
  'five-digit IDs first, without headings and states': [
    ['Column A', 'constituentId', '70321|70322|70323|70324'],
    ['Column B', 'primaryFirst', 'James|Mary|Robert|Linda'],
    ['Column C', 'primaryLast', 'Quayle|Okafor|Whitlock|Farrow'],
    ['Column D', 'personalEmail', 'a@example.org|b@example.org|c@example.org|d@example.org'],
  ],
};

const cells = (values: string): string[] => values.split('|');

const targetOf = (to: Parameters<typeof nameOf>[0]): string =>
  to.kind === 'none' && to.tells !== undefined ? `tells ${to.tells}` : nameOf(to);

const suggested = (columns: readonly Column[]) =>
  suggest(Object.fromEntries(columns.map(([heading, , values]) => [heading, cells(values)])));

/** The records of a list under its suggested mapping. */
function recordsOf(name: string) {
  const columns = LISTS[name]!;
  const mapper = compileMapping(suggested(columns).plan);
  return cells(columns[0]![2]).map((_, row) => {
    const record = createMappedRecord();
    mapper.map((column) => cells(columns[column]![2])[row] ?? '', record);
    return recordOf(record);
  });
}

describe('a list that is not a source of the known headings', () => {
  it.each(Object.entries(LISTS))('%s', (_, columns) => {
    const found = suggested(columns).suggestions.map(({ header, to }) => `${header}: ${targetOf(to)}`);
    expect(found).toEqual(columns.map(([heading, to]) => `${heading}: ${to}`));
  });

  it('gets one street and one ZIP from the columns of VAN', () => {
    expect(recordsOf('VAN with the street in eight columns').map(({ street, postalCode }) => [street, postalCode])).toEqual([
      ['12 N Larkspur Ln Apt 3B', '53703-1234'],
      ['5 1/2 Quarry Rd SE', '53704'],
      ['77 W Old Post Rd', '53402-0042'],
      ['9 Fern Hollow Dr Unit 2', '53711'],
    ]);
  });

  it('gets the third address line after the second', () => {
    expect(recordsOf('a household list with second persons').map(({ street2 }) => street2 ?? '')).toEqual(['Apt 3', 'c/o Roe', '', '']);
  });

  it('keeps postal codes of every country unchanged', () => {
    expect(recordsOf('donors of many countries').map(({ postalCode }) => postalCode)).toEqual([
      'FR-75002',
      'D-10115',
      '1100-148',
      '1012 JS',
    ]);
  });

  it('shows why a column with a known heading is not sent', () => {
    const { suggestions } = suggested(LISTS['flags']!);
    const reasonOf = (heading: string) => suggestions.find(({ header }) => header === heading)!.reason;
    for (const heading of ['Spouse', 'Employer', 'Organization?', 'Address'])
      expect([heading, reasonOf(heading)]).toEqual([heading, 'The values only say yes or no, so they are not sent']);
    expect(reasonOf('Email')).toBe('Known heading; it could be the business one, but no value is an email address');
  });
});

describe('a known heading', () => {
  const VALUES = [
    'Yes|No|Yes',
    'X||X',
    '1|2|3',
    'a@b.example|c@d.example|e@f.example',
    '2024-01-31|2024-02-01|2024-02-02',
    'Smith Household|Doe Household|Roe Household',
    'Mr.|Ms.|Dr.',
    '|||',
  ];

  it('is mapped or has a reason why not, whatever its values', () => {
    const withoutReason: string[] = [];
    for (const { heading } of knownHeadings())
      for (const values of VALUES) {
        const { to, reason } = only(heading, cells(values));
        if (to.kind === 'none' && reason === 'Stays in your file') withoutReason.push(`${heading}: ${values}`);
      }
    expect(withoutReason).toEqual([]);
  });
});
