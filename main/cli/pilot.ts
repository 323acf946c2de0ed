/** `desk pilot`: the results of a finished pilot, before the others are sent. Nothing is sent or charged. */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import type { PilotView, ProjectView } from '../../shared/contract/index.ts';
import { fieldOf } from '../../shared/fields/index.ts';
import { PILOT_READINESS, pilotTexts } from '../../shared/order/index.ts';
import { canSendFrom, sentRestOf } from '../../shared/project/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';

const LAST_COLUMNS = ['strong', 'fair', 'weak', 'scored', 'refused', 'unknown', 'people'] as const;

function refusalLines({ refusals }: PilotView): string[][] {
  return refusals.map(({ message, field, rule, rows, by }) => [
    `${field === null ? '' : `${fieldOf(field).label}: `}${message}`,
    numberText(rows),
    (Object.keys(PILOT_READINESS) as (keyof typeof PILOT_READINESS)[])
      .filter((one) => by[one] > 0)
      .map((one) => `${numberText(by[one])} ${PILOT_READINESS[one].toLowerCase()}`)
      .join(', '),
    rule ?? '',
  ]);
}

function knownLines({ knownPeople }: PilotView): string[][] {
  return knownPeople.map(({ name, row, what, outcome, percentile, reason, isDoubtful }) => [
    name === '' ? `row ${row}` : name,
    what,
    percentile === null ? '' : String(percentile),
    outcome === 'refused'
      ? `not accepted: ${reason}`
      : percentile === null
        ? outcome === 'scored'
          ? 'no number'
          : 'no result'
        : isDoubtful
          ? 'gives in the top tenth'
          : '',
  ]);
}

/** `others`: a text about the people who were not in the pilot. */
function pilotText(pilot: PilotView, others: string, width: number): string {
  const { people, chosen, known, seed, scored, refused, unknown, refusals, quality, columns, knownPeople, rankColumns, rankedBy } = pilot;
  const empty = columns.filter(({ filled }) => filled === 0).map(({ title }) => title);
  const ranked = rankColumns.find(({ key }) => key === rankedBy)?.title ?? 'no number';
  const further = pilotTexts.furtherReasons(refused, refusals);
  return [
    `${numberText(chosen)} of ${countText(people, 'person', 'people')}: ${numberText(chosen - known)} drawn (seed ${seed}), ${numberText(known)} you know.\n${numberText(scored)} scored, ${numberText(refused)} not accepted${unknown === 0 ? '' : `, ${numberText(unknown)} without a result`}.`,
    ...(refusals.length === 0
      ? []
      : [table(['Not accepted because', 'People', 'Readiness', 'Rule of the check'], refusalLines(pilot), width)]),
    ...(further === null ? [] : [`${further}.`]),
    table(
      ['Readiness', 'Strong', 'Fair', 'Weak', 'No number', 'Not accepted', 'No result', 'People'],
      quality.map((one) => [PILOT_READINESS[one.readiness], ...LAST_COLUMNS.map((key) => numberText(one[key]))]),
      width,
    ),
    ...(empty.length === 0 || scored === 0 ? [] : [`Empty for everyone: ${empty.join(', ')}.`]),
    ...(knownPeople.length === 0 ? [] : [table(['You know', 'What you know', `Percentile by ${ranked}`, ''], knownLines(pilot), width)]),
    others,
  ].join('\n\n');
}

/** A text about the people who were not in the pilot. `projects`: all projects of the data folder. */
function othersText({ people, chosen, expected }: PilotView, project: ProjectView, projects: readonly ProjectView[]): string {
  const others = people - chosen;
  if (others === 0) return 'Everyone who can be sent was in the pilot.';
  const rest = sentRestOf(project.id, projects);
  if (rest !== undefined) return `In “${rest.name}” ${pilotTexts.othersAre(others)}.`;
  const next = canSendFrom(project, 'rest')
    ? `“desk rest” sends ${pilotTexts.others(others)}.`
    : pilotTexts.othersElsewhere(others, project.held !== null);
  return `${pilotTexts.expected(expected, others)} ${next}`;
}

/**
 * The key of the score column with this title or path.
 * @throws USAGE
 */
export function rankColumn(columns: PilotView['rankColumns'], wanted: string): string {
  const column = columns.find(({ key, title }) => key === wanted || title.toLowerCase() === wanted.toLowerCase());
  if (column === undefined) throw new AppError('USAGE', `--rank-by “${wanted}”: no score column with numbers has this title or path.`);
  return column.key;
}

/** Returns the exit code. */
export async function pilot(call: Call, output: Output, desk: Desk): Promise<number> {
  const project = await desk.project(call.words[0]!);
  const { id } = project;
  const wanted = call.values['rank-by'] ?? null;
  const get = async (rankBy: string | null) => {
    const view = await desk.call('results.pilot', { id, rankBy });
    if (view === null) throw new AppError('NOT_NOW', 'This list had no pilot.');
    return view;
  };
  let view = await get(null);
  if (wanted !== null) view = await get(rankColumn(view.rankColumns, wanted));
  const others = othersText(view, project, await desk.call('projects.list', {}));
  output.result({ ok: true, project: id, ...view }, pilotText(view, others, output.widths.result));
  return EXIT.done;
}
