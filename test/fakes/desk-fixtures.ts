/** Made-up people, projects and connections for the stand-in of the application. Everything is derived from a row's number. */
import type { AppView, ColumnsView, ConnectionView, ImportView, ProjectView } from '../../shared/contract.ts';
import type { FieldKey } from '../../shared/constituent.ts';
import { planProblems } from '../../shared/mapping/mapping.ts';
import { type Certainty, type ColumnPlan, type ColumnSuggestion, STANDARD_CLEANING, type Target } from '../../shared/mapping/plan.ts';
import type { ProjectState } from '../../shared/project/project.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

export const LIVE = 'live-fernhollow';
export const PRACTICE = 'practice';

export function app(connectionId: string): AppView {
  return {
    version: '0.1.0',
    host: 'test',
    platform: 'linux',
    secrets: { kind: 'keychain', notice: null },
    runnerElsewhere: null,
    connectionId,
  };
}

export function connections(now: number): ConnectionView[] {
  return [
    {
      id: PRACTICE,
      name: 'Practice',
      kind: 'practice',
      baseUrl: 'http://127.0.0.1',
      version: '20240515',
      token: 'session',
      testedAt: now,
      credits: { remaining: 100_000, raw: null, readAt: now },
      settings: { listFormat: 'json', rowBase: 'find' },
      creditsPerRecord: 1,
    },
    {
      id: LIVE,
      name: 'Fernhollow account',
      kind: 'live',
      baseUrl: 'https://api.screening.example',
      version: '20240515',
      token: 'kept',
      testedAt: now - 4 * MINUTE,
      credits: { remaining: 24_650, raw: null, readAt: now - 4 * MINUTE },
      settings: { listFormat: 'json', rowBase: 'find' },
      creditsPerRecord: 1,
    },
  ];
}

const SHA = '3f9c81d0a21e'.padEnd(64, '0');

interface Draft {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly rows: number;
  readonly at: number;
  readonly practice?: boolean;
  readonly state?: ProjectState;
  readonly scored?: number;
  readonly refused?: number;
  readonly unknown?: number;
  readonly more?: Partial<ProjectView>;
}

/** A project of the history; done with its counts unless another state is given. */
export function project(draft: Draft): ProjectView {
  const { id, name, rows, at } = draft;
  const refused = draft.refused ?? 0;
  const unknown = draft.unknown ?? 0;
  const counts = { submitted: rows, scored: draft.scored ?? rows - refused - unknown, refused, unknown, unmatched: 0 };
  const body = { rows, bytes: Math.round(rows * 331), sha256: SHA, format: 'json' as const };
  const done: ProjectState = { at: 'done', body, remoteId: '8c1f2a70', attempt: 1, counts };
  return {
    id,
    version: 1,
    name,
    purpose: '',
    createdAt: at - 30 * MINUTE,
    changedAt: at,
    connection:
      draft.practice === true
        ? { id: PRACTICE, name: 'Practice', kind: 'practice' }
        : { id: LIVE, name: 'Fernhollow account', kind: 'live' },
    file: { name: draft.file, bytes: rows * 331, sha256: SHA },
    sheet: { name: 'Query 14', rows },
    state: draft.state ?? done,
    activity: null,
    notice: null,
    readiness: { ready: rows, thin: 0, refused: 0, leftOut: 0 },
    creditsCharged: draft.state === undefined && draft.practice !== true ? rows : null,
    processedAt: draft.state === undefined ? at : null,
    link: null,
    ...draft.more,
  };
}

const body = (rows: number) => ({ rows, bytes: 6_100_000, sha256: SHA, format: 'json' as const });

/** A list that is on its way: 11,244 of 18,432 rows sent. */
export function sending(now: number): ProjectView {
  return project({
    id: 'alumni',
    name: 'Alumni file 2026',
    file: 'alumni-full.csv',
    rows: 18_432,
    at: now - 5000,
    state: { at: 'adding', body: body(18_432), remoteId: '8c1f2a70', attempt: 1, phase: 'sending' },
    more: {
      activity: { kind: 'sending', done: 11_244, total: 18_432, unit: 'rows', startedAt: now - 91_000, note: null, nextAt: null },
      sheet: { name: '', rows: 18_432 },
    },
  });
}

/** A start whose answer never came. */
export function undecided(now: number): ProjectView {
  const at = now - 2 * DAY;
  return project({
    id: 'lapsed',
    name: 'Lapsed donors 2019–2023',
    file: 'lapsed.xlsx',
    rows: 9420,
    at,
    state: {
      at: 'needs-decision',
      question: 'start-unclear',
      choices: ['look-again', 'ask-again', 'it-happened', 'give-up'],
      answer: null,
      resume: {
        at: 'starting',
        body: body(9420),
        remoteId: '51d0c3aa',
        attempt: 1,
        phase: 'settling',
        statusBefore: 'created',
        asked: 1,
        refusal: null,
        looks: [],
      },
    },
  });
}

/** A draft whose rows were checked. */
export function checkedDraft(now: number): ProjectView {
  return project({
    id: 'fall',
    name: 'Fall appeal 2026',
    file: 'Fernhollow fall 2026.xlsx',
    rows: 10_240,
    at: now - 40 * MINUTE,
    state: { at: 'draft' },
    more: { readiness: { ready: 9318, thin: 688, refused: 234, leftOut: 0 } },
  });
}

/** The same draft before its columns are settled. */
export const newDraft = (now: number): ProjectView => ({ ...checkedDraft(now), readiness: null });

/** A practice run of yesterday with refused rows. */
export function gala(now: number): ProjectView {
  return project({
    id: 'gala',
    name: 'Spring gala guests, rehearsal',
    file: 'gala-guests.xlsx',
    rows: 2500,
    at: now - DAY,
    practice: true,
    refused: 61,
    unknown: 8,
  });
}

/** The fourteen projects of a history in use. */
export function history(now: number): ProjectView[] {
  const done = (id: string, name: string, file: string, rows: number, daysAgo: number, refused: number, practice = false) =>
    project({ id, name, file, rows, at: now - daysAgo * DAY, refused, practice });
  return [
    sending(now),
    checkedDraft(now),
    gala(now),
    undecided(now),
    done('october', 'October newsletter readers', 'newsletter-oct.xlsx', 9860, 21, 48),
    done('legacy', 'Planned giving society', 'legacy-members.xlsx', 1126, 39, 0),
    done('families', 'Grateful families, Q3', 'families-q3.csv', 4318, 52, 27),
    done('board', 'Board prospects 2026', 'board-list.ods', 212, 56, 0),
    done('sample', 'Sample workbook', 'sample-messy.xlsx', 2500, 57, 88, true),
    done('volunteers', 'Volunteers and hosts', 'volunteers.csv', 1874, 79, 24),
    done('summer', 'Summer camp parents', 'camp-parents.xlsx', 3390, 110, 12),
    done('members', 'Lapsed members, spring', 'members-lapsed.xlsx', 6044, 190, 31),
    done('concert', 'Concert subscribers', 'subscribers.csv', 7820, 230, 19),
    done('annual', 'Annual fund 2025', 'annual-fund-2025.xlsx', 12_006, 340, 66),
  ];
}

const HEADINGS: readonly (readonly [string, readonly string[], Target, Certainty, string, string | null])[] = [
  ['CnBio_ID', ['100482', '100517', '100533'], field('constituentId'), 'certain', 'known heading', 'Every value is different'],
  [
    'CnBio_First_Name',
    ['Marguerite', 'Desmond', 'Jane and John'],
    field('primaryFirst'),
    'certain',
    'known heading',
    '137 cells hold two people',
  ],
  ['CnBio_Last_Name', ['Ashdown', 'Okafor-Lyle', 'Pellegrin'], field('primaryLast'), 'certain', 'known heading', 'Filled in every row'],
  [
    'Spouse Name',
    ['Aldous Ashdown', '–', 'Dana Okafor'],
    { kind: 'split', splitter: 'spouseName' },
    'sure',
    'two words in nearly all',
    null,
  ],
  ['CnAdrPrf_Addrline1', ['14 Larkspur Ln', '220 Quarry Rd', '9 Mill St'], field('street'), 'certain', 'known heading', null],
  ['CnAdrPrf_City', ['Worcester', 'Nashua', 'Brockton'], field('city'), 'certain', 'known heading', 'Filled in 10,171 rows'],
  ['CnAdrPrf_State', ['MA', 'NH', 'MA'], field('state'), 'certain', 'known heading', 'All are states of the US'],
  ['CnAdrPrf_ZIP', ['1609', '03060', '2301'], field('postalCode'), 'certain', 'known heading', '412 lost the leading zero'],
  ['CnAdrPrf_ContryShrtDscription', ['United States', 'United States'], field('country'), 'certain', 'known heading', null],
  [
    'CnPh_1_01_Phone_number',
    ['m.ashdown@example.org', 'd.okafor@example.com'],
    field('personalEmail'),
    'sure',
    'looks like e-mail addresses',
    null,
  ],
  ['First Gift Amount', ['50', '25', '100'], field('rfmFirstGiftValue'), 'certain', 'known heading', null],
  [
    'First Gift Date',
    ['03/04/2009', '11/12/2014'],
    field('rfmFirstGiftDate'),
    'certain',
    'known heading',
    '03/04/2009 read as 4 March 2009',
  ],
  ['Last Gift Amount', ['1,250.00', '75.00'], field('rfmMostRecentGiftValue'), 'certain', 'known heading', null],
  [
    'Total Gifts',
    ['14', '3', '27', '1', '8'],
    field('rfmTotalGiftCount'),
    'likely',
    'Small whole numbers: read as a count. Some CRMs mean an amount.',
    null,
  ],
  ['Gift Officer', ['J. Castellan', 'R. Dunmore'], { kind: 'none' }, 'certain', 'known heading', 'Kept beside the scores'],
  ['Region', ['Central', 'North'], { kind: 'none' }, 'none', 'no field fits', null],
  ['Mailing Street', ['PO Box 118', '9 Orchard Ct'], field('street'), 'likely', 'looks like street addresses', null],
  ['Table', ['12', '4', '7'], { kind: 'none' }, 'none', 'no field fits', null],
];

function field(key: FieldKey): Target {
  return { kind: 'field', field: key };
}

/** Columns of a Raiser's Edge export; two of them want the same field. */
export function columns(): ColumnsView {
  const suggestions: ColumnSuggestion[] = HEADINGS.map(([header, samples, to, certainty, reason, remark], column) => ({
    column,
    header,
    samples: [...samples],
    filled: header === 'Mailing Street' ? 2306 : header === 'CnAdrPrf_Addrline1' ? 10_118 : 10_240,
    to,
    certainty,
    reason,
    alternatives: header === 'Total Gifts' ? [field('rfmTotalGiftValue')] : header === 'Mailing Street' ? [field('street2')] : [],
    remark,
    sensitive: false,
    provenOrder: null,
    provenDecimal: null,
  }));
  const plan: ColumnPlan[] = suggestions.map(({ column, to, certainty, header }) => ({
    column,
    to,
    settled: certainty === 'certain' || certainty === 'sure' || certainty === 'none',
    dateOrder: header.endsWith('Date') ? 'mdy' : null,
    decimal: 'point',
  }));
  return withProblems({
    headers: HEADINGS.map(([header]) => header),
    plan: {
      columns: plan,
      combinations: [],
      constants: [],
      cleaning: { ...STANDARD_CLEANING },
    },
    suggestions,
    system: { id: 'raisersEdge', name: "Raiser's Edge", known: 13, of: 18 },
    template: null,
    problems: [],
  });
}

/** The columns of a list whose dates can be read both ways. */
export function withOpenDates(view: ColumnsView): ColumnsView {
  const isDate = (column: number) => view.headers[column] === 'First Gift Date';
  return {
    ...view,
    plan: {
      ...view.plan,
      columns: view.plan.columns.map((own) => (isDate(own.column) ? { ...own, dateOrder: null, settled: false } : own)),
    },
    suggestions: view.suggestions.map((one) =>
      isDate(one.column)
        ? { ...one, certainty: 'likely', remark: 'Day and month can be read both ways: 03/04/2009 is read as 4 March 2009' }
        : one,
    ),
  };
}

/** What stands in the way, found anew as the application would. */
export function withProblems(view: ColumnsView): ColumnsView {
  const problems = planProblems(view.plan, view.headers);
  return { ...view, problems: problems.map((problem) => ({ ...problem, columns: [...problem.columns] })) };
}

/** The same rows out of a text file whose copy is gone. */
export const asText = (view: ImportView): ImportView => ({
  ...view,
  format: 'CSV',
  sheets: [{ name: 'fall', hidden: false, rows: view.rows }],
  sheet: 0,
  text: { encoding: 'windows-1252', delimiter: ';' },
  atHand: false,
});

/** The first rows of a sheet with a title above its header. */
export function imported(rows: number): ImportView {
  const header = HEADINGS.map(([heading]) => heading).slice(0, 9);
  const people = Array.from({ length: 6 }, (_, index) => person(index));
  return {
    format: 'Excel workbook',
    sheets: [
      { name: 'Read me', hidden: false, rows: 14 },
      { name: 'Query 14', hidden: false, rows },
      { name: 'Lookup', hidden: true, rows: 40 },
    ],
    sheet: 1,
    headerRow: 3,
    headerReason: 'Row 3 is the first one in which every cell is filled and no cell looks like a value.',
    rows,
    totalsRows: [rows + 4],
    firstRows: [
      { row: 1, cells: ['Fernhollow Foundation, fall appeal 2026', '', '', '', '', '', '', '', ''] },
      { row: 2, cells: ['', '', '', '', '', '', '', '', ''] },
      { row: 3, cells: header },
      ...people.map((one, index) => ({
        row: index + 4,
        cells: [one.id, one.first, one.last, one.spouse, one.street, one.city, one.state, one.zip, 'United States'],
      })),
    ],
    lastRows: [
      ...Array.from({ length: 4 }, (_, index) => ({ row: rows + index, one: person(index + 2) })).map(({ row, one }) => ({
        row,
        cells: [one.id, one.first, one.last, one.spouse, one.street, one.city, one.state, one.zip, 'United States'],
      })),
      { row: rows + 4, cells: ['Total', '', '', '', '', '', '', `${rows}`, ''] },
    ],
    text: null,
    atHand: true,
    notes: ['One row at the end looks like totals and is left out: row 10,244.', '3 hidden columns are read like the others.'],
  };
}

const FIRST = [
  'Marguerite',
  'Cornelius',
  'Solveig',
  'Beatrix',
  'Desmond',
  'Imogen',
  'Tobias',
  'Anneliese',
  'Jonah',
  'Winifred',
  'Rafael',
  'Delphine',
  'Priya',
  'Hiroshi',
];
const LAST = [
  'Ashdown',
  'Baptiste',
  'Maddox',
  'Holloway',
  'Okafor-Lyle',
  'Castellan',
  'Wexford',
  'Vogt',
  'Pellegrin',
  'Osei',
  'Dunmore',
  'Marchetti',
  'Raman',
  'Tanabe',
];
const STREETS = ['Larkspur Ln', 'Harbor View', 'Tannery Ln', 'Old Post Rd', 'Beacon Hill Ct', 'Alder St Apt 6', 'Millrace Rd'];
const PLACES: readonly (readonly [string, string, string])[] = [
  ['Worcester', 'MA', '01609'],
  ['New Bedford', 'MA', '02740'],
  ['Portland', 'ME', '04101'],
  ['Concord', 'NH', '03301'],
  ['Nashua', 'NH', '03060'],
  ['Providence', 'RI', '02903'],
  ['Burlington', 'VT', '05401'],
];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** A made-up person; the same number is always the same person. */
export function person(index: number) {
  const first = pick(FIRST, index * 5 + Math.floor(index / 14));
  const last = pick(LAST, index * 3 + Math.floor(index / 9));
  const [city, state, zip] = pick(PLACES, index * 2 + Math.floor(index / 7));
  return {
    id: String(100_482 + index * 17),
    first,
    last,
    spouse: index % 4 === 1 ? `${pick(FIRST, index + 6)} ${last}` : '',
    street: `${(index * 37) % 980} ${pick(STREETS, index)}`,
    city,
    state,
    zip: index % 23 === 5 ? zip.slice(1) : zip,
    email: index % 54 === 9 ? `${last.toLowerCase()}@` : `${first[0]?.toLowerCase()}.${last.toLowerCase()}@example.org`,
  };
}

/** The answer to a single screening, with leaves under several parts. */
export function answer(index: number, record: Readonly<Record<string, string>> = {}) {
  const one = person(index);
  const profile = {
    id: `prf-${7000 + index}`,
    primaryFirst: record['primaryFirst'] ?? one.first,
    primaryLast: record['primaryLast'] ?? one.last,
    city: record['city'] ?? one.city,
    state: record['state'] ?? one.state,
    mostRecentScore: {
      dateScored: '2026-11-19',
      overallRating: 3.6,
      scoreDetails: { propensityRating: 4, affinityRating: 3, capacityRating: 4, capacityValue: 412_000, confidenceOfMatch: 92 },
      rfmDetails: { rfmScore: 3, recency: 4, frequency: 3, monetary: 3 },
      plannedGivingDetails: { score: 3, bequest: true, annuity: false },
    },
    pendingScore: null,
  };
  const leaves: { key: string; title: string; value: string }[] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
      return;
    }
    const last = path.at(-1) ?? '';
    const title = last.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());
    leaves.push({ key: path.join('.'), title, value: value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value) });
  };
  walk(profile, []);
  return { leaves, json: JSON.stringify(profile, null, 2) };
}
