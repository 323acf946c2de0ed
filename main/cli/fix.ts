/** `desk fix`: corrects refused rows in a new project, and sends them again. */
import { AppError, EXIT, countText, numberText, rowName } from '../../shared/base/index.ts';
import { isFieldKey } from '../../shared/fields/index.ts';
import { type Input, PAGE_ROWS, RECORD_SETTINGS } from '../../shared/contract/index.ts';
import type { Call } from './arguments.ts';
import { confirm } from './confirm.ts';
import type { Desk } from './desk.ts';
import { warnElsewhere } from './cost-text.ts';
import { follow, isSettled } from './follow.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { report } from './outcome.ts';
import { settingsOf } from './settings.ts';

/** The most row numbers in a sentence. */
const MAX_NAMED = 20;

type Correction = Omit<Input<'check.edit'>, 'id'>;

/**
 * Parses `ROW:FIELD=VALUE`.
 * @throws USAGE
 */
function correctionOf(text: string): Correction {
  const [, row = '', field = '', value = ''] = /^(\d+):(\w+)=(.*)$/s.exec(text) ?? [];
  if (row === '' || !isFieldKey(field))
    throw new AppError('USAGE', `--correct “${text}”: it must be ROW:FIELD=VALUE, such as 12:personalEmail=ann@example.org.`);
  return { row: Number(row), field, value };
}

/** The rows of a project, page by page. */
async function* pages(desk: Desk, id: string, filter: Input<'check.page'>['filter']) {
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const page = await desk.call('check.page', { id, filter, find: '', offset, limit: PAGE_ROWS });
    yield page;
    if (offset + page.rows.length >= page.total || page.rows.length === 0) return;
  }
}

/** Refused rows that were not changed since, with the service's messages. */
async function refusedRows(desk: Desk, id: string) {
  const found: { row: number; field: string; value: string; words: string }[] = [];
  for await (const { rows, fields } of pages(desk, id, { kind: 'issues' }))
    for (const { row, issues, values } of rows)
      for (const { field, code, serviceMessage } of issues)
        if (code === 'SERVICE_REFUSED' && field !== null)
          found.push({ row, field, value: values[fields.indexOf(field)] ?? '', words: serviceMessage ?? '' });
  return found;
}

/** The error for corrections of rows that the service accepted, or that are not in the list. */
function notRefused(corrections: readonly Correction[], refused: ReadonlySet<number>): AppError {
  const rows = [...new Set(corrections.map(({ row }) => row))];
  const which = rows.length === 1 ? `Row ${rows[0]} is not one of the rows` : `Rows ${rows.join(', ')} are not among the rows`;
  const shown = [...refused].slice(0, MAX_NAMED).join(', ');
  const all = refused.size === 0 ? 'There are none.' : `They are ${shown}${refused.size > MAX_NAMED ? ' and more' : ''}.`;
  return new AppError('USAGE', `${which} that were not accepted. ${all} Nothing was changed or sent.`);
}

export async function fix(call: Call, output: Output, desk: Desk): Promise<number> {
  const corrections = (call.lists['correct'] ?? []).map(correctionOf);
  const { id: first, name, connection: own } = await desk.project(call.words[0]!);
  await desk.assertRunsHere();
  // The results may be fetched again, which needs the token.
  desk.useTokenFor(own.id);
  const { id, connection } = await desk.call('projects.fixRefused', { id: first, allowPaid: call.flags.has('again') });
  const made = await follow(desk, id, output, ({ state, activity }) => state.at !== 'reading' && activity === null);
  if (made.state.at !== 'draft') return await report(desk, output, made);
  await desk.call('projects.change', { id, ...settingsOf(call, RECORD_SETTINGS) });
  const refused = new Set<number>();
  if (corrections.length > 0) for await (const { rows } of pages(desk, id, { kind: 'all' })) for (const { row } of rows) refused.add(row);
  const others = corrections.filter(({ row }) => !refused.has(row));
  if (others.length > 0) throw notRefused(others, refused);
  for (const correction of corrections) await desk.call('check.edit', { id, ...correction });
  const left = await refusedRows(desk, id);
  const { appended } = await desk.call('import.get', { id });
  // --correct needs the row number.
  const shownRow = (row: number) => {
    const [name, plain] = [rowName(row, appended), rowName(row, undefined)];
    return name === plain ? String(row) : `${row} (row ${name})`;
  };
  const { rowsToSend, parts, estimate, quoteId } = await desk.call('cost.get', { id });
  output.step(
    table(
      ['Row', 'Field', 'Value', 'What the service said'],
      left.map((one) => [shownRow(one.row), one.field, one.value, one.words]),
      output.widths.step,
    ),
  );
  output.step(
    `${numberText(left.length)} left to fix, ${numberText(rowsToSend)} to send again for about ${countText(estimate, 'credit')}.`,
  );
  // Without a terminal and without --yes, the command only prints the rows.
  const mayAsk = rowsToSend > 0 && (call.flags.has('yes') || process.stdin.isTTY);
  const question = `Send ${countText(rowsToSend, 'row')} and spend about ${countText(estimate, 'credit')}?`;
  if (!mayAsk || !(await confirm(call, question))) {
    output.result(
      { ok: true, project: id, from: first, rowsToSend, left },
      `The rows of “${name}” that were not accepted are in ${id.slice(0, 8)}. Fix them with --correct or in the app. Add --yes to send the fixed rows.`,
    );
    return EXIT.done;
  }
  desk.useTokenFor(connection.id);
  await warnElsewhere(desk, id, output);
  const [allowLowBalance, allowElsewhere, allowDuplicate] = ['short-balance', 'elsewhere', 'repeat'].map((flag) => call.flags.has(flag));
  const allowed = { allowLowBalance, allowElsewhere, allowDuplicate };
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: connection.id, parts, quoteId, ...allowed });
  return await report(desk, output, await follow(desk, id, output, isSettled));
}
