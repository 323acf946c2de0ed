/** The order of the columns of the checked list: what stays in sight, what a chosen rule brings forward, and what is hidden. */
import { type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import type { RuleCount } from '../../../shared/contract/index.ts';

/** The columns that name the person. They stay in sight at the left; in a list without them, the ID does. */
const NAME: readonly FieldKey[] = ['primaryFirst', 'primaryLast'];
const MAX_PINNED = 4;

/** The fields that help to judge a value, most helpful first; other fields are judged by those of their group. */
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
  /** The columns that stay in sight: the name, then the one that the rows are sorted by. */
  readonly frozen: readonly FieldKey[];
  readonly pinned: readonly FieldKey[];
  /** All shown columns, the frozen and the pinned ones first. */
  readonly shown: readonly FieldKey[];
  /** Columns without any value and without an issue. */
  readonly empty: readonly FieldKey[];
}

export function columnOrder(
  fields: readonly FieldKey[],
  chosen: Pick<RuleCount, 'fields'> | null,
  {
    empty,
    rules,
    showsEmpty,
    sortedBy,
  }: {
    readonly empty: readonly FieldKey[];
    readonly rules: readonly Pick<RuleCount, 'fields'>[];
    readonly showsEmpty: boolean;
    readonly sortedBy: FieldKey | null;
  },
): ColumnOrder {
  const found = new Set(rules.flatMap((rule) => rule.fields.map(({ field }) => field)));
  const hidden = fields.filter((field) => empty.includes(field) && !found.has(field));
  const visible = showsEmpty ? fields : fields.filter((field) => !hidden.includes(field));
  const names = NAME.filter((field) => visible.includes(field));
  const named = names.length > 0 ? names : visible.filter((field) => field === 'constituentId');
  const frozen = sortedBy === null || named.includes(sortedBy) || !visible.includes(sortedBy) ? named : [...named, sortedBy];
  const ofRule = new Set(chosen?.fields.map(({ field }) => field));
  const pinned = visible.filter((field) => ofRule.has(field) && !frozen.includes(field)).slice(0, MAX_PINNED);
  const help = [...ofRule].flatMap((field) => helpFor(field, visible)).filter((field) => visible.includes(field));
  return { frozen, pinned, shown: [...new Set([...frozen, ...pinned, ...help, ...visible])], empty: hidden };
}
