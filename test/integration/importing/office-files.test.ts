/** Files of offices with what their systems and people write into cells, read by the application: the result of every row. */
import { describe, expect, it } from 'vitest';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { named, people, PLACE, readList } from '../../kit/read-list.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);

const NAMES: readonly FieldKey[] = ['primaryFirst', 'primaryMiddle', 'primaryLast', 'spouseFirst', 'spouseLast'];

interface Case {
  readonly kind: string;
  readonly lines: readonly string[];
  readonly shows?: readonly FieldKey[];
  readonly rows: readonly string[];
  readonly columns?: Readonly<Record<string, string>>;
  readonly says?: string;
}

const CASES: readonly Case[] = [
  {
    kind: 'marks of unused records in whole names',
    lines: named('ZZZ-DO NOT USE Aldous Hollis', '**DUPLICATE** Aldous Hollis', 'Aldous Hollis - MERGED', 'zzInactive Hollis, Aldous'),
    rows: Array.from({ length: 4 }, () => 'ready: Aldous | Hollis [RECORD_UNUSED]'),
  },
  {
    kind: 'further marks of unused records in whole names',
    lines: named('INACTIVE Aldous Hollis', 'z_DNU_Aldous Hollis', 'Aldous Hollis (dup)', 'DELETE Aldous Hollis'),
    rows: Array.from({ length: 4 }, () => 'ready: Aldous | Hollis [RECORD_UNUSED]'),
  },
  {
    kind: 'marks of unused records in parts of names',
    lines: people(
      'First Name,Last Name',
      'Aldous,Hollis-Merged',
      'Aldous,Hollis_INACTIVE',
      'Aldous (DUPLICATE),Hollis',
      'Do Not Use,Hollis',
    ),
    rows: [
      ...Array.from({ length: 3 }, () => 'ready: Aldous | Hollis [RECORD_UNUSED]'),
      'incomplete: Hollis [MATCH_PART_MISSING RECORD_UNUSED]',
    ],
  },
  {
    kind: 'letters and remarks around names',
    lines: named('XX Aldous Hollis', 'Aldous Hollis - Anonymous', 'Aldous Hollis ***LOST***', 'Delphine Ashdown'),
    rows: [...Array.from({ length: 3 }, () => 'ready: Aldous | Hollis'), 'ready: Delphine | Ashdown'],
  },
  {
    kind: 'letters that sort a last name, and letters without a name',
    lines: people('First Name,Last Name', 'Aldous,zzHollis', 'zzz,zzz'),
    rows: ['fixable: Aldous | zzHollis [NAME_TITLE]', 'left out: Zzz | Zzz [NAME_RECASED NOT_A_PERSON]'],
  },
  {
    kind: 'names that look like such marks',
    lines: named('Dup Merger', 'Donna Useman', 'Delta Olds', 'Ina Active'),
    rows: ['ready: Dup | Merger', 'ready: Donna | Useman', 'ready: Delta | Olds', 'ready: Ina | Active'],
  },
  {
    kind: 'households of two people',
    lines: named(
      'A & B Hollis Household',
      'Jennifer Ashdown/Robert Hollis Household',
      'Hollis/Hollis Household',
      'Robert Hollis & Jennifer Voss Household',
    ),
    rows: [
      'ready: A | Hollis | B | Hollis',
      'ready: Jennifer | Ashdown | Robert | Hollis',
      'incomplete: Hollis/Hollis Household [HOUSEHOLD_NAME MATCH_PART_MISSING]',
      'ready: Robert | Hollis | Jennifer | Voss',
    ],
  },
  {
    kind: 'gifts to others that a screening service found',
    lines: people(
      'First Name,Last Name,Largest Gift,Largest Known Gift,Total Identified Giving,VeriGift Total,# of Gifts Found',
      'Delphine,Ashdown,$500,"$5,000","$12,500","$22,000",14',
      'Aldous,Hollis,$250,"$1,000","$1,500",$800,3',
    ),
    shows: ['rfmLargestGiftValue', 'rfmTotalGiftValue', 'rfmTotalGiftCount'],
    columns: {
      'Largest Gift': 'rfmLargestGiftValue',
      'Largest Known Gift': '',
      'Total Identified Giving': '',
      'VeriGift Total': '',
      '# of Gifts Found': '',
    },
    rows: ['ready: 500', 'ready: 250'],
  },
  {
    kind: 'missing values of R and pandas',
    lines: people(
      'First Name,Middle Name,Last Name,Spouse,Email,Last Gift Date,Deceased',
      'Delphine,NA,Ashdown,NA,NA,NA,NA',
      'Aldous,nan,Hollis,nan,nan,NaT,nan',
      'Ruben,<NA>,Voss,<NA>,<NA>,<NA>,<NA>',
      'Nan,T,Null,Carl,nan@example.org,2024-03-14,N',
    ),
    shows: [...NAMES, 'personalEmail', 'rfmMostRecentGiftDate'],
    rows: [
      'ready: Delphine | Ashdown [PLACEHOLDER_REMOVED]',
      'ready: Aldous | Hollis [PLACEHOLDER_REMOVED]',
      'ready: Ruben | Voss [PLACEHOLDER_REMOVED]',
      'ready: Nan | T | Null | Carl | nan@example.org | 2024-03-14',
    ],
  },
  {
    kind: 'NA as a name, and in each part of an address',
    lines: [
      'ID,Name,Street,City,State,ZIP',
      '1,Delphine Na,4 Larch St,Salem,MA,01970',
      '2,NA NA,NA,NA,NA,NA',
      '3,Na Hollis,6 Larch St,NA,MA,01970',
    ],
    shows: [...NAMES, 'street', 'city', 'state', 'postalCode'],
    rows: [
      'ready: Delphine | Na | 4 Larch St | Salem | MA | 01970',
      'left out: NA | Na [NAME_RECASED NOT_A_PERSON PLACEHOLDER_REMOVED]',
      'incomplete: Na | Hollis | 6 Larch St | MA | 01970 [MATCH_PART_MISSING PLACEHOLDER_REMOVED]',
    ],
  },
  {
    kind: 'nan of pandas, and Nan as a name',
    lines: [
      'ID,First Name,Last Name,Street,City,State,ZIP,Email',
      '1,nan,hollis,4 Larch St,Salem,MA,01970,nan',
      '2,nan,nan,5 Larch St,Salem,MA,01970,nan',
      '3,Nan,Ashdown,nan,Salem,MA,01970,nan@example.org',
    ],
    shows: [...NAMES, 'street', 'personalEmail'],
    rows: [
      expect.stringMatching(/^\w+: Nan \| Hollis \| 4 Larch St \[/),
      expect.stringContaining('left out: Nan | Nan | 5 Larch St [') as string,
      expect.stringContaining('incomplete: Nan | Ashdown | nan@example.org [') as string,
    ],
  },
  {
    kind: 'NA as the country',
    lines: [
      'ID,First Name,Last Name,Street,City,Country',
      '1,Delphine,Ashdown,4 Larch St,Windhoek,NA',
      '2,Aldous,Hollis,6 Larch St,Salem,US',
    ],
    shows: ['primaryLast', 'country'],
    rows: [expect.stringMatching(/Ashdown \| NA/), expect.stringMatching(/Hollis \| US/)],
  },
  {
    kind: 'titles of its parts between the people',
    lines: [
      'Name,Street,City,State,ZIP',
      'BOARD,,,,',
      `Delphine Ashdown,${PLACE[0]}`,
      'Honorary Members,,,,',
      `Aldous Hollis,${PLACE[1]}`,
      'Major Donors ($1000+),,,,',
      `Ruben Voss,${PLACE[2]}`,
    ],
    rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'],
  },
  {
    kind: 'people without an address, whose last names are words of such titles',
    lines: [
      'Name,Street,City,State,ZIP',
      `Delphine Ashdown,${PLACE[0]}`,
      'Mary Friends,,,,',
      'Mrs. Guests,,,,',
      'Oluwaseun Staff,,,,',
      'A. Members,,,,',
    ],
    rows: [
      'ready: Delphine | Ashdown',
      expect.stringContaining('Friends') as string,
      expect.stringContaining('Guests') as string,
      expect.stringContaining('Staff') as string,
      expect.stringContaining('Members') as string,
    ],
  },
  {
    kind: 'titles of its parts and no headings',
    lines: [
      'Board of Directors,,,,',
      `Delphine Ashdown,${PLACE[0]}`,
      `Jennifer Hollis,${PLACE[1]}`,
      'Friends,,,,',
      `Robert Voss,${PLACE[2]}`,
      `Christopher Quayle,${PLACE[3]}`,
    ],
    rows: ['ready: Delphine | Ashdown', 'ready: Jennifer | Hollis', 'ready: Robert | Voss', 'ready: Christopher | Quayle'],
  },
  {
    kind: 'the status of a name',
    lines: people('fname,lname,name_status', 'Delphine,Ashdown,', 'Aldous,Hollis,Deceased'),
    rows: ['ready: Delphine | Ashdown', 'left out: Aldous | Hollis [DECEASED]'],
  },
  {
    kind: 'the references of Slate',
    lines: [
      'Ref,First,Last,Street,City,State,ZIP',
      `581234001,Delphine,Ashdown,${PLACE[0]}`,
      `581234002,Aldous,Hollis,${PLACE[1]}`,
      `581234003,Ruben,Voss,${PLACE[2]}`,
    ],
    shows: ['constituentId', 'primaryLast'],
    rows: ['ready: 581234001 | Ashdown', 'ready: 581234002 | Hollis', 'ready: 581234003 | Voss'],
  },
  {
    kind: 'dates next to US cities, states and ZIPs in one column',
    lines: [
      'ID,Name,Address,CSZ,Last Contribution',
      '1,"Ashdown, Delphine",4 Larch St,"Salem, MA 01970",3/14/2024',
      '2,"Hollis, Aldous",6 Larch St,"Salem, MA 01970",5/1/2020',
      '3,"Voss, Ruben",8 Larch St,"Salem, MA 01970-1234",7/9/2023',
    ],
    shows: ['primaryLast', 'rfmMostRecentGiftDate'],
    rows: ['ready: Ashdown | 2024-03-14', 'ready: Hollis | 2020-05-01', 'ready: Voss | 2023-07-09'],
  },
  {
    kind: 'guests without a name',
    lines: people('First Name,Last Name', 'Delphine,Ashdown', 'Guest of,Delphine Ashdown'),
    rows: ['ready: Delphine | Ashdown', 'left out: Guest of | Delphine Ashdown [NOT_A_PERSON]'],
  },
  {
    kind: 'a workplace in place of an empty home address, whose parts are never mixed',
    lines: [
      'ID,First Name,Last Name,Home Address,Home City,Home State/Province,Home Zip,Work Address,Work City,Work State/Province,Work Zip',
      '1,Delphine,Ashdown,4 Larch St,,MA,,1 Office Park,Boston,MA,02110',
      '2,Aldous,Hollis,,,,,1 Office Park,Boston,MA,02110',
      '3,Ruben,Voss,6 Larch St,Salem,MA,01970,,,,',
      '4,Femke,Quayle,NA,NA,NA,NA,9 Trade St,Portland,OR,97201',
      '5,Sven,Linden,,Salem,MA,01970,,Boston,,',
    ],
    shows: ['primaryLast', 'street', 'city', 'state', 'postalCode'],
    columns: { 'Work Address': 'street', 'Work City': 'city', 'Work State/Province': 'state', 'Work Zip': 'postalCode' },
    says: '2 rows have no address but this one of a workplace: the service may not find people there',
    rows: [
      'incomplete: Ashdown | 4 Larch St | MA [MATCH_PART_MISSING]',
      'ready: Hollis | 1 Office Park | Boston | MA | 02110',
      'ready: Voss | 6 Larch St | Salem | MA | 01970',
      'ready: Quayle | 9 Trade St | Portland | OR | 97201',
      'incomplete: Linden | Salem | MA | 01970 [MATCH_PART_MISSING]',
    ],
  },
  {
    kind: 'a workplace next to every home address',
    lines: [
      'ID,First Name,Last Name,Home Address,Home City,Home Zip,Work Address,Work City,Work Zip',
      '1,Delphine,Ashdown,4 Larch St,Salem,01970,1 Office Park,Boston,02110',
    ],
    columns: { 'Work Address': '', 'Work City': '', 'Work Zip': '' },
    rows: [expect.stringMatching(/Delphine \| Ashdown/)],
  },
  {
    kind: 'the name of a husband who has died in brackets',
    lines: named(
      'Mrs. Jennifer Hollis (Robert - deceased)',
      'Jennifer Hollis (Robert, deceased)',
      'Robert Hollis (presumed deceased)',
      'Robert Hollis (Robert deceased)',
    ),
    rows: [
      'ready: Jennifer | Hollis [SPOUSE_DECEASED]',
      'ready: Jennifer | Hollis [SPOUSE_DECEASED]',
      expect.stringMatching(/^left out: .*DECEASED/),
      expect.stringMatching(/^left out: .*DECEASED/),
    ],
  },
  {
    kind: 'the lines below a report of Salesforce',
    lines: [
      'Account Name,First Name,Last Name,Street,City,State,ZIP',
      `Ashdown Household,Delphine,Ashdown,${PLACE[0]}`,
      `Hollis Household,Aldous,Hollis,${PLACE[1]}`,
      '"Grand Totals (2 records)",,,,,,',
      '',
      '"Spring export"',
      '"Copyright (c) 2000-2026 example.com, inc. All rights reserved."',
      '"Confidential Information - Do Not Distribute"',
      '"Generated By:  Jane Roe  3/14/2026, 10:01 AM"',
      '"Larch College"',
    ],
    rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis'],
  },
];

describe('a file of an office', () => {
  it.each(CASES)('with $kind', async ({ lines, shows = NAMES, rows, columns = {}, says }) => {
    const list = await readList(desk, await desk.importList(lines), shows);
    expect(list.rows).toEqual(rows);
    expect(list.columns).toMatchObject(columns);
    expect(list.remarks).toEqual(expect.arrayContaining(says === undefined ? [] : [says]));
  });
});
