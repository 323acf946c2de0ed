/** The report about the invented screening, which the program computes from the invented answers, with stored settings. */
import type { Output, Parsed, ProjectView } from '../../shared/contract/index.ts';
import { reportOf } from '../../shared/report/index.ts';
import { CAPACITY, RESULTS } from './results-fixtures.ts';
import { MATRIX, OFFICERS } from './ratings-fixtures.ts';
import { since } from './comparison-fixtures.ts';
import { person } from './people-fixtures.ts';

type Settings = Output<'report.get'>['settings'];

/** The review with the verdicts of the invented match bands, in place of those of the invented queue. */
function checkedByHand(review: Output<'review.get'>): Output<'review.get'> {
  const sum = (of: (band: (typeof review)['bands'][number]) => number) => review.bands.reduce((all, band) => all + of(band), 0);
  const right = sum((band) => band.right);
  const wrong = RESULTS.judgedWrong;
  return { ...review, verdicts: { right, wrong, unsure: sum((band) => band.verdicts) - right - wrong } };
}

export function reportAnswers(now: number, earlier: ProjectView | undefined, review: () => Output<'review.get'>) {
  let settings: Settings = { hidden: [], paper: 'letter', names: false, subtitle: null, steps: null };
  return {
    'report.get': (): Output<'report.get'> => ({
      settings,
      report: reportOf({
        project: {
          name: 'Year-end appeal 2026',
          purpose: 'Ask amounts for the year-end appeal',
          list: 'Query 14.xlsx',
          screenedAt: now,
          isPractice: false,
          connection: 'Fernhollow account',
          creditsSpent: 2500,
          creditsCompared: 0,
          creditsLeft: 3809,
          creditsSaved: 14,
          notChosen: 0,
          unchanged: 0,
        },
        settings,
        results: RESULTS,
        capacity: CAPACITY,
        order: null,
        bands: MATRIX,
        matrix: MATRIX,
        distribution: null,
        officers: OFFICERS,
        matches: [1402, 781, 248],
        review: checkedByHand(review()),
        since: earlier === undefined ? null : since([earlier], 'mostRecentScore.overallScore'),
        proof: null,
        names: settings.names
          ? Array.from({ length: 20 }, (_, at) => ({
              name: `${person(at).first} ${person(at).last}`,
              place: 'Worcester, MA',
              capacity: 3_120_000 - at * 90_000,
              rating: 'A Principal',
              officer: at % 3 === 0 ? '' : 'J. Castellan',
            }))
          : null,
      }),
    }),
    'report.save': (input: Parsed<'report.save'>): Output<'report.save'> => {
      ({ settings } = input);
      return {};
    },
  };
}
