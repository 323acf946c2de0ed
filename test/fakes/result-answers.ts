/** The answers of the fake desk about results, ratings, layouts and proofs. */
import { layoutsWith } from '../../shared/results/layouts.ts';
import { ORDER_RESULTS } from './best-fixtures.ts';
import type { Answers } from './answers.ts';
import * as comparisons from './comparison-fixtures.ts';
import { PILOT } from './pilot-fixtures.ts';
import * as ratings from './ratings-fixtures.ts';
import * as results from './results-fixtures.ts';
import * as writeBack from './write-back-fixtures.ts';

/** Notes that keep what was saved. */
export function notesAnswers(): Pick<Answers, 'notes.get' | 'notes.save'> {
  const kept = new Map<string, { readonly note: string; readonly nextStep: string }>();
  const first = {
    note: 'Met at the library opening in May. Asked twice about the chemistry wing.',
    nextStep: 'Ask for a visit before Dec 15',
  };
  return {
    'notes.get': ({ id, row }) => kept.get(`${id} ${row}`) ?? first,
    'notes.save': ({ id, row, ...notes }) => {
      kept.set(`${id} ${row}`, notes);
      return {};
    },
  };
}

export const RESULT_ANSWERS: Answers = {
  'results.get': results.RESULTS,
  'results.page': results.resultPage,
  'results.distribution': results.distribution,
  'results.capacity': results.CAPACITY,
  'results.pilot': PILOT,
  'results.pilotComparison': null,
  'results.order': ORDER_RESULTS,
  'results.matrix': ratings.MATRIX,
  'results.officers': ratings.OFFICERS,
  'ratings.basis': ratings.BASIS,
  'ratings.count': ({ rating: { steps } }) => ({ people: [...steps.map((_, at) => 40 * (at + 1)), 0, 23] }),
  'ratings.save': {},
  'ratings.remove': {},
  'officers.choose': {},
  'officers.assign': ({ people }) => ({ people }),
  'officers.undo': { people: 1 },
  'results.sum': ({ selection: { chosen, filters } }) => ({
    // The three steps of the match quality add up to the scored rows; the others are the top group.
    rows: chosen?.rows.length ?? { 90: 1402, 70: 781, 1000000: 38 }[String(filters[0]?.kind === 'range' ? filters[0].min : '')] ?? 248,
    sum: 350_000 * (chosen?.isExcept === false ? chosen.rows.length : 2431),
  }),
  'results.person': ({ row }) => results.personView(row),
  'results.comparePage': comparisons.comparePage,
  'results.openLink': ({ row, confirmedHost }) => ({
    state: confirmedHost === null ? 'confirm' : 'page',
    host: 'profiles.example.org',
    address: `https://profiles.example.org/p/${3998 + row}`,
  }),
  'results.arrange': results.RESULTS,
  'results.orderJoin': { ...results.ORDER_JOIN, state: 'none', pairs: [] },
  'results.export': ({ id }) => ({ ...results.EXPORT, projectId: id, download: 'token' }),
  'segments.list': results.SEGMENTS,
  'segments.save': ({ name, filters, find }) => [...results.SEGMENTS, { id: 'saved', name, filters, find, rows: 1216 }],
  'segments.remove': results.SEGMENTS,
  'layouts.list': layoutsWith([]),
  'layouts.save': ({ layout }) => layoutsWith([layout]),
  'writeBack.plan': writeBack.plan,
  'writeBack.save': ({ id }) => ({ ...results.EXPORT, projectId: id, location: 'attributes.csv' }),
  'proof.get': null,
  'proof.run': writeBack.PROOF,
  'proof.columns': [],
  'proof.choose': writeBack.PROOF,
  'proof.page': writeBack.proofPage,
  'proof.repair': ({ id }) => ({ ...results.EXPORT, projectId: id, location: 'repair.csv' }),
  'proof.save': ({ id }) => ({ ...results.EXPORT, projectId: id, location: 'proof.xlsx' }),
  'exports.reveal': {},
  'exports.cancel': {},
};
