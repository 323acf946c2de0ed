/** The targets of a column as options: none, one field, or several fields that the column is split into. */
import { FIELDS, type FieldGroup, type FieldKey, fieldOf, isFieldKey } from '../../shared/fields/index.ts';
import {
  type ChoiceEvidence,
  type ColumnPlan,
  type Combination,
  type MappingPlan,
  Role,
  SPLITTER_FIELDS,
  Splitter,
  type Target,
  columnLetters,
  sentTo,
} from '../../shared/mapping/index.ts';
import { listed } from './text.ts';

const GROUP_NAMES: Readonly<Record<FieldGroup, string>> = {
  person: 'Person',
  spouse: 'Spouse',
  address: 'Address',
  contact: 'Contact',
  business: 'Business',
  giving: 'Giving history',
};

const SPLITTER_NAMES: Readonly<Record<Splitter, string>> = {
  fullName: 'Full name',
  spouseName: 'Spouse first, last',
  coupleFirstNames: 'First names of two people',
  firstAndMiddle: 'First and middle name',
  firstOrOrganization: 'First name or organization',
  lastFirst: 'Last name, first name',
  cityStateZip: 'City, state, postal code',
  addressLines: 'Address lines',
  contact: 'Phone or email, by its type',
};

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  deceased: 'Deceased (yes/no)',
  doNotScreen: 'Do not screen (yes/no)',
  screeningConsent: 'Consent (yes/no)',
  spouseDeceased: 'Spouse deceased (yes/no)',
  child: 'Child (role, yes/no or age)',
};

export const FIELD_GROUPS: readonly (readonly [FieldGroup, string])[] = Object.entries(GROUP_NAMES) as [FieldGroup, string][];

export function choiceOf(target: Target): string {
  switch (target.kind) {
    case 'field':
      return `field:${target.field}`;
    case 'split':
      return `split:${target.splitter}`;
    default:
      return target.tells === undefined ? 'none' : `none:${target.tells}`;
  }
}

export function targetOf(choice: string): Target {
  const [kind = '', name = ''] = choice.split(':', 2);
  if (kind === 'field' && isFieldKey(name)) return { kind: 'field', field: name };
  const splitter = Splitter.safeParse(name);
  if (kind === 'split' && splitter.success) return { kind: 'split', splitter: splitter.data };
  const role = Role.safeParse(name);
  return kind === 'none' && role.success ? { kind: 'none', tells: role.data } : { kind: 'none' };
}

export function targetName(target: Target): string {
  switch (target.kind) {
    case 'field':
      return fieldOf(target.field).label;
    case 'split':
      return SPLITTER_NAMES[target.splitter];
    default:
      return target.tells === undefined ? 'Not sent' : ROLE_NAMES[target.tells];
  }
}

const fieldChoice = (key: FieldKey) => ({ value: `field:${key}`, label: fieldOf(key).label });

/** All options, in display groups. */
export const TARGET_CHOICES = [
  {
    group: 'Stays here',
    items: [{ value: 'none', label: 'Not sent' }, ...Role.options.map((role) => ({ value: `none:${role}`, label: ROLE_NAMES[role] }))],
  },
  ...FIELD_GROUPS.map(([group, name]) => ({
    group: name,
    items: FIELDS.filter((field) => field.group === group).map(({ key }) => fieldChoice(key)),
  })),
  { group: 'Split', items: Splitter.options.map((splitter) => ({ value: `split:${splitter}`, label: SPLITTER_NAMES[splitter] })) },
];

/** Words, besides its name, that find an option. */
const SEARCH_WORDS: Readonly<Record<Role, string>> = {
  deceased: 'dead died death deceased',
  doNotScreen: 'do not screen opt out exclude objection',
  screeningConsent: 'consent permission opt in may screen',
  spouseDeceased: 'dead died death deceased spouse widowed',
  child: 'child minor age family role dependent',
};
const WORDS_OF_OPTION: ReadonlyMap<string, string> = new Map(Object.entries(SEARCH_WORDS).map(([role, words]) => [`none:${role}`, words]));

/** True when an option of the list has the typed text in its name or in a word for it. */
export function isFoundBy(text: string, option: { readonly value: string; readonly label: string }): boolean {
  const wanted = text.trim().toLowerCase();
  return `${option.label}\n${WORDS_OF_OPTION.get(option.value) ?? ''}`.toLowerCase().includes(wanted);
}

/** "First name, Middle name and Last name": the fields that a column is split into. */
export const splitInto = (splitter: Splitter): string => listed(SPLITTER_FIELDS[splitter].map((key) => fieldOf(key).label));

/** The letters of the columns that feed a field, including split columns. */
export function columnsFeeding(plan: MappingPlan, field: FieldKey): string[] {
  return plan.columns
    .filter(
      ({ to }) => (to.kind === 'field' && to.field === field) || (to.kind === 'split' && SPLITTER_FIELDS[to.splitter].includes(field)),
    )
    .map(({ column }) => columnLetters(column));
}

/** The plan with one column changed. A column with a new target leaves its combination. A combination with one column left is removed. */
export function withColumn(plan: MappingPlan, column: number, change: Partial<ColumnPlan>): MappingPlan {
  return {
    ...plan,
    columns: plan.columns.map((one) => (one.column === column ? { ...one, ...change } : one)),
    combinations:
      'to' in change
        ? plan.combinations.flatMap((one) => {
            const columns = one.columns.filter((other) => other !== column);
            return columns.length < 2 ? [] : [{ ...one, columns }];
          })
        : plan.combinations,
  };
}

const isId = (to: Target | undefined): boolean => to?.kind === 'field' && to.field === 'constituentId';

/** The plan with a column's target set by the user; its date order is inferred from its values again. */
export function withTarget(plan: MappingPlan, column: number, to: Target, suggestion: ChoiceEvidence | undefined): MappingPlan {
  const own = plan.columns.find((one) => one.column === column);
  const changed = withColumn(plan, column, own === undefined ? { to } : sentTo(own, to, suggestion));
  // The choice to send IDs without pseudonyms was made for another column. This column can contain medical record numbers.
  return plan.pseudonyms === false && isId(to) && !isId(own?.to) ? { ...changed, pseudonyms: undefined } : changed;
}

/** The plan in which only one of several columns goes to a field; the others get no target. */
export function withOnly(plan: MappingPlan, field: FieldKey, column: number): MappingPlan {
  return {
    ...plan,
    columns: plan.columns.map((one) => {
      if (one.to.kind !== 'field' || one.to.field !== field) return one;
      return one.column === column ? { ...one, settled: true } : { ...one, to: { kind: 'none' }, settled: true };
    }),
    combinations: plan.combinations.filter((one) => one.field !== field),
  };
}

/** The plan in which several columns share a field. */
export function withCombination(plan: MappingPlan, combination: Combination): MappingPlan {
  return {
    ...plan,
    columns: plan.columns.map((one) => (combination.columns.includes(one.column) ? { ...one, settled: true } : one)),
    combinations: [...plan.combinations.filter(({ field }) => field !== combination.field), combination],
  };
}

/** The plan in which a field has the same value in every row; an empty value removes it. */
export function withConstant(plan: MappingPlan, field: FieldKey, value: string): MappingPlan {
  const others = plan.constants.filter((one) => one.field !== field);
  return { ...plan, constants: value.trim() === '' ? others : [...others, { field, value: value.trim() }] };
}

/** How columns share a field: "E, or Q if blank". */
export function combinationName({
  columns,
  how,
  separator,
}: Pick<Combination, 'columns' | 'how'> & { readonly separator?: string }): string {
  const letters = columns.map(columnLetters);
  if (how === 'firstFilled') return `${letters.join(', or ')} if blank`;
  return `${listed(letters)} joined${separator === ', ' ? ' by a comma' : ''}`;
}
