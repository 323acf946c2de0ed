/**
 * `desk compare-pilot`: sends the people of a pilot again with a second connection or other settings, after a confirmation, and shows both
 * results side by side.
 */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import type { PilotComparisonView, ScorePreset } from '../../shared/contract/index.ts';
import { comparedPilot } from '../../shared/project/index.ts';
import { estimatedCredits } from '../../shared/rows/index.ts';
import { scoreSettingsText } from '../../shared/view-texts/index.ts';
import type { Call } from './arguments.ts';
import { confirm } from './confirm.ts';
import type { Desk } from './desk.ts';
import { follow, isSettled } from './follow.ts';
import { report } from './outcome.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { rankColumn } from './pilot.ts';
import { scoreSettingsOf } from './score-settings.ts';

const COUNTS = [
  ['scored', 'Scored'],
  ['refused', 'Not accepted'],
  ['unknown', 'Without a result'],
  ['strong', 'Strong matches'],
  ['fair', 'Fair matches'],
  ['weak', 'Weak matches'],
] as const;

const percent = (value: number | null) => (value === null ? '' : String(value));

function comparisonText(view: PilotComparisonView, presets: readonly ScorePreset[], width: number): string {
  const { ways, counts, columns, differs, biggest, knownPeople, rankedBy, rankColumns, scoredOnce } = view;
  const heads = ways.map(
    ({ connection, scoreConfiguration }, at) =>
      `${at === 0 ? 'A, the pilot' : 'B'}: ${connection.name}, ${scoreSettingsText(scoreConfiguration, presets)}`,
  );
  const spent = ways.map(({ credits, isPractice }) => (isPractice ? 'none' : credits === null ? 'not known' : numberText(credits)));
  const unequal = columns.filter(({ filled: [first, second] }) => first !== second || first < counts[0].scored);
  const ranked = rankColumns.find(({ key }) => key === rankedBy)?.title;
  return [
    heads.join('\n'),
    table(
      ['', 'A', 'B'],
      [...COUNTS.map(([key, name]) => [name, numberText(counts[0][key]), numberText(counts[1][key])]), ['Credits', ...spent]],
      width,
    ),
    ...(scoredOnce[0] + scoredOnce[1] === 0
      ? []
      : [`Scored only in A: ${numberText(scoredOnce[0])}. Scored only in B: ${numberText(scoredOnce[1])}.`]),
    ...(unequal.length === 0
      ? []
      : [
          table(
            ['Score column', 'Filled in A', 'Filled in B'],
            unequal.map(({ title, filled }) => [title, numberText(filled[0]), numberText(filled[1])]),
            width,
          ),
        ]),
    ...(ranked === undefined
      ? []
      : [
          `${ranked}: ${numberText(differs.higher)} higher in B, ${numberText(differs.lower)} lower, ${numberText(differs.same)} the same.`,
          ...(biggest.length === 0
            ? []
            : [
                table(
                  ['Differs most', 'A', 'B', 'Percentile in A', 'In B'],
                  biggest.map(({ name, row, numbers, percentiles }) => [
                    name === '' ? `row ${row}` : name,
                    ...numbers.map(numberText),
                    ...percentiles.map(percent),
                  ]),
                  width,
                ),
              ]),
          ...(knownPeople.length === 0
            ? []
            : [
                table(
                  ['You know', 'What you know', 'Percentile in A', 'In B'],
                  knownPeople.map(({ name, row, what, percentiles }) => [
                    name === '' ? `row ${row}` : name,
                    what,
                    ...percentiles.map(percent),
                  ]),
                  width,
                ),
              ]),
        ]),
    '“desk rest” sends the others as the pilot was, and “desk rest --as-compared” as in B. The pilot keeps the results of A.',
  ].join('\n\n');
}

async function show(call: Call, output: Output, desk: Desk, id: string): Promise<boolean> {
  const get = async (rankBy: string | null) => await desk.call('results.pilotComparison', { id, rankBy });
  let view = await get(null);
  if (view === null) return false;
  const wanted = call.values['rank-by'];
  if (wanted !== undefined) view = (await get(rankColumn(view.rankColumns, wanted))) ?? view;
  const presets = await desk.call('scorePresets.list', {});
  output.result({ ok: true, project: id, ...view }, comparisonText(view, presets, output.widths.result));
  return true;
}

/** Sends the people again if the user agrees to the price. Returns the new project. */
async function send(call: Call, output: Output, desk: Desk, id: string) {
  const scoreConfiguration = (await scoreSettingsOf(call, desk)) ?? null;
  const project = await desk.call('projects.get', { id });
  const pilot = await desk.call('results.pilot', { id, rankBy: null });
  if (pilot === null) throw new AppError('NOT_NOW', 'This list had no pilot.');
  await desk.assertRunsHere();
  const named = await desk.connection(call.values['connection'] ?? project.connection.id);
  desk.useTokenFor(named.id);
  await desk.call('credits.read', { connectionId: named.id });
  const { credits: balance, creditsPerRecord } = await desk.connection(named.id);
  const credits = estimatedCredits(pilot.chosen, creditsPerRecord);
  const remaining = balance?.remaining ?? null;
  output.step(
    `The ${countText(pilot.chosen, 'person', 'people')} of this pilot would be sent again over ${named.name}, with ${scoreSettingsText(scoreConfiguration, await desk.call('scorePresets.list', {}))}. They are charged twice: about ${countText(credits, 'credit')}${remaining === null ? '' : ` of ${numberText(remaining)}`} more.`,
  );
  if (
    !(await confirm(
      call,
      `Send ${countText(pilot.chosen, 'person', 'people')} a second time and spend about ${countText(credits, 'credit')}?`,
    ))
  )
    return null;
  const made = await desk.call('project.comparePilot', { id, connectionId: named.id, scoreConfiguration, rows: pilot.chosen, credits });
  return await follow(desk, made.id, output, isSettled);
}

/** Returns the exit code. */
export async function comparePilot(call: Call, output: Output, desk: Desk): Promise<number> {
  const { id } = await desk.project(call.words[0]!);
  if (await show(call, output, desk, id)) return EXIT.done;
  const under = (await desk.call('projects.list', {})).find(({ lineage, state }) => comparedPilot(lineage) === id && state.at !== 'draft');
  if (under !== undefined) return await report(desk, output, under);
  const sent = await send(call, output, desk, id);
  if (sent === null) {
    output.step('Nothing was sent.');
    return EXIT.done;
  }
  if (sent.state.at !== 'done') return await report(desk, output, sent);
  await show(call, output, desk, id);
  return EXIT.done;
}
