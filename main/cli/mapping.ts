/** A person's words about columns, put over the mapping of a project. */
import type { ColumnsView } from '../../shared/contract/index.ts';
import { isFieldKey } from '../../shared/fields/table.ts';
import { AppError } from '../../shared/base/errors.ts';
import { columnLetters, normaliseHeader } from '../../shared/mapping/headers.ts';
import { DateOrder } from '../../shared/transforms/dates.ts';
import { type MappingPlan, sentTo, Splitter, type Target } from '../../shared/mapping/plan.ts';
import type { Call } from './arguments.ts';

/** The two sides of the last `=`, without spaces around them. Ends in USAGE when one is missing. */
function parted(words: string, option: string, form: string): readonly [string, string] {
  const at = words.lastIndexOf('=');
  if (at < 1) throw new AppError('USAGE', `${option} “${words}”: it takes ${form}.`);
  return [words.slice(0, at).trim(), words.slice(at + 1).trim()];
}

/** The position of a column by its heading or letter. Ends in USAGE. */
function columnNamed({ headers }: Pick<ColumnsView, 'headers'>, name: string, where: string): number {
  const column = headers.findIndex(
    (header, index) => header === name || normaliseHeader(header) === normaliseHeader(name) || columnLetters(index) === name,
  );
  if (column < 0) throw new AppError('USAGE', `${where}: there is no column “${name}”.`);
  return column;
}

/** A field, a way to take a column apart (`fullName`, `cityStateZip`), `deceased` for a column that tells who has died, or `none`; null for any other word. */
function targetNamed(name: string): Target | null {
  if (name === 'none') return { kind: 'none' };
  if (name === 'deceased') return { kind: 'none', tells: 'deceased' };
  if (isFieldKey(name)) return { kind: 'field', field: name };
  const splitter = Splitter.safeParse(name);
  return splitter.success ? { kind: 'split', splitter: splitter.data } : null;
}

/** The plan with a person's `COLUMN=FIELD` words put over it. Ends in USAGE when a column or field is not known. */
function withAsked(view: ColumnsView, asked: readonly string[]): MappingPlan {
  const { plan } = view;
  let columns = plan.columns;
  for (const words of asked) {
    const [name, field] = parted(words, '--map', 'COLUMN=FIELD');
    const column = columnNamed(view, name, `--map “${words}”`);
    const to = targetNamed(field);
    if (to === null) throw new AppError('USAGE', `--map “${words}”: there is no field “${field}”.`);
    columns = columns.map((one) => {
      if (one.column === column) return sentTo(one, to, view.suggestions[column]);
      // A field that is given to one column by name is taken from the one that only had it by suggestion.
      return to.kind === 'field' && one.to.kind === 'field' && one.to.field === to.field ? { ...one, to: { kind: 'none' as const } } : one;
    });
  }
  return { ...plan, columns };
}

/** The plan with orders of dates put over it, `COLUMN=mdy`, `dmy` or `ymd`. Ends in USAGE. */
function withDates(view: ColumnsView, plan: MappingPlan, asked: readonly string[]): MappingPlan {
  let { columns } = plan;
  for (const words of asked) {
    const [name, order] = parted(words, '--dates', 'COLUMN=ORDER');
    const column = columnNamed(view, name, `--dates “${words}”`);
    const dateOrder = DateOrder.safeParse(order);
    if (!dateOrder.success) throw new AppError('USAGE', `--dates “${words}”: the order is mdy, dmy or ymd.`);
    columns = columns.map((one) => (one.column === column ? { ...one, dateOrder: dateOrder.data, settled: true } : one));
  }
  return { ...plan, columns };
}

/** The plan with values that stand in every row, `FIELD=VALUE`. Ends in USAGE when the field is not known. */
function withConstants(plan: MappingPlan, asked: readonly string[]): MappingPlan {
  let { constants } = plan;
  for (const words of asked) {
    const at = words.indexOf('=');
    const [field, value] = [words.slice(0, at).trim(), words.slice(at + 1).trim()];
    if (at < 1 || !isFieldKey(field)) throw new AppError('USAGE', `--constant “${words}”: it takes FIELD=VALUE.`);
    const others = constants.filter((one) => one.field !== field);
    constants = value === '' ? others : [...others, { field, value: value.slice(0, 255) }];
  }
  return { ...plan, constants };
}

/** The plan with everything that a call says of columns: --map, --dates, --constant. The plan itself when it says nothing. */
export function askedPlan(view: ColumnsView, { map = [], dates = [], constant = [] }: Call['lists']): MappingPlan {
  if (map.length + dates.length + constant.length === 0) return view.plan;
  return withConstants(withDates(view, withAsked(view, map), dates), constant);
}
