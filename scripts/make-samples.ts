/**
 * Writes the sample workbooks of assets/samples with invented people, the same on every run. `sample-clean.xlsx` is a perfect list;
 * `sample-messy.xlsx` has the usual problems of a CRM export.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './targets.mjs';
import { WorkbookWriter } from '../main/spreadsheet/write/xlsx-writer.ts';
import { randomOf } from '../test/kit/random.ts';

const FIRST =
  'Marguerite,Desmond,Lucinda,Hiroshi,Rosalind,Cornelius,Solveig,Thaddeus,Delphine,Winifred,Rafael,Imogen,Tobias,Beatrix,Jonah,Anneliese,Priya,Aldous,Odette,Kofi,Edwin,Mireille,Amara,Lorcan,Philippa,Saul,Ottilie,Ines,Bartholomew,Celeste,Dmitri,Eleanor,Farid,Greta,Hollis,Iris,Jasper,Katya,Leopold,Minna,Noor,Orson,Petra,Quentin,Ramona,Sylvie,Thea,Ursula,Viggo,Yara'.split(
    ',',
  );
const LAST =
  'Ashdown,Okafor-Lyle,Farrow,Tanabe,Quayle,Baptiste,Maddox,Brink,Marchetti,Osei,Dunmore,Castellan,Wexford,Holloway,Pellegrin,Vogt,Raman,Fernhollow,Strand,Adeyemi,Lindqvist,Carrow,Beaumont,Ito,Hargreave,Nakamura,Delacroix,Whitlock,Novak,Sandoval,Thorne,Ellery,Kessler,Abara,Lowell,Merriweather,Sørensen,Van der Berg,O’Brien,MacAllister,Pryce,Sutcliffe,Ramires,Ståhl,Harrow,Iverson,Jardine,Kowalczyk,Leclair,Moreau'.split(
    ',',
  );
const STREET =
  'Larkspur Ln,Quarry Rd,Millrace Rd,Beacon Hill Ct,Alder St,Old Post Rd,Fern Hollow Dr,Harbor View,Tannery Ln,Cooper’s Way,Wharf St,Sparrow Ct,Chapel Row,Orchard Ct,Juniper Ave,Bellwether Pl,Foxglove Ln,Granite St,Harvest Way,Ivy Ter'.split(
    ',',
  );
const CITIES = [['Worcester', 'MA', '01609'], ['Nashua', 'NH', '03060'], ['Brockton', 'MA', '02301'], ['Concord', 'NH', '03301'], ['Quincy', 'MA', '02169'], ['New Bedford', 'MA', '02740'], ['Portland', 'ME', '04101'], ['Burlington', 'VT', '05401'], ['Providence', 'RI', '02903'], ['Hartford', 'CT', '06103'], ['Lowell', 'MA', '01852'], ['Newark', 'NJ', '07102'], ['Denver', 'CO', '80205'], ['Austin', 'TX', '78704'], ['Evanston', 'IL', '60201'], ['Savannah', 'GA', '31401'], ['Tacoma', 'WA', '98402'], ['Madison', 'WI', '53703'], ['Pasadena', 'CA', '91101'], ['Chapel Hill', 'NC', '27514']] as const; // prettier-ignore
const EMPLOYERS =
  'Harrow & Pryce LLP,Merriweather Hospital,Lowell Instruments,Castellan Books,Tidewater Credit Union,Northfield School,Osei Architects,Granite State Energy,Fernhollow Foundation,Ellery Press'.split(
    ',',
  );
const TITLES = 'Partner,Surgeon,Director,Owner,Branch Manager,Teacher,Principal,Engineer,Trustee,Editor'.split(',');
const OFFICERS = ['J. Castellan', 'R. Thorne', 'M. Abara', ''];

interface Person {
  readonly id: number;
  readonly first: string;
  readonly middle: string;
  readonly last: string;
  readonly spouse: string;
  readonly street: string;
  readonly place: (typeof CITIES)[number];
  readonly email: string;
  readonly phone: string;
  readonly employer: string;
  readonly title: string;
  readonly officer: string;
  readonly gifts: number;
  readonly total: number;
  readonly largest: number;
  readonly firstGift: readonly [number, number, number];
  readonly lastGift: readonly [number, number, number];
}

class People {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  integer(min: number, max: number): number {
    return min + Math.floor(this.random() * (max - min + 1));
  }

  person(id: number): Person {
    const first = this.pick(FIRST);
    const last = this.pick(LAST);
    const gifts = this.integer(1, 40);
    const largest = this.pick([25, 50, 100, 250, 500, 1000, 2500, 5000, 12_500]);
    const began = this.integer(1994, 2019);
    const plain = (name: string) => name.normalize('NFD').replaceAll(/[^A-Za-z]/g, '').toLowerCase(); // prettier-ignore
    return {
      id,
      first,
      middle: this.chance(0.4) ? this.pick(['A.', 'B.', 'E.', 'J.', 'M.', 'R.', 'T.']) : '',
      last,
      spouse: this.chance(0.35) ? this.pick(FIRST) : '',
      street: `${this.integer(1, 1890)} ${this.pick(STREET)}${this.chance(0.12) ? ` Apt ${this.integer(1, 24)}` : ''}`,
      place: this.pick(CITIES),
      email: `${plain(first).slice(0, 1)}.${plain(last)}${id % 100}@example.org`,
      phone: `${this.pick([508, 603, 617, 207, 401, 860])} 555 0${this.integer(100, 199)}`,
      employer: this.chance(0.45) ? this.pick(EMPLOYERS) : '',
      title: this.pick(TITLES),
      officer: this.pick(OFFICERS),
      gifts,
      largest,
      total: largest + (gifts - 1) * Math.max(10, Math.round(largest * 0.4)),
      firstGift: [began, this.integer(1, 12), this.integer(1, 28)],
      lastGift: [this.integer(Math.min(began + gifts > 1 ? began + 1 : began, 2024), 2025), this.integer(1, 12), this.integer(1, 28)],
    };
  }
}

const two = (n: number) => String(n).padStart(2, '0');
const iso = ([year, month, day]: Person['firstGift']) => `${year}-${two(month)}-${two(day)}`;
const american = ([year, month, day]: Person['firstGift']) => `${month}/${day}/${year}`;
const short = ([year, month, day]: Person['firstGift']) => `${two(month)}/${two(day)}/${two(year % 100)}`;

async function cleanSample(path: string): Promise<void> {
  const people = new People(20_240_515);
  const book = await WorkbookWriter.create(path, { program: 'Screening Desk' });
  const columns = ['Constituent ID', 'First Name', 'Middle Name', 'Last Name', 'Spouse First Name', 'Spouse Last Name', 'Street Address', 'City', 'State', 'ZIP', 'Email', 'Phone', 'Employer', 'Job Title', 'First Gift Date', 'First Gift Amount', 'Last Gift Date', 'Last Gift Amount', 'Largest Gift Amount', 'Number of Gifts', 'Lifetime Giving', 'Gift officer']; // prettier-ignore
  const sheet = book.addSheet('Constituents', { columns: columns.map((title) => ({ title })) });
  for (let i = 0; i < 200; i++) {
    const p = people.person(100_400 + i * 7);
    sheet.beginRow();
    for (const text of [String(p.id), p.first, p.middle, p.last, p.spouse, p.spouse === '' ? '' : p.last, p.street, p.place[0], p.place[1], p.place[2], p.email, p.phone, p.employer, p.employer === '' ? '' : p.title]) sheet.text(text); // prettier-ignore
    sheet.date(iso(p.firstGift));
    sheet.number(Math.min(p.largest, 100));
    sheet.date(iso(p.lastGift));
    sheet.number(Math.max(10, Math.round(p.largest * 0.4)));
    sheet.number(p.largest);
    sheet.number(p.gifts);
    sheet.number(p.total);
    sheet.text(p.officer);
    await sheet.endRow();
  }
  await book.finish();
}

/** Randomly chosen problems of a row in the messy sample; most rows have none. */
function mess(people: People, p: Person) {
  const one = people.random();
  const within = (from: number, to: number) => one >= from && one < to;
  return {
    couple: within(0, 0.055),
    organization: within(0.055, 0.063),
    noLast: within(0.063, 0.075),
    badEmail: within(0.075, 0.097),
    futureDate: within(0.097, 0.106),
    shouted: within(0.106, 0.15),
    noStreetNoFirst: within(0.15, 0.156),
    stateName: within(0.156, 0.19),
    placeholder: within(0.19, 0.24),
    spaces: within(0.24, 0.29),
    title: within(0.29, 0.305),
    lostZero: p.place[2].startsWith('0') && people.chance(0.3),
    dateForm: people.random(),
  };
}

async function messySample(path: string): Promise<void> {
  const people = new People(7_352_211);
  const book = await WorkbookWriter.create(path, { program: 'Screening Desk' });
  const sheet = book.addSheet('Query 14', { columns: Array.from({ length: 18 }, () => ({ title: '' })), header: false });
  const line = async (cells: readonly string[]) => {
    sheet.beginRow();
    for (const cell of cells) sheet.text(cell);
    await sheet.endRow();
  };
  await line(['Fall appeal 2026 – export of 12 October 2026']);
  await line(['Constituent', '', '', '', 'Address', '', '', '', '', 'Contact', '', 'Work', '', 'Giving', '', '', '', 'Ours']);
  await line(['CnBio_ID', 'CnBio_First_Name', 'CnBio_Last_Name', 'Spouse Name', 'CnAdrPrf_Addrline1', 'CnAdrPrf_Addrline2', 'CnAdrPrf_City', 'CnAdrPrf_State', 'CnAdrPrf_ZIP', 'E-mail', 'CnPh_1_01_Phone_number', 'CnPrBs_Org_Name', 'CnPrBs_Position', 'First Gift Date', 'Last Gift Date', 'Last Gift Amount', 'Total Gifts', 'Gift officer']); // prettier-ignore
  const earlier: Person[] = [];
  for (let i = 0; i < 2500; i++) {
    // Some people have two rows: with the same ID, or with another ID in the same household.
    const again = earlier.length > 50 && people.chance(0.014) ? people.pick(earlier) : null;
    const fresh = people.person(100_000 + i * 3);
    const p = again === null ? fresh : people.chance(0.6) ? again : { ...again, id: fresh.id };
    earlier.push(p);
    const m = mess(people, p);
    const [city, state, zip] = p.place;
    const date = (day: Person['firstGift']) => (m.dateForm < 0.6 ? iso(day) : m.dateForm < 0.85 ? american(day) : short(day));
    const first = m.couple ? `${p.first} and ${people.pick(FIRST)}` : m.noStreetNoFirst ? '' : m.title ? `Dr. ${p.first}` : p.first;
    const last = m.organization ? `${p.last} Family Foundation` : m.noLast ? '' : p.last;
    sheet.beginRow();
    sheet.text(String(p.id));
    sheet.text(m.shouted ? first.toUpperCase() : m.spaces ? `${first}  ` : first);
    sheet.text(m.shouted ? last.toUpperCase() : last);
    sheet.text(p.spouse === '' || m.couple ? '' : `${p.spouse} ${p.last}`);
    sheet.text(m.noStreetNoFirst ? '' : m.spaces ? p.street.replace(' ', '  ') : p.street);
    sheet.text(m.placeholder ? '<None Specified>' : '');
    sheet.text(city);
    sheet.text(
      m.stateName
        ? ({ MA: 'Massachusetts', NH: 'New Hampshire', ME: 'Maine', CT: 'Connecticut', TX: 'Texas' }[state as string] ?? state)
        : state,
    );
    if (m.lostZero) sheet.number(Number(zip));
    else sheet.text(zip);
    sheet.text(m.badEmail ? people.pick([`${p.first.toLowerCase()}@`, `${p.first.toLowerCase()}.example.org`, 'unknown at example.org']) : m.placeholder ? 'N/A' : p.email); // prettier-ignore
    sheet.text(p.phone);
    sheet.text(p.employer);
    sheet.text(p.employer === '' ? '' : p.title);
    if (m.dateForm < 0.6) {
      sheet.date(iso(p.firstGift));
      sheet.date(m.futureDate ? iso([p.lastGift[0] + 40, p.lastGift[1], p.lastGift[2]]) : iso(p.lastGift));
    } else {
      sheet.text(date(p.firstGift));
      sheet.text(m.futureDate ? american([p.lastGift[0] + 40, p.lastGift[1], p.lastGift[2]]) : date(p.lastGift));
    }
    const amount = Math.max(10, Math.round(p.largest * 0.4));
    if (m.dateForm < 0.7) sheet.number(amount);
    else sheet.text(`$${amount.toLocaleString('en-US')}.00`);
    sheet.number(p.gifts);
    sheet.text(p.officer);
    await sheet.endRow();
  }
  await line(['Record count: 2,500']);
  await book.finish();
}

const folder = join(ROOT, 'assets', 'samples');
mkdirSync(folder, { recursive: true });
await cleanSample(join(folder, 'sample-clean.xlsx'));
await messySample(join(folder, 'sample-messy.xlsx'));
console.log('assets/samples: sample-clean.xlsx, sample-messy.xlsx');
