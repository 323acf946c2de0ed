/** Applies the column options of a call to a project's mapping. */
import type { ColumnsView } from '../../shared/contract/index.ts';
import { fieldOf, isFieldKey } from '../../shared/fields/index.ts';
import { AppError } from '../../shared/base/index.ts';
import {
  type MappingPlan,
  Role,
  Splitter,
  type Target,
  columnLetters,
  columnsFor,
  normalizeHeader,
  sentTo,
} from '../../shared/mapping/index.ts';
import { DateOrder } from '../../shared/numbers/index.ts';
import type { Call } from './arguments.ts';

/**
 * The parts before and after the last `=`, trimmed.
 * @throws USAGE when the part before is missing
 */
function splitAtEquals(words: string, option: string, form: string): readonly [string, string] {
  const at = words.lastIndexOf('=');
  if (at < 1) throw new AppError('USAGE', `${option} “${words}”: it must be ${form}.`);
  return [words.slice(0, at).trim(), words.slice(at + 1).trim()];
}

/**
 * The index of a column from its heading or letter.
 * @throws USAGE for an unknown column
 */
export function columnNamed({ headers }: Pick<ColumnsView, 'headers'>, name: string, where: string): number {
  const column = headers.findIndex(
    (header, index) => header === name || normalizeHeader(header) === normalizeHeader(name) || columnLetters(index) === name,
  );
  if (column < 0) throw new AppError('USAGE', `${where}: no column is named “${name}”.`);
  return column;
}

/** A field, a splitter (`fullName`, `cityStateZip`), `deceased`, `doNotScreen`, `screeningConsent`, `child` or `none`; null for any other word. */
function targetNamed(name: string): Target | null {
  if (name === 'none') return { kind: 'none' };
  const role = Role.safeParse(name);
  if (role.success) return { kind: 'none', tells: role.data };
  if (isFieldKey(name)) return { kind: 'field', field: name };
  const splitter = Splitter.safeParse(name);
  return splitter.success ? { kind: 'split', splitter: splitter.data } : null;
}

/**
 * The plan with `COLUMN=FIELD` options applied.
 * @throws USAGE for an unknown column or field
 */
function withTargets(view: ColumnsView, options: readonly string[]): MappingPlan {
  const { plan } = view;
  let { columns, pseudonyms } = plan;
  for (const words of options) {
    const [name, field] = splitAtEquals(words, '--map', 'COLUMN=FIELD');
    const column = columnNamed(view, name, `--map “${words}”`);
    const to = targetNamed(field);
    if (to === null) throw new AppError('USAGE', `--map “${words}”: no field is named “${field}”.`);
    const isId = to.kind === 'field' && to.field === 'constituentId';
    // Sending IDs unchanged was chosen for another column. This one may have medical record numbers, so the user must choose again.
    if (isId && pseudonyms === false && !columnsFor(plan, 'constituentId').includes(column)) pseudonyms = undefined;
    columns = columns.map((one) => {
      if (one.column === column) return sentTo(one, to, view.suggestions[column]);
      // A field that was assigned to a column by name is removed from all other columns.
      return to.kind === 'field' && one.to.kind === 'field' && one.to.field === to.field ? { ...one, to: { kind: 'none' as const } } : one;
    });
  }
  return { ...plan, columns, pseudonyms };
}

/**
 * The plan with the given date orders: `COLUMN=mdy`, `dmy` or `ymd`.
 * @throws USAGE
 */
function withDates(view: ColumnsView, plan: MappingPlan, options: readonly string[]): MappingPlan {
  let { columns } = plan;
  for (const words of options) {
    const [name, order] = splitAtEquals(words, '--dates', 'COLUMN=ORDER');
    const column = columnNamed(view, name, `--dates “${words}”`);
    const dateOrder = DateOrder.safeParse(order);
    if (!dateOrder.success) throw new AppError('USAGE', `--dates “${words}”: the order must be mdy, dmy or ymd.`);
    columns = columns.map((one) => (one.column === column ? { ...one, dateOrder: dateOrder.data, settled: true } : one));
  }
  return { ...plan, columns };
}

const SIGNS = ['comma', 'point'] as const;

/**
 * The plan with the given decimal signs of amounts: `comma` or `point` for all columns with amounts, `COLUMN=comma` for one of them.
 * @throws USAGE
 */
function withDecimals(view: ColumnsView, plan: MappingPlan, options: readonly string[]): MappingPlan {
  let { columns } = plan;
  for (const words of options) {
    const at = words.lastIndexOf('=');
    const column = at < 0 ? null : columnNamed(view, words.slice(0, at).trim(), `--decimal “${words}”`);
    const decimal = SIGNS.find((sign) => sign === words.slice(at + 1).trim());
    if (decimal === undefined) throw new AppError('USAGE', `--decimal “${words}”: the sign must be comma or point.`);
    columns = columns.map((one) => {
      const isMeant = column === null ? one.to.kind === 'field' && fieldOf(one.to.field).type === 'amount' : one.column === column;
      return isMeant ? { ...one, decimal, thousandths: true, settled: true } : one;
    });
  }
  return { ...plan, columns };
}

/**
 * The plan with the given constant values for all rows: `FIELD=VALUE`.
 * @throws USAGE for an unknown field
 */
function withConstants(plan: MappingPlan, options: readonly string[]): MappingPlan {
  let { constants } = plan;
  for (const words of options) {
    const at = words.indexOf('=');
    const [field, value] = [words.slice(0, at).trim(), words.slice(at + 1).trim()];
    if (at < 1 || !isFieldKey(field)) throw new AppError('USAGE', `--constant “${words}”: it must be FIELD=VALUE.`);
    const others = constants.filter((one) => one.field !== field);
    constants = value === '' ? others : [...others, { field, value: value.slice(0, 255) }];
  }
  return { ...plan, constants };
}

/**
 * The plan that sends pseudonyms or the user's own IDs: `pseudonyms` or `own`.
 * @throws USAGE for any other word
 */
function withIds(plan: MappingPlan, ids: string | undefined): MappingPlan {
  if (ids === undefined) return plan;
  if (ids !== 'pseudonyms' && ids !== 'own') throw new AppError('USAGE', '--ids must be “pseudonyms” or “own”.');
  return { ...plan, pseudonyms: ids === 'pseudonyms' };
}

/** The plan after --map, --dates, --decimal, --constant and --ids; the same object if none of them was given. */
export function planWithOptions(
  view: ColumnsView,
  { map = [], dates = [], decimal = [], constant = [] }: Call['lists'],
  ids?: string,
): MappingPlan {
  const isMapped = map.length + dates.length + decimal.length + constant.length > 0;
  if (!isMapped) return withIds(view.plan, ids);
  const dated = withDates(view, withTargets(view, map), dates);
  return withIds(withConstants(withDecimals(view, dated, decimal), constant), ids);
}
