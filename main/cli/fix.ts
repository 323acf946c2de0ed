/** `desk fix`: corrects refused rows in a new project, and sends them again. */
import { AppError, EXIT, countText, numberText, rowName } from '../../shared/base/index.ts';
import { isFieldKey } from '../../shared/fields/index.ts';
import { type Input, PAGE_ROWS } from '../../shared/contract/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { warnElsewhere } from './cost-text.ts';
import { follow, isSettled } from './follow.ts';
import { type Output, table } from './output.ts';
import { report } from './outcome.ts';

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

/** Refused rows that are unchanged since, with the service's messages. */
async function refusedRows(desk: Desk, id: string) {
  const found: { row: number; field: string; value: string; words: string }[] = [];
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const { rows, fields, total } = await desk.call('check.page', { id, filter: { kind: 'issues' }, find: '', offset, limit: PAGE_ROWS });
    for (const { row, issues, values } of rows)
      for (const { field, code, serviceMessage } of issues)
        if (code === 'SERVICE_REFUSED' && field !== null)
          found.push({ row, field, value: values[fields.indexOf(field)] ?? '', words: serviceMessage ?? '' });
    if (offset + rows.length >= total || rows.length === 0) return found;
  }
}

/**
 * The project with the refused rows.
 * @throws SENT_BEFORE, with the option that agrees, when a row may have been paid for.
 */
async function refusedRowsOf(desk: Desk, id: string, allowPaid: boolean) {
  try {
    return await desk.call('projects.fixRefused', { id, allowPaid });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SENT_BEFORE') throw error;
    throw new AppError(error.code, `${error.message} Add --again to agree.`, error.details, { cause: error });
  }
}

export async function fix(call: Call, output: Output, desk: Desk): Promise<number> {
  const corrections = (call.lists['correct'] ?? []).map(correctionOf);
  const { id: first, name, connection: own } = await desk.project(call.words[0]!);
  await desk.assertRunsHere();
  // The results may be fetched again.
  desk.useTokenFor(own.id);
  const { id, connection } = await refusedRowsOf(desk, first, call.flags.has('again'));
  const made = await follow(desk, id, output, ({ state, activity }) => state.at !== 'reading' && activity === null);
  if (made.state.at !== 'draft') return await report(desk, output, made);
  for (const correction of corrections) await desk.call('check.edit', { id, ...correction });
  const left = await refusedRows(desk, id);
  const { appended } = await desk.call('import.get', { id });
  // The number is what --correct needs.
  const shownRow = (row: number) => {
    const [name, plain] = [rowName(row, appended), rowName(row, undefined)];
    return name === plain ? String(row) : `${row} (row ${name})`;
  };
  const { rowsToSend, parts, estimate, quoteId } = await desk.call('cost.get', { id });
  output.step(
    table(
      ['Row', 'Field', 'Value', 'What the service said'],
      left.map((one) => [shownRow(one.row), one.field, one.value, one.words]),
    ),
  );
  output.step(
    `${numberText(left.length)} left to fix, ${numberText(rowsToSend)} to send again for about ${countText(estimate, 'credit')}.`,
  );
  if (!call.flags.has('yes') || rowsToSend === 0) {
    output.result(
      { ok: true, project: id, from: first, rowsToSend, left },
      `The refused rows of “${name}” are in ${id.slice(0, 8)}. Fix them with --correct or in the app. Add --yes to send the fixed rows.`,
    );
    return EXIT.done;
  }
  desk.useTokenFor(connection.id);
  await warnElsewhere(desk, id, output);
  const [allowLowBalance, allowElsewhere] = [call.flags.has('short-balance'), call.flags.has('elsewhere')];
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: connection.id, parts, quoteId, allowLowBalance, allowElsewhere });
  return await report(desk, output, await follow(desk, id, output, isSettled));
}
