/** `desk plan`: who is due to be screened again, and with --make-draft a draft with those people. Nothing is sent or charged. */
import { AppError, EXIT, longDay, numberText } from '../../shared/base/index.ts';
import type { PlanView } from '../../shared/contract/index.ts';
import { PlanSettings } from '../../shared/plan/index.ts';
import { dueSentence, planLines, waitingSentences } from '../../shared/view-texts/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { follow } from './follow.ts';
import { report } from './outcome.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';

const GROUPS = ['moved', 'never'] as const;

/**
 * The settings with the changes of the call; undefined if there are none.
 * @throws USAGE for an invalid value.
 */
function settingsOf({ values }: Call, before: PlanSettings): PlanSettings | undefined {
  const { months, renewal, without } = values;
  if (months === undefined && renewal === undefined && without === undefined) return undefined;
  const left = (without ?? '').split(',').map((group) => group.trim());
  const unknown = left.find((group) => group !== '' && !GROUPS.some((one) => one === group));
  if (unknown !== undefined) throw new AppError('USAGE', `--without must be moved, never or both, but it is “${unknown}”.`);
  const changed = {
    months: months === undefined ? before.months : Number(months),
    renewal: renewal === undefined ? before.renewal : renewal === 'none' ? null : renewal,
    moved: without === undefined ? before.moved : !left.includes('moved'),
    never: without === undefined ? before.never : !left.includes('never'),
  };
  const { shape } = PlanSettings;
  if (!shape.months.safeParse(changed.months).success)
    throw new AppError('USAGE', `--months must be a whole number from 1 to 120, but it is “${months}”.`);
  if (!shape.renewal.safeParse(changed.renewal).success)
    throw new AppError('USAGE', `--renewal must be a day as 2027-06-30, or none, but it is “${renewal}”.`);
  return changed;
}

function planText(name: string, view: PlanView, width: number): string {
  const lines = planLines(view).map(({ label, people, note }) => [label, numberText(people), note]);
  const ahead = view.ahead.filter(({ people }) => people > 0).map(({ until, people }) => [longDay(until), numberText(people)]);
  return [
    `${name}. ${dueSentence(view)}`,
    table(['Last screened', 'People', ''], lines, width),
    waitingSentences(view).join('\n'),
    ...(ahead.length === 0 ? [] : [table(['Due by', 'More people'], ahead, width)]),
    view.due.total === 0
      ? 'There is no draft to make.'
      : view.draft === null
        ? 'Add --make-draft to make a draft of the people who are due. It is not sent.'
        : `“${view.draft.name}” has people who are due and was not sent yet: ${view.draft.id.slice(0, 8)}.`,
  ].join('\n\n');
}

/** Returns the exit code. */
export async function plan(call: Call, output: Output, desk: Desk): Promise<number> {
  const { id: connectionId, name } = await desk.connection(call.values['connection'] ?? null);
  const onProgress = ({ done, total }: { readonly done: number; readonly total: number | null }) =>
    output.progress(`Counting ${numberText(done)}${total === null ? '' : ` of ${numberText(total)}`} rows`);
  const stored = await desk.call('plan.get', { connectionId }, { onProgress });
  const settings = settingsOf(call, stored.settings);
  if (call.flags.has('save')) await desk.call('plan.save', { connectionId, ...(settings ?? stored.settings) });
  if (!call.flags.has('make-draft')) {
    const view = settings === undefined ? stored : await desk.call('plan.get', { connectionId, settings });
    output.result({ ok: true, connection: { id: connectionId, name }, ...view }, planText(name, view, output.widths.result));
    return EXIT.done;
  }
  const { id } = await desk.call('plan.draft', { connectionId, settings });
  const made = await follow(desk, id, output, ({ state, activity }) => state.at !== 'reading' && activity === null);
  if (made.state.at !== 'draft') return await report(desk, output, made);
  const rows = made.sheet?.rows ?? 0;
  output.result(
    { ok: true, project: id, name: made.name, rows },
    `“${made.name}” has ${numberText(rows)} of them: ${id.slice(0, 8)}. Nothing was sent. Check it and see its cost in the window.`,
  );
  return EXIT.done;
}
