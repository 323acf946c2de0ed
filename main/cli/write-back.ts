/** `desk writeback` saves scores in the layout of another system; `desk prove` compares an export from that system with them. */
import { stat } from 'node:fs/promises';
import { AppError, countText, EXIT, numberText } from '../../shared/base/index.ts';
import type { Layout } from '../../shared/results/index.ts';
import { HELD_BACK, passing, PROOF_STATES } from '../../shared/write-back/index.ts';
import { byOrderInLayout, HELD_BACK_NAMES, olderThanFileText, PROOF_STATE_NAMES, proofHeadline } from '../../shared/view-texts/index.ts';
import { type Call, STANDARD_INPUT } from './arguments.ts';
import { confirm } from './confirm.ts';
import type { Desk } from './desk.ts';
import { assertReads } from './layout-format.ts';
import { offerFile, passwordOf } from './input-file.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { outTarget } from './out-target.ts';
import { formatOf, waitForExport } from './save-results.ts';

const plain = (text: string) => text.trim().toLowerCase();

/**
 * The layout with the name that the user gave; null without a name.
 * @throws USAGE for an unknown layout.
 */
async function layoutNamed(desk: Desk, id: string, name: string | undefined): Promise<Layout | null> {
  if (name === undefined) return null;
  const layouts = await desk.call('layouts.list', { id });
  const found = layouts.find((one) => one.id === name || plain(one.name) === plain(name));
  if (found === undefined)
    throw new AppError('USAGE', `No layout is named “${name}”. The layouts are ${layouts.map((one) => one.id).join(', ')}.`);
  return found;
}

/**
 * The format of a file for another system.
 * @throws USAGE for any other format.
 */
function tableFormatOf(path: string): 'csv' | 'xlsx' {
  const format = formatOf(path);
  if (format === 'jsonl') throw new AppError('USAGE', 'A file for another system can be saved only as .csv or .xlsx.');
  return format;
}

export async function writeback(call: Call, output: Output, desk: Desk): Promise<number> {
  const { out, layout } = call.values;
  if (out === undefined) throw new AppError('USAGE', 'Choose where to save the file: --out FILE');
  const format = tableFormatOf(out);
  const target = outTarget(call, out);
  await desk.saveTo(target);
  const { id } = await desk.project(call.words[0]!);
  const layoutId = (await layoutNamed(desk, id, layout))?.id ?? null;
  const plan = await desk.call('writeBack.plan', { id, layoutId, held: null });
  assertReads(plan.layout, format);
  if (plan.problem !== null) throw new AppError('INPUT_INVALID', `${plan.problem} Nothing was saved.`);
  const { byOrder } = await desk.call('results.get', { id });
  if (byOrder > 0) {
    output.step(byOrderInLayout(byOrder));
    const refused = 'Nothing was saved: some rows were joined by order.';
    if (!(await confirm(call, 'Write them anyway?', refused))) throw new AppError('USAGE', `${refused} Add --yes to confirm.`);
  }
  const heldBack = HELD_BACK.filter((reason) => plan.heldBack[reason] > 0);
  const passes = passing(plan);
  if (passes === 0)
    throw new AppError(
      'INPUT_INVALID',
      `Nobody passes, so nothing was saved. ${heldBack.map((reason) => `${HELD_BACK_NAMES[reason]}: ${numberText(plan.heldBack[reason])}`).join(' · ')}`,
    );
  for (const { title, word, people } of plan.unknownWords)
    output.step(`“${word}” in ${title} is not among the words that the other system has: ${countText(people, 'person', 'people')}.`);
  await desk.saveTo(target);
  await waitForExport(desk, output, await desk.call('writeBack.save', { id, layoutId: plan.layout.id, format, byOrder: true }));
  const lines = [
    ['Pass', numberText(passes)],
    ...heldBack.map((reason) => [HELD_BACK_NAMES[reason], numberText(plan.heldBack[reason])]),
    ['Scored', numberText(plan.people)],
  ];
  const { people, lines: rows, values } = plan;
  output.result(
    { ok: true, project: id, layout: plan.layout.id, people, passes, heldBack: plan.heldBack, lines: rows, values, out },
    `${plan.layout.name}: ${out}\n${table(['', 'People'], lines, output.widths.result)}`,
  );
  return EXIT.done;
}

export async function prove(call: Call, output: Output, desk: Desk): Promise<number> {
  const { layout, repair, out } = call.values;
  const { id } = await desk.project(call.words[0]!);
  const path = call.words[1]!;
  if (repair !== undefined) tableFormatOf(repair);
  const format = out === undefined ? 'xlsx' : tableFormatOf(out);
  for (const file of [repair, out]) if (file !== undefined) await desk.saveTo(outTarget(call, file, [path]));
  const named = await layoutNamed(desk, id, layout);
  if (named !== null && repair !== undefined) assertReads(named, tableFormatOf(repair));
  const file = await offerFile(desk, path);
  const madeAt = path === STANDARD_INPUT ? null : ((await stat(path).catch(() => null))?.mtimeMs ?? null);
  const proof = await desk.call('proof.run', { id, layoutId: named?.id ?? null, file, madeAt, ...(await passwordOf(call)) });
  // Checked here because only now is it known which layout was used last.
  if (repair !== undefined) assertReads(proof.layout, tableFormatOf(repair));
  const { counts } = proof;
  const states = (['missing', 'cut', 'elsewhere', 'different'] as const).filter(
    (one) => one !== 'different' || call.flags.has('different'),
  );
  const isRepaired = repair !== undefined && states.some((state) => counts[state].values > 0);
  if (isRepaired) {
    await desk.saveTo(outTarget(call, repair, [path]));
    await waitForExport(desk, output, await desk.call('proof.repair', { id, states: [...states], format: tableFormatOf(repair) }));
  }
  if (out !== undefined) {
    await desk.saveTo(outTarget(call, out, [path]));
    await waitForExport(desk, output, await desk.call('proof.save', { id, format }));
  }
  const lines = PROOF_STATES.map((state) => [
    PROOF_STATE_NAMES[state],
    numberText(counts[state].values),
    `${numberText(counts[state].people)}${state === 'there' ? ' with every value' : ''}`,
  ]);
  const before = olderThanFileText(proof);
  const notes = [
    ...(before === null ? [] : [before]),
    ...(proof.notCompared.length === 0 ? [] : [`Not compared, because the file has no such column: ${proof.notCompared.join(', ')}.`]),
    ...proof.cuts.map(({ title, most }) => `${title}: cut after ${most} characters.`),
    ...(isRepaired ? [`Repair file: ${repair}`] : repair === undefined ? [] : ['There is nothing to repair, so no repair file was saved.']),
    ...(out === undefined ? [] : [`Proof: ${out}`]),
  ];
  output.result(
    {
      ok: true,
      project: id,
      layout: proof.layout.id,
      people: proof.people,
      values: proof.values,
      counts,
      notCompared: proof.notCompared,
      cuts: proof.cuts,
      olderThanFile: before !== null,
      repair: isRepaired ? repair : null,
      out: out ?? null,
    },
    [`${proof.layout.name}: ${proofHeadline(proof)}`, table(['', 'Values', 'People'], lines, output.widths.result), ...notes].join('\n'),
  );
  return EXIT.done;
}
