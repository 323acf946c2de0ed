/** An invented write back: 2,431 scored, 2,371 pass, and an export in which some values did not arrive. */
import type { Output, Parsed } from '../../shared/contract/index.ts';
import type { Proof, ProofPerson } from '../../shared/write-back/index.ts';
import { LAYOUTS } from '../../shared/results/index.ts';
import { noneHeldBack } from '../../shared/write-back/index.ts';

const LAYOUT = LAYOUTS.find(({ id }) => id === 'raisers-edge')!;
const IDS = ['100726', '101402', '100958', '100671', '100804', '100759', '100561', '100742', '101140', '101533', '101016'];
const NAMES = ['Marguerite Ashdown', 'Ines Calloway', 'Silas Drummond', 'Cornelius Baptiste', 'Beatrix Holloway', 'Winifred Osei', 'Tobias Wexford', 'Delphine Marchetti', 'Hollis Ferreira', 'Ruth Abernathy', 'Edmund Vail']; // prettier-ignore
const TOO_LONG = { title: 'CAttrCom', text: 'Property and giving elsewhere, business and a family foundation', most: 50 };
const SCORE_KEYS = ['mostRecentScore.scoreDetails.capacityRating', 'mostRecentScore.scoreDetails.propensityRating', 'mostRecentScore.scoreDetails.affinityRating', 'mostRecentScore.overallScore']; // prettier-ignore
const TITLES = ['DS Capacity', 'DS Propensity', 'DS Affinity', 'DS Overall'];

export const plan = ({ layoutId, draft, held }: Parsed<'writeBack.plan'>): Output<'writeBack.plan'> => ({
  layout: draft ?? LAYOUTS.find(({ id }) => id === layoutId) ?? LAYOUT,
  people: 2431,
  heldBack: { ...noneHeldBack(), sameId: 4, noScore: 23, tooLong: 33 },
  reviewed: { right: 62, acceptAt: 90 },
  emptyColumns: [],
  lines: 9484,
  values: 9484,
  valueTitles: TITLES,
  scores: TITLES.map((title, at) => ({ key: SCORE_KEYS[at]!, title })),
  unknownWords: [],
  problem: null,
  headings: LAYOUT.columns.map(({ title }) => title),
  firstLines: ['Principal', 'Very likely', 'Close', '3.8', 'Principal'].map((word, at) => [
    at === 4 ? '100671' : '100726',
    TITLES[at % 4]!,
    word,
    '11/24/2026',
    'Wealth screening',
  ]),
  held:
    held === null
      ? []
      : IDS.slice(0, held.reason === 'sameId' ? 4 : 11).map((id, at) => ({
          row: at * 17 + 2,
          id,
          name: NAMES[at]!,
          tooLong: held.reason === 'tooLong' ? [TOO_LONG] : [],
        })),
});

export const PROOF: Proof = {
  layout: LAYOUT,
  columns: null,
  titles: {},
  file: 'Attributes export.csv',
  at: Date.UTC(2026, 10, 25, 15, 40),
  madeAt: null,
  writtenAt: null,
  people: 2371,
  values: 9484,
  counts: {
    there: { values: 9246, people: 2270 },
    missing: { values: 164, people: 41 },
    cut: { values: 38, people: 38 },
    different: { values: 24, people: 19 },
    elsewhere: { values: 12, people: 3 },
  },
  valueTitles: TITLES,
  notCompared: [],
  cuts: [{ title: 'DS Capacity', most: 30, values: 38 }],
  choices: {},
};

const WROTE = ['Principal', 'Very likely', 'Close', '3.8'];
const PEOPLE: readonly ProofPerson[] = NAMES.map((name, at): ProofPerson => {
  const state = at < 3 || at === 10 ? 'missing' : at < 5 ? 'cut' : at < 8 ? 'different' : 'elsewhere';
  const all = state === 'missing' || state === 'elsewhere' ? WROTE : ['Property and giving elsewhere and business'];
  const found = { missing: '', cut: 'Property and giving elsewhere', different: 'Major', elsewhere: '101187', there: '' }[state];
  return { row: at * 17 + 2, id: IDS[at]!, name, state, values: all.map((wrote, value) => ({ value, state, wrote, found })) };
});

export const proofPage = ({ state, find }: Parsed<'proof.page'>): Output<'proof.page'> => {
  const people = PEOPLE.filter((one) => (state === null || one.state === state) && one.name.toLowerCase().includes(find.toLowerCase()));
  return { total: people.length, people };
};
