/** The order of the columns of the checked list: which are frozen, which are pinned because of the chosen rule, and which are hidden. */
import { type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import type { RuleCount } from '../../../shared/contract/index.ts';

/** The columns with the name of the person, which are frozen at the left. Without them, the ID is frozen. */
const NAME: readonly FieldKey[] = ['primaryFirst', 'primaryLast'];
const MAX_PINNED = 4;

/** The fields that help to judge a value, most helpful first. For all other fields, the fields of their group help. */
const HELP: Readonly<Partial<Record<FieldKey, readonly FieldKey[]>>> = {
  postalCode: ['state', 'city', 'street'],
  state: ['postalCode', 'city', 'street'],
  city: ['state', 'postalCode', 'street'],
};

function helpFor(field: FieldKey, fields: readonly FieldKey[]): readonly FieldKey[] {
  const { group } = fieldOf(field);
  return HELP[field] ?? fields.filter((other) => fieldOf(other).group === group);
}

export interface ColumnOrder {
  /** The frozen columns: the name, then the column by which the rows are sorted. */
  readonly frozen: readonly FieldKey[];
  readonly pinned: readonly FieldKey[];
  /** All shown columns, the frozen and the pinned ones first. */
  readonly shown: readonly FieldKey[];
  readonly hidden: readonly FieldKey[];
  /** True when the user hid at least one of the hidden columns. */
  readonly isByHand: boolean;
}

/** Which columns are shown unless the user has shown or hidden them: the columns with issues, with a value, or all. */
export type ColumnsShown = 'issues' | 'filled' | 'all';

/** What the user decided for single columns. */
export interface ColumnChoices {
  readonly shown: ReadonlyMap<FieldKey, boolean>;
  /** The last frozen column; null: only the name is frozen. */
  readonly frozenTo: FieldKey | null;
  /** The order of the columns after the frozen and pinned ones; null: the order of the file. */
  readonly order: readonly FieldKey[] | null;
}

export const NO_CHOICES: ColumnChoices = { shown: new Map(), frozenTo: null, order: null };

/** A list with at most this many columns shows all columns with a value. */
const FEW_COLUMNS = 10;

/** Which columns are shown when a list opens: in a wide list with issues, only the columns with issues. */
export const shownAtFirst = (fields: readonly FieldKey[], withIssues: ReadonlySet<FieldKey>): ColumnsShown =>
  fields.length > FEW_COLUMNS && withIssues.size > 0 ? 'issues' : 'filled';

interface OrderOptions {
  readonly empty: readonly FieldKey[];
  /** The columns with an error or a warning, now or when the list was opened. */
  readonly withIssues: ReadonlySet<FieldKey>;
  readonly show: ColumnsShown;
  readonly choices: ColumnChoices;
  readonly sortedBy: FieldKey | null;
  readonly filteredBy: FieldKey | null;
}

export function columnOrder(
  fields: readonly FieldKey[],
  chosen: Pick<RuleCount, 'fields'> | null,
  { empty, withIssues, show, choices, sortedBy, filteredBy }: OrderOptions,
): ColumnOrder {
  const ofRule = new Set(chosen?.fields.map(({ field }) => field));
  const hasName = NAME.some((field) => fields.includes(field));
  const isShown = (field: FieldKey): boolean => {
    const asked = choices.shown.get(field);
    if (field === sortedBy || field === filteredBy || ofRule.has(field)) return asked ?? true;
    if (asked !== undefined || show === 'all') return asked ?? true;
    if (withIssues.has(field)) return true;
    return show === 'filled' ? !empty.includes(field) : NAME.includes(field) || (!hasName && field === 'constituentId');
  };
  const visible = (choices.order ?? fields).filter(isShown);
  const hidden = fields.filter((field) => !isShown(field));
  const names = NAME.filter((field) => visible.includes(field));
  const named = names.length > 0 ? names : visible.filter((field) => field === 'constituentId');
  const sorted = sortedBy === null || named.includes(sortedBy) || !visible.includes(sortedBy) ? named : [...named, sortedBy];
  const upTo = choices.frozenTo === null ? -1 : visible.indexOf(choices.frozenTo);
  const frozen = [...new Set([...sorted, ...visible.slice(0, upTo + 1)])];
  const pinned = visible.filter((field) => ofRule.has(field) && !frozen.includes(field)).slice(0, MAX_PINNED);
  const help = [...ofRule].flatMap((field) => helpFor(field, visible)).filter((field) => visible.includes(field));
  return {
    frozen,
    pinned,
    shown: [...new Set([...frozen, ...pinned, ...help, ...visible])],
    hidden,
    isByHand: hidden.some((field) => choices.shown.get(field) === false),
  };
}
