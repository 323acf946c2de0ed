/** Invented people. All their details derive from a number. */

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

/** An invented person; the same number is always the same person. */
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

/** The answer to a single screening, with leaves under several parts. `isPending`: newer scores are being calculated. */
export function answer(index: number, record: Readonly<Record<string, string>> = {}, isPending = false) {
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
    pendingScore: isPending ? { status: 'processing' } : null,
  };
  const values: { key: string; title: string; value: string }[] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
      return;
    }
    const last = path.at(-1) ?? '';
    const title = last
      .replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
      .replace(/^./, (letter) => letter.toUpperCase())
      .replace('Rfm', 'RFM');
    values.push({ key: path.join('.'), title, value: value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value) });
  };
  walk(profile, []);
  return { values, json: JSON.stringify(profile, null, 2) };
}
