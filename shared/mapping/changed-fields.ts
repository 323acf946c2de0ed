/** Finds the fields whose values can change when a plan changes. */
import {
  FIELDS,
  FIELD_INDEX,
  FIELD_KEYS,
  type FieldKey,
  type FieldKind,
  type FieldSpec,
  NAME_KINDS,
  fieldOf,
  fieldsOf,
} from '../fields/index.ts';
import { replacingAddresses, typedAddresses } from './address-choice.ts';
import { GIFT_COLUMNS, withGift } from './gift-values.ts';
import {
  type Cleaning,
  type ColumnPlan,
  type MappingPlan,
  OBJECTION_ROLES,
  SPLITTER_FIELDS,
  columnsOfEvidence,
  roleColumns,
} from './plan.ts';

const F = FIELD_INDEX;

/** The field kinds that a cleaning option affects; an option that is missing here affects all fields. */
const CLEANED: Partial<Record<keyof Cleaning, readonly FieldKind[]>> = {
  shoutedNames: NAME_KINDS,
  stateCodes: ['state'],
  countryCodes: ['country'],
  zipZeros: ['postalCode'],
  streetLines: ['street', 'streetLine2'],
};

const OF_SPOUSE = FIELDS.filter(({ person }) => person === 'spouse').map(({ key }) => key);
const CONTACTS = fieldsOf({ kind: ['email', 'phone'] });

/**
 * The fields that depend on a field: those parsed after it, the second street line for the street, and the other contacts for a contact.
 */
function decidedBy({ key, kind }: FieldSpec): readonly FieldKey[] {
  const later = FIELDS.filter(({ parsedAfter }) => parsedAfter.includes(key)).map((field) => field.key);
  // The mark that a spouse has died is in the cell of the first name.
  if (key === 'spouseFirst') return [...later, ...OF_SPOUSE.filter((other) => other !== key)];
  if (kind === 'street') return [...later, ...fieldsOf({ kind: 'streetLine2' })];
  // An email address in a column of phone numbers moves to the email field, and the reverse.
  return kind === 'email' || kind === 'phone' ? CONTACTS.filter((other) => other !== key) : later;
}
const DECIDED_BY = new Map(FIELDS.map((field) => [field.key, decidedBy(field)]));

/** True when the last name decides what a column of first names or organizations fills. */
const readsLastName = ({ columns }: MappingPlan): boolean =>
  columns.some(({ to }) => to.kind === 'split' && to.splitter === 'firstOrOrganization');

/** The fields of an address. A street cell can hold all of them. */
const OF_ADDRESS = ['street', 'street2', 'city', 'state', 'postalCode', 'country'] as const satisfies readonly FieldKey[];

/** In these fields, an office can write DECEASED in place of the value. */
const READ_FOR_DEATH: readonly FieldKey[] = ['street', 'street2', 'city', 'personalEmail', 'personalPhone'];

/** Columns of such fields. */
export function columnsReadForDeath({ columns, combinations, cleaning }: MappingPlan): readonly number[] {
  if (!cleaning.placeholders) return [];
  const isRead = (key: FieldKey) => READ_FOR_DEATH.includes(key);
  return [
    ...columns
      .filter(({ to }) => (to.kind === 'split' ? SPLITTER_FIELDS[to.splitter].some(isRead) : to.kind === 'field' && isRead(to.field)))
      .map(({ column }) => column),
    ...combinations.filter(({ field }) => isRead(field)).flatMap((combination) => combination.columns),
  ];
}

/** True when a street with a whole address also fills the empty city, state and postal code of its row. */
export const readsWholeStreets = ({ columns, cleaning }: MappingPlan): boolean =>
  cleaning.streetLines &&
  (['street', 'city', 'state', 'postalCode'] as const).every((key) => columns.some(({ to }) => to.kind === 'field' && to.field === key));

/** Adds the fields that must be read before these ones. All are indexes. */
export function withThoseReadBefore(fields: ReadonlySet<number>, plan: MappingPlan): ReadonlySet<number> {
  const all = new Set(fields);
  if (all.has(F.primaryFirst) && readsLastName(plan)) all.add(F.primaryLast);
  if (readsWholeStreets(plan) && OF_ADDRESS.some((key) => all.has(F[key]))) for (const key of OF_ADDRESS) all.add(F[key]);
  for (const [first, others] of DECIDED_BY) if (others.some((key) => fields.has(F[key]))) all.add(F[first]);
  for (const key of GIFT_COLUMNS) if (all.has(F[key])) for (const other of withGift(key, plan)) all.add(F[other]);
  return all;
}

const isWholeName = ({ to }: ColumnPlan): boolean => to.kind === 'split' && (to.splitter === 'fullName' || to.splitter === 'lastFirst');

/** How a column is parsed, whatever its target. */
function readingOf(column: ColumnPlan | undefined): unknown {
  if (column === undefined) return null;
  const { column: _, to: __, settled: ___, ...reading } = column;
  return reading;
}

/** How a plan derives a field's value, as text. Equal texts mean equal values. */
function derivationOf(plan: MappingPlan, key: FieldKey): string {
  const { columns, combinations, constants, cleaning, pseudonyms, gifts, ...others } = plan;
  // The last of several combinations applies, as in `compileMapping`.
  const combination = combinations.findLast(({ field }) => field === key) ?? null;
  const direct = columns.find(({ to }) => to.kind === 'field' && to.field === key)?.column;
  const deceased = roleColumns(['deceased'], plan);
  const objections = roleColumns(OBJECTION_ROLES, plan);
  const from = combination === null ? direct : combination.columns[0];
  return JSON.stringify([
    combination ?? from ?? null,
    readingOf(columns.findLast((candidate) => candidate.column === from)),
    columns.flatMap(({ column: at, to, typeColumn }) =>
      to.kind === 'split' && SPLITTER_FIELDS[to.splitter].includes(key)
        ? [[at, to.splitter, to.splitter === 'contact' ? typeColumn : null]]
        : [],
    ),
    fieldOf(key).group === 'address' ? [typedAddresses(plan), replacingAddresses(plan)] : [],
    SPLITTER_FIELDS.fullName.includes(key) && columns.some(isWholeName) ? columnsOfEvidence(plan) : null,
    constants.filter(({ field }) => field === key).map(({ value }) => value),
    deceased.on === key ? [...deceased.by, ...columnsReadForDeath(plan)] : [],
    OF_SPOUSE.includes(key) ? roleColumns(['spouseDeceased'], plan).by : [],
    // Whether a row may be sent depends on the whole row, so every field counts as changed.
    objections.by.length === 0 ? null : objections,
    Object.entries(cleaning).filter(([name]) => CLEANED[name as keyof Cleaning]?.includes(fieldOf(key).kind) ?? true),
    // The value stays the ID of the sheet, but pseudonyms change which IDs are too long.
    key === 'constituentId' ? pseudonyms : undefined,
    GIFT_COLUMNS.includes(key) ? gifts : undefined,
    // Everything else in a plan applies to every field.
    others,
  ]);
}

/** Indexes of the fields whose values can differ under a changed plan; all others are equal in every row. */
export function changedFields(before: MappingPlan, after: MappingPlan): ReadonlySet<number> {
  const changed = new Set<FieldKey>(FIELD_KEYS.filter((key) => derivationOf(before, key) !== derivationOf(after, key)));
  if (changed.has('primaryLast') && (readsLastName(before) || readsLastName(after))) changed.add('primaryFirst');
  if ((readsWholeStreets(before) || readsWholeStreets(after)) && OF_ADDRESS.some((key) => changed.has(key)))
    for (const key of OF_ADDRESS) changed.add(key);
  for (const key of changed)
    for (const other of [...DECIDED_BY.get(key)!, ...withGift(key, before), ...withGift(key, after)]) changed.add(other);
  return new Set([...changed].map((key) => F[key]));
}
