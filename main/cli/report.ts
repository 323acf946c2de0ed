/** `desk report`: the report about a finished project, in the terminal or as a workbook. */
import { AppError, EXIT, countText, numberText, usDay } from '../../shared/base/index.ts';
import { CONTRACT } from '../../shared/contract/index.ts';
import { ORDER_HEADINGS, type OrderResults, orderLines } from '../../shared/order/index.ts';
import {
  amountText,
  figureText,
  namesNote,
  type ReportLine,
  type ReportSettings,
  type ReportView,
  shortMoney,
  shownReport,
} from '../../shared/report/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { outTarget } from './out-target.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { formatOf, save } from './save-results.ts';

const Settings = CONTRACT['report.save'].input.shape.settings.shape;

/**
 * The settings of the report, with the changes of the call.
 * @throws USAGE.
 */
function changed({ values, lists }: Call, settings: ReportSettings, suggested: readonly string[]): ReportSettings {
  const { names, without } = values;
  const typed = lists['step'] ?? [];
  if (names !== undefined && names !== 'on' && names !== 'off') throw new AppError('USAGE', '--names must be on or off.');
  const parts = without?.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const hidden = parts === undefined ? { data: settings.hidden } : Settings.hidden.safeParse(parts);
  if (hidden.data === undefined)
    throw new AppError('USAGE', `--without must name parts of ${Settings.hidden.element.options.join(', ')}, separated by commas.`);
  const texts = typed.filter((text) => text.trim() !== '');
  const own = texts.length === 0 ? null : { texts, basis: [...suggested] };
  const steps = typed.length === 0 ? { data: settings.steps } : Settings.steps.safeParse(own);
  if (steps.data === undefined) throw new AppError('USAGE', 'A report has at most 6 next steps of at most 300 characters each.');
  return { ...settings, names: names === undefined ? settings.names : names === 'on', hidden: hidden.data, steps: steps.data };
}

/** A section of the report as a table. */
function linesText(
  part: { readonly title: string; readonly notes: readonly string[]; readonly lines: readonly ReportLine[] } | null,
): string[] {
  if (part === null) return [];
  const { title, notes, lines } = part;
  const cells = lines.map(({ label, value }) => [label, amountText(value)]);
  return [[lines.length === 0 ? title : table([title, ''], cells), ...notes].join('\n')];
}

function reportText(report: ReportView, width: number): string {
  const { capacity, matrix, distribution, sent, match, since, credits, steps, names } = report;
  const head = [
    report.name,
    ...(report.subtitle === '' ? [] : [report.subtitle]),
    ...(report.screenedAt === null ? [] : [`Screened ${usDay(report.screenedAt)}`]),
    ...report.intro,
    ...report.figures.map((figure) => `${figureText(figure)} ${figure.label}`),
  ].join('\n');
  return [
    head,
    ...(capacity === null
      ? []
      : [
          table(
            [capacity.title, 'People', 'Capacity'],
            [...capacity.bands, { ...capacity.all, label: 'All', detail: '' }].map(({ label, detail, people, sum }) => [
              `${label} ${detail}`.trim(),
              amountText(people),
              sum === 0 ? '' : shortMoney(sum),
            ]),
            width,
          ),
        ]),
    ...(matrix === null
      ? []
      : [
          [
            table(
              [matrix.title, ...matrix.columns],
              matrix.rows.map((row, at) => [row, ...matrix.cells[at]!.map(({ people }) => amountText(people))]),
              width,
            ),
            ...matrix.notes.slice(1),
          ].join('\n'),
        ]),
    ...linesText(distribution),
    ...linesText(sent === null ? null : { ...sent, lines: [...sent.lines, sent.all] }),
    ...[match, since, credits].flatMap(linesText),
    ...(steps.length === 0 ? [] : [['Next steps', ...steps.map((step, at) => `${at + 1}. ${step}`)].join('\n')]),
    ...(report.newer === 0
      ? []
      : [`${countText(report.newer, 'number')} in the suggested steps ${report.newer === 1 ? 'is' : 'are'} newer.`]),
    ...(names === null
      ? []
      : [
          table(
            ['Name', 'Place', 'Capacity', 'Rating', 'Officer'],
            names.map(({ name, place, capacity: amount, rating, officer }) => [
              name,
              place,
              amount === null ? '' : shortMoney(amount),
              rating,
              officer,
            ]),
            width,
          ),
        ]),
    `${report.foot} ${namesNote(report)}.`,
  ].join('\n\n');
}

/** Whether the order in which people were chosen was worth it; empty if everyone was sent. */
function orderText(order: OrderResults, width: number): string {
  if (order === null) return '';
  const lines = orderLines(order).map(({ label, people, sent, scored, sum, median, top }) => [
    label,
    ...[people, sent, scored].map(numberText),
    shortMoney(sum),
    median === null ? '' : shortMoney(median),
    numberText(top),
  ]);
  return `\n\n${table(['Capacity by decile', ...ORDER_HEADINGS], lines, width)}`;
}

export async function report(call: Call, output: Output, desk: Desk): Promise<number> {
  const { out } = call.values;
  const target = out === undefined ? null : outTarget(call, out);
  if (target !== null) {
    if (formatOf(target.path) !== 'xlsx') throw new AppError('USAGE', 'A report can be saved only as .xlsx.');
    await desk.saveTo(target);
  }
  const { id } = await desk.project(call.words[0]!);
  const before = await desk.call('report.get', { id });
  const settings = changed(call, before.settings, before.report.suggested);
  const isChanged = JSON.stringify(settings) !== JSON.stringify(before.settings);
  if (isChanged) await desk.call('report.save', { id, settings });
  const found = isChanged ? await desk.call('report.get', { id }) : before;
  const shown = shownReport(found.report, found.settings.hidden);
  if (target !== null) await save(desk, target, output, () => ({ kind: 'report', id, format: 'xlsx' }));
  const saved = out === undefined ? '' : `\n\nSaved: ${out}`;
  const order = await desk.call('results.order', { id });
  output.result(
    { ok: true, project: id, settings: found.settings, report: shown, order, out: out ?? null },
    `${reportText(shown, output.widths.result)}${orderText(order, output.widths.result)}${saved}`,
  );
  return EXIT.done;
}
