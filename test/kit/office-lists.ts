/**
 * Two lists as offices have them, with invented people: an export of Raiser's Edge with every kind of row that would waste credits, and a
 * guest list typed by hand. Everything derives from a seed.
 */
import { csvCell } from './csv-list.ts';
import { randomOf } from './random.ts';

/** A list as CSV lines, with the IDs of its people by the expected result. */
export interface OfficeList {
  readonly lines: readonly string[];
  /** The number of rows that are read as persons. */
  readonly rows: number;
  readonly people: readonly string[];
  readonly deceased: readonly string[];
  readonly organizations: readonly string[];
  readonly objected: readonly string[];
  /** People with a second row with the same ID. */
  readonly repeated: readonly string[];
}

const FIRST = ['Tobias', 'Lucinda', 'Rosalind', 'Leopold', 'Ottilie', 'Dmitri', 'Yara', 'Saul', 'Celeste', 'Edwin', 'Ramona', 'Thea', 'Orson', 'Greta', 'Farid', 'Minna', 'Philippa', 'Jonah', 'Viggo', 'Noor', 'Odette', 'Everett', 'Priya', 'Amara', 'Beatrix', 'Desmond', 'Ignacio', 'Marisol', 'Prudence', 'Oswald']; // prettier-ignore
const SYLLABLES = ['bar', 'cor', 'dun', 'el', 'far', 'gal', 'hol', 'kess', 'lor', 'mer', 'nor', 'pel', 'quay', 'ram', 'sor', 'thorn', 'ven', 'wex']; // prettier-ignore
const ENDINGS = ['ford', 'ler', 'more', 'sen', 'ton', 'wick', 'by', 'ham'];
const STREETS = [
  'Larkspur Ln',
  'Quarry Rd',
  'Old Post Rd',
  'Fern Hollow Dr',
  'Beacon Hill Ct',
  'Mill St',
  'Millrace Rd',
  'Lake Ave',
  'Elm St',
];
const PLACES = [['Worcester', 'MA', '01609'], ['Nashua', 'NH', '03060'], ['Quincy', 'MA', '02169'], ['Portland', 'ME', '04101'], ['Providence', 'RI', '02903'], ['Stamford', 'CT', '06902'], ['Albany', 'NY', '12207'], ['Raleigh', 'NC', '27601']] as const; // prettier-ignore
const EMPLOYERS = ['Granite Trust', 'Harbor Dental', 'Otter Cafe', 'Birch Bakery', 'Merrimack Optics'];

/** Draws people whose last names depend on their number, so only intended rows are the same person. */
function peopleOf(seed: number) {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const chance = (share: number) => random() < share;
  const day = (year: number) => `${1 + Math.floor(random() * 12)}/${1 + Math.floor(random() * 28)}/${year}`;
  const lastName = (n: number) => {
    const name = `${SYLLABLES[n % 18]!}${SYLLABLES[Math.floor(n / 18) % 18]!}${ENDINGS[Math.floor(n / 324) % 8]!}`;
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
  const person = (n: number) => {
    const first = pick(FIRST);
    const last = lastName(n);
    const [city, state, zip] = pick(PLACES);
    return { first, last, city, state, zip, street: `${10 + n} ${pick(STREETS)}`, email: `${first}.${last}@example.org`.toLowerCase() };
  };
  return { random, pick, chance, day, person };
}

const RAISERS_EDGE = ['CnBio_ID', 'CnBio_Key_Indicator', 'CnBio_Title_1', 'CnBio_First_Name', 'CnBio_Middle_Name', 'CnBio_Last_Name', 'CnBio_Suffix_1', 'CnBio_Maiden_name', 'CnBio_Org_Name', 'CnBio_Deceased', 'CnBio_Deceased_Date', 'CnBio_Gender', 'CnBio_Marital_status', 'CnSpSpBio_First_Name', 'CnSpSpBio_Last_Name', 'CnAdrPrf_Addrline1', 'CnAdrPrf_Addrline2', 'CnAdrPrf_City', 'CnAdrPrf_State', 'CnAdrPrf_ZIP', 'CnAdrPrf_ContryLongDscription', 'Cell Phone', 'Home Phone', 'Email (best)', 'Work Email', 'CnPrBs_Org_Name', 'CnPrBs_Position', 'First Gift Date', 'First Gift Amount', 'Last Gift Date', 'Last Gift Amount', 'Largest Gift Date', 'Largest Gift Amount', 'Total Gifts', 'LT Giving', 'No research', 'CnBio_Constit_Code', 'Fund', 'Solicitor', 'Last Changed On']; // prettier-ignore
type RaisersEdgeRow = Readonly<Partial<Record<(typeof RAISERS_EDGE)[number], string>>>;

/**
 * 818 rows of 40 columns: 736 people, 34 who have died, 20 organizations, 6 who asked not to be researched, and a second, emptier row for
 * 22 of the people. Some people have a ZIP without its zero, a second name in the first name, an invalid email, or an empty cell phone.
 */
export function raisersEdgeExport(seed: number): OfficeList {
  const { random, pick, chance, day, person } = peopleOf(seed);
  const idOf = (n: number) => String(100_400 + n * 7);
  const rowOf = (n: number): RaisersEdgeRow => {
    const { first, last, city, state, zip, street, email } = person(n);
    const isMarried = chance(0.4);
    const largest = pick([50, 100, 250, 500, 1000, 5000]);
    const gifts = 1 + Math.floor(random() * 30);
    const hasCell = chance(0.5);
    const phone = () => `(${pick(['508', '603', '617', '207'])}) 555-01${String(Math.floor(random() * 100)).padStart(2, '0')}`;
    const hasJob = chance(0.3);
    const firstGift = 1996 + Math.floor(random() * 20);
    const lastGift = day(firstGift + 1 + Math.floor(gifts / 4));
    return {
      CnBio_ID: idOf(n),
      CnBio_Key_Indicator: 'I',
      CnBio_Title_1: pick(['Mr.', 'Ms.', 'Dr.', '']),
      CnBio_First_Name: !isMarried && n % 12 === 3 ? `${first} & ${pick(FIRST.filter((one) => one !== first))}` : first,
      CnBio_Middle_Name: chance(0.3) ? pick(['A.', 'E.', 'J.', 'M.']) : '',
      CnBio_Last_Name: last,
      CnBio_Suffix_1: n % 90 === 5 ? 'Jr.' : '',
      CnBio_Deceased: 'No',
      CnBio_Gender: pick(['Male', 'Female', 'Unknown']),
      CnBio_Marital_status: isMarried ? 'Married' : 'Single',
      CnSpSpBio_First_Name: isMarried ? pick(FIRST.filter((one) => one !== first)) : '',
      CnSpSpBio_Last_Name: isMarried ? last : '',
      CnAdrPrf_Addrline1: n % 14 === 6 ? '' : street,
      CnAdrPrf_Addrline2: chance(0.1) ? `Apt ${1 + Math.floor(random() * 20)}` : '',
      CnAdrPrf_City: city,
      CnAdrPrf_State: state,
      // A spreadsheet program removed the zero.
      CnAdrPrf_ZIP: n % 5 === 2 ? zip.replace(/^0/, '') : zip,
      CnAdrPrf_ContryLongDscription: 'United States',
      'Cell Phone': hasCell ? phone() : '',
      'Home Phone': chance(0.7) ? phone() : '',
      'Email (best)': n % 40 === 7 ? pick(['ask her', `${first.toLowerCase()}@`, '508-555-0142', 'none given']) : chance(0.8) ? email : '',
      'Work Email': hasJob ? `${first}.${last}@work.example.org`.toLowerCase() : '',
      CnPrBs_Org_Name: hasJob ? pick(EMPLOYERS) : '',
      CnPrBs_Position: hasJob ? pick(['Director', 'Owner', 'Engineer']) : '',
      'First Gift Date': day(firstGift),
      'First Gift Amount': '$25.00',
      'Last Gift Date': lastGift,
      'Last Gift Amount': `$${Math.ceil(largest / 2)}.00`,
      'Largest Gift Date': lastGift,
      'Largest Gift Amount': `$${largest.toLocaleString('en-US')}.00`,
      'Total Gifts': String(gifts),
      'LT Giving': `$${(largest + gifts * 20).toLocaleString('en-US')}.00`,
      'No research': 'No',
      CnBio_Constit_Code: pick(['Alumni', 'Friend', 'Parent']),
      Fund: pick(['Annual Fund', 'Library', 'Scholarships']),
      Solicitor: chance(0.5) ? pick(['M. Bellwether', 'S. Ogilvie', 'T. Winthrop']) : '',
      'Last Changed On': day(2026 - Math.floor(random() * 4)),
    };
  };
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
  const people = numbers(0, 736).map(rowOf);
  // Every 33rd person has a second record.
  const again = people.filter((_, at) => at % 33 === 1).slice(0, 22).map((row) => ({ ...row, 'Work Email': '', 'Cell Phone': '', 'Largest Gift Date': '', 'Largest Gift Amount': '' })); // prettier-ignore
  const dead = numbers(736, 34).map((n) => ({ ...rowOf(n), CnBio_Deceased: 'Yes', CnBio_Deceased_Date: `3/${1 + (n % 28)}/2024` }));
  const organizations = numbers(770, 20).map((n): RaisersEdgeRow => {
    const { 'LT Giving': given, CnAdrPrf_Addrline1: street, CnAdrPrf_City: city, CnAdrPrf_State: state, CnAdrPrf_ZIP: zip } = rowOf(n);
    const { last } = person(n);
    const name = `${last} ${n % 2 === 0 ? 'Family Foundation' : 'Holdings LLC'}`;
    return { CnBio_ID: idOf(n), CnBio_Key_Indicator: 'O', CnBio_Last_Name: name, CnBio_Org_Name: name, CnBio_Deceased: 'No', 'No research': 'No', 'LT Giving': given!, CnAdrPrf_Addrline1: street!, CnAdrPrf_City: city!, CnAdrPrf_State: state!, CnAdrPrf_ZIP: zip! }; // prettier-ignore
  });
  const objected = numbers(790, 6).map((n) => ({ ...rowOf(n), 'No research': 'Yes' }));
  const ids = (rows: readonly RaisersEdgeRow[]) => rows.map(({ CnBio_ID }) => CnBio_ID!);
  const all: RaisersEdgeRow[] = [...people, ...again, ...dead, ...organizations, ...objected];
  // Exports are sorted by name.
  const sorted = all.toSorted((a, b) => `${a.CnBio_Last_Name} ${a.CnBio_ID}`.localeCompare(`${b.CnBio_Last_Name} ${b.CnBio_ID}`, 'en'));
  return {
    lines: [RAISERS_EDGE, ...sorted.map((row) => RAISERS_EDGE.map((heading) => csvCell(row[heading])))].map((cells) => cells.join(',')),
    rows: all.length,
    people: ids(people),
    deceased: ids(dead),
    organizations: ids(organizations),
    objected: ids(objected),
    repeated: ids(again),
  };
}

const GALA = ['Table', 'Party', 'Guest(s)', 'Last name', 'Address', 'Town', 'ST', 'Zip', 'RSVP', 'Meal', 'Email', 'Notes'];

/**
 * 150 rows of a gala: 135 parties with first names under the heading "Guest(s)" (18 of them with an incomplete address, 5 with a company as
 * host), and 15 rows with only the name of a table.
 */
export function galaList(seed: number): OfficeList {
  const { chance, pick, person } = peopleOf(seed);
  const rows: string[][] = [];
  const people: string[] = [];
  const organizations: string[] = [];
  for (let n = 0; n < 135; n++) {
    if (n % 9 === 0) rows.push([`TABLE ${n / 9 + 1}`, ...Array.from({ length: 11 }, () => '')]);
    const { first, last, street, city, state, zip, email } = person(n);
    const partner = pick(FIRST.filter((one) => one !== first));
    const guests = n % 7 === 0 ? `${first}/${partner}` : n % 7 === 3 ? `${first} & ${partner}` : first;
    const isCompany = n % 27 === 20;
    const isIncomplete = n % 15 === 4 || n % 15 === 11;
    (isCompany ? organizations : people).push(`P-${String(n + 1).padStart(3, '0')}`);
    rows.push([
      String(Math.floor(n / 9) + 1),
      `P-${String(n + 1).padStart(3, '0')}`,
      isCompany ? '' : guests,
      isCompany ? `${last} Partners LLC` : last,
      isIncomplete ? '' : street,
      city,
      isIncomplete ? '' : state,
      isIncomplete ? '' : zip,
      pick(['yes', 'Yes', 'maybe', 'YES!']),
      pick(['Beef', 'Fish', 'Veg']),
      chance(0.6) ? email : '',
      chance(0.1) ? pick(['near the stage', 'wheelchair', 'comes late']) : '',
    ]);
  }
  return {
    lines: [GALA, ...rows].map((cells) => cells.map(csvCell).join(',')),
    rows: people.length + organizations.length,
    people,
    deceased: [],
    organizations,
    objected: [],
    repeated: [],
  };
}
