/** Computes the report. The page, the PDF, the sheet and the terminal show its numbers and texts, and compute none themselves. */
import { countText, numberText } from '../base/index.ts';
import { orderResultSentences } from '../order/index.ts';
import { type Rating, stepText } from '../ratings/index.ts';
import { capacityColumn, CHANGE_TEXTS, MATCH_STEPS, ratedColumn } from '../results/index.ts';
import { precisionOf } from '../review/index.ts';
import { sinceSentence, sinceTitle } from '../view-texts/index.ts';
import { matrixRatings } from './choices.ts';
import type { ReportFacts, ReportLine, ReportView } from './facts.ts';
import { bandName, shortBounds, shortMoney } from './numbers.ts';
import { newerNumbers, suggestedSteps, topWords } from './steps.ts';

type Bands = NonNullable<ReportView['capacity']>['bands'];

const people = (count: number) => countText(count, 'person', 'people');
const line = (label: string, value: number): ReportLine => ({ label, value });
/** Lines with a value above zero. */
const filled = (lines: readonly ReportLine[]): ReportLine[] => lines.filter(({ value }) => value > 0);
const sumOf = (bands: Bands) =>
  bands.reduce((all, { people: count, sum }) => ({ people: all.people + count, sum: all.sum + sum }), { people: 0, sum: 0 });

/** The rating of the capacity, if it has bands of amounts. */
function capacityRating({ results: { columns, ratings } }: ReportFacts): Extract<Rating, { kind: 'bands' }> | null {
  const capacity = capacityColumn(columns.map(({ key }) => key));
  const found = ratings.find(({ column }) => column === capacity);
  return found?.kind === 'bands' ? found : null;
}

/** The amounts of a band: "$250K+", "under $25K". */
function detailOf({ steps }: Extract<Rating, { kind: 'bands' }>, text: string): string {
  const at = steps.findIndex((step) => stepText(step) === text);
  const [step, above] = [steps[at], steps[at - 1]];
  if (step === undefined) return '';
  return step.from > 0 || above === undefined ? `${shortBounds.from(step.from)}+` : `under ${shortBounds.to(above.from)}`;
}

function capacityOf(facts: ReportFacts): ReportView['capacity'] {
  const rating = capacityRating(facts);
  const { capacity: groups, bands: rated } = facts;
  if (rating !== null && rated !== null) {
    const bands = rated.rows.map(({ text, people: count, sum }) => ({
      label: text === '' ? 'No capacity' : text,
      detail: detailOf(rating, text),
      people: count,
      sum,
    }));
    return { title: 'Capacity by our ratings', notes: [], bands, all: sumOf(bands) };
  }
  if (groups === null) return null;
  const bands = [
    ...groups.bands.map((band) => ({ label: bandName(groups, band, shortBounds), detail: '', people: band.rows, sum: band.sum })),
    ...(groups.without > 0 ? [{ label: 'No capacity', detail: '', people: groups.without, sum: 0 }] : []),
  ];
  const title = groups.by === 'equal' ? 'Capacity in five groups of equal size' : 'Capacity by range';
  return { title, notes: [], bands, all: sumOf(bands) };
}

function matrixOf({ matrix, results }: ReportFacts): ReportView['matrix'] {
  const keys = matrixRatings(results);
  if (matrix === null || keys === null) return null;
  const titleOf = (key: string) => results.ratings.find(({ column }) => column === ratedColumn(key))?.title ?? '';
  const isNamed = ({ text }: { readonly text: string }) => text !== '';
  const cells = matrix.cells
    .filter((_, row) => isNamed(matrix.rows[row]!))
    .map((row) => row.filter((_, column) => isNamed(matrix.columns[column]!)).map(({ people: count, sum }) => ({ people: count, sum })));
  const here = cells.flat().reduce((all, cell) => all + cell.people, 0);
  const without = matrix.all.people - here;
  const hasSums = capacityColumn(results.columns.map(({ key }) => key)) !== null;
  return {
    title: `${titleOf(keys.rows)} by ${titleOf(keys.columns).toLowerCase()}`,
    notes: [
      hasSums ? 'People in each cell; darker is more capacity.' : 'People in each cell; darker is more people.',
      ...(without === 0
        ? []
        : [`${numberText(without)} without a rating ${without === 1 ? 'is' : 'are'} not shown: ${numberText(here)} here.`]),
    ],
    rows: matrix.rows.filter(isNamed).map(({ text }) => text),
    columns: matrix.columns.filter(isNamed).map(({ text }) => text),
    cells,
    hasSums,
  };
}

function distributionOf({ matrix, distribution }: ReportFacts): ReportView['distribution'] {
  if (matrix !== null || distribution === null) return null;
  const { title, found } = distribution;
  if (found.bars.length === 0) return null;
  return {
    title,
    notes: found.empty === 0 ? [] : [`${people(found.empty)} without a value.`],
    lines: found.bars.map(({ label, rows, from, to }) =>
      line(from === null || to === null ? label : from === to ? numberText(from) : `${numberText(from)} to ${numberText(to)}`, rows),
    ),
  };
}

function sentOf({ project: { notChosen, unchanged }, results: { counts, leftOut }, order }: ReportFacts): NonNullable<ReportView['sent']> {
  const { submitted, scored, refused, unknown } = counts;
  const later = notChosen === 0 ? '' : `, ${numberText(notChosen)} of them not chosen this time`;
  return {
    title: 'Sent and scored',
    notes: [
      ...(leftOut === 0
        ? []
        : [
            `Of ${countText(submitted + leftOut, 'row')} in the list, ${numberText(leftOut)} ${leftOut === 1 ? 'was' : 'were'} left out before sending${later}.`,
          ]),
      ...(unchanged === 0
        ? []
        : [
            `${people(unchanged)} of these ${unchanged === 1 ? 'has' : 'have'} not changed since an earlier screening. ${unchanged === 1 ? 'That score is' : 'Their earlier scores are'} not in this report; a workbook with earlier scores has them in Top prospects and Summary.`,
          ]),
      ...orderResultSentences(order, shortMoney).map((sentence) => `${sentence}.`),
    ],
    lines: [line('Scored', scored), ...filled([line('Not accepted', refused), line('No result', unknown)])],
    all: line('Sent', submitted),
  };
}

/** How often the matches of a step were right, according to the verdicts. */
function checkedText({ text, right, verdicts }: ReportFacts['review']['bands'][number]): string[] {
  if (verdicts === 0) return [];
  const range = precisionOf(right, verdicts);
  const share = range === null ? '' : `: ${range.share}%, between ${range.low} and ${range.high}%`;
  return [`${text}: ${numberText(right)} of ${numberText(verdicts)} right${share}.`];
}

function matchOf({ matches, review, results }: ReportFacts): ReportView['match'] {
  const { right, wrong, unsure } = review.verdicts;
  const checked = right + wrong + unsure;
  const { scored } = results.counts;
  const { judgedWrong } = results;
  const notes = [
    ...(checked === 0
      ? ['No match was checked by hand.']
      : [`${numberText(checked)} checked by hand: ${numberText(right)} right, ${numberText(wrong)} wrong, ${numberText(unsure)} unsure.`]),
    ...review.bands.flatMap(checkedText),
    ...(judgedWrong === 0
      ? []
      : [
          `The wrong ${judgedWrong === 1 ? 'one is' : 'ones are'} not in any total: ${numberText(scored)} − ${numberText(judgedWrong)} = ${numberText(scored - judgedWrong)}.`,
        ]),
  ];
  if (matches === null) return checked === 0 ? null : { title: 'Matches', notes, lines: [] };
  const without = scored - judgedWrong - matches.reduce((sum, count) => sum + count, 0);
  const lines = MATCH_STEPS.map(({ word, text }, at) => line(`${word.charAt(0).toUpperCase()}${word.slice(1)}, ${text}`, matches[at] ?? 0));
  return { title: 'Match quality', notes, lines: [...lines, ...filled([line('No number', without)])] };
}

function sinceOf({ since }: ReportFacts): ReportView['since'] {
  if (since === null || since.lists.length === 0) return null;
  const { counts, title, unread, withoutId } = since;
  const { higher, lower, same, changed, noValue } = counts;
  return {
    title: sinceTitle(since),
    notes: [
      `By ${title}. ${sinceSentence(since)}`,
      ...(withoutId === 0 ? [] : [`${people(withoutId)} without an ID cannot be compared.`]),
      ...(unread === 0
        ? []
        : [`${countText(unread, 'earlier list')} could not be read, because ${unread === 1 ? 'its file is' : 'their files are'} damaged.`]),
    ],
    lines: [
      line('Higher', higher),
      line('Lower', lower),
      line('The same', same),
      ...filled([
        line(CHANGE_TEXTS.changed, changed),
        line('Without a value now or before', noValue),
        line('Not screened before', counts.new),
      ]),
    ],
  };
}

function creditsOf(facts: ReportFacts, top: number): ReportView['credits'] {
  const { creditsSpent, creditsCompared, creditsLeft, creditsSaved } = facts.project;
  if (creditsSpent === null) return null;
  return {
    title: 'Credits',
    notes: [],
    lines: [
      line('Spent', creditsSpent),
      ...filled([line('Of these, to compare two settings', creditsCompared)]),
      ...filled([line('Saved before sending', creditsSaved)]),
      ...(top === 0 ? [] : [line(top === 1 ? 'For the person at the top' : `For each of the ${numberText(top)}`, creditsSpent / top)]),
      ...(creditsLeft === null ? [] : [line('Left after that', creditsLeft)]),
    ],
  };
}

function figuresOf(facts: ReportFacts, capacity: ReportView['capacity'], top: number): ReportView['figures'] {
  const { officers, results, project } = facts;
  const nobody = officers?.officers.find(({ name }) => name === '')?.top ?? 0;
  const isKnown = project.creditsSpent !== null && top > 0;
  const of = numberText(top);
  return [
    ...(capacity === null ? [] : [{ ...line(`capacity of ${people(capacity.all.people)}`, capacity.all.sum), isMoney: true }]),
    ...(top === 0 ? [] : [{ ...line(`${top === 1 ? 'person' : 'people'} ${topWords(officers)}`, top), isMoney: false }]),
    ...(top === 0 || results.officer === null
      ? []
      : [
          {
            ...line(top === 1 ? 'without an officer' : `of these ${of} ${nobody === 1 ? 'has' : 'have'} no officer yet`, nobody),
            isMoney: false,
          },
        ]),
    ...(isKnown
      ? [
          {
            ...line(
              `${project.creditsSpent === top ? 'credit' : 'credits'} spent for ${top === 1 ? 'this person' : `each of the ${of}`}`,
              project.creditsSpent / top,
            ),
            isMoney: false,
          },
        ]
      : []),
  ];
}

export function reportOf(facts: ReportFacts): ReportView {
  const { project, results, settings, officers, names } = facts;
  const { submitted, scored } = results.counts;
  const top = officers?.least == null ? 0 : officers.all.top;
  const capacity = capacityOf(facts);
  const suggested = suggestedSteps(facts);
  const of = project.isPractice ? 'the practice service on this computer' : project.connection;
  const report: ReportView = {
    name: project.name,
    subtitle: settings.subtitle ?? project.purpose,
    screenedAt: project.screenedAt,
    isPractice: project.isPractice,
    intro: [
      `${people(submitted)} of the list “${project.list}” ${submitted === 1 ? 'was' : 'were'} screened by ${of}. ${numberText(scored)} ${scored === 1 ? 'has' : 'have'} scores.`,
    ],
    figures: figuresOf(facts, capacity, top),
    capacity,
    matrix: matrixOf(facts),
    distribution: distributionOf(facts),
    sent: sentOf(facts),
    match: matchOf(facts),
    since: sinceOf(facts),
    credits: creditsOf(facts, top),
    steps: settings.steps?.texts ?? suggested,
    suggested,
    newer: newerNumbers(settings.steps, suggested),
    names,
    foot: `${project.isPractice ? 'Rehearsal: these scores are made up. ' : ''}Not for decisions on credit, insurance or employment. Mailings must not reveal presumed wealth.`,
  };
  return report;
}

/** The report as it is shown: without the parts that the user left out. */
export function shownReport(report: ReportView, hidden: readonly string[]): ReportView {
  const isHidden = new Set(hidden);
  const part = <T>(name: string, value: T): T | null => (isHidden.has(name) ? null : value);
  return {
    ...report,
    capacity: part('capacity', report.capacity),
    matrix: part('matrix', report.matrix),
    distribution: part('matrix', report.distribution),
    sent: part('sent', report.sent),
    match: part('match', report.match),
    since: part('since', report.since),
    credits: part('credits', report.credits),
    steps: isHidden.has('credits') ? [] : report.steps,
  };
}

/** The note about names in the footer. */
export const namesNote = ({ names }: Pick<ReportView, 'names'>): string =>
  names === null ? 'No names on this page' : `With ${countText(names.length, 'name')}`;
