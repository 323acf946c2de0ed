/**
 * The rules of all subjects in one table. A new rule needs an entry in its subject and a code at the end of `codes.ts`; a code
 * without an entry does not compile.
 */
import { FIELD_INDEX, type FieldKey } from '../fields/index.ts';
import type { MappedTexts } from '../mapping/index.ts';
import type { NotWorth } from '../rows/index.ts';
import { ADDRESS } from './address.ts';
import { RULE_CODES, type RuleCode } from './codes.ts';
import { COMPLETENESS } from './completeness.ts';
import { EMAIL } from './email.ts';
import { type Correction, type Fix, valueOf } from './fix.ts';
import { GIFTS } from './gifts.ts';
import { IDENTITY } from './identity.ts';
import { PERSON_NAMES } from './names.ts';
import { PHONE } from './phone.ts';
import type { RuleSpec, Subject } from './rule.ts';
import { SCREENINGS } from './screenings.ts';
import { SPOUSE } from './spouse.ts';
import { TEXT } from './text.ts';

export const SUBJECTS: readonly Subject[] = [PERSON_NAMES, GIFTS, IDENTITY, ADDRESS, SPOUSE, EMAIL, PHONE, TEXT, COMPLETENESS, SCREENINGS];

const TABLE = {
  ...PERSON_NAMES.rules,
  ...GIFTS.rules,
  ...IDENTITY.rules,
  ...ADDRESS.rules,
  ...SPOUSE.rules,
  ...EMAIL.rules,
  ...PHONE.rules,
  ...TEXT.rules,
  ...COMPLETENESS.rules,
  ...SCREENINGS.rules,
} satisfies Readonly<Record<RuleCode, RuleSpec>>;

/** The specifications of the rules, by index. */
export const RULE_SPECS: readonly RuleSpec[] = RULE_CODES.map((code) => TABLE[code]);

/** True if a value with this rule, given by index, is not sent. */
export const withholds = (rule: number): boolean => RULE_SPECS[rule]!.withholds === true || RULE_SPECS[rule]!.parseError !== undefined;

type FixOf<T> = T extends { readonly fix: Fix<infer Id> } ? Id : never;
export type FixId = FixOf<(typeof TABLE)[RuleCode]>;

export interface Rule extends Pick<RuleSpec, 'severity' | 'title' | 'why'> {
  readonly code: RuleCode;
  /** The fields on which the rule can be reported. Empty: any text field. */
  readonly fields: readonly FieldKey[];
  readonly fix: FixId | null;
  /** True if users should not send the row. The rule then offers to leave its rows out. */
  readonly leaveOut: boolean;
  /** What rows with this rule name, for rules that leave such rows out; otherwise null. */
  readonly names: NotWorth | null;
  /** True for a rule about a missing part of a person's name or address. */
  readonly asksPerson: boolean;
  /** `row`: one row decides. `list`: found by comparing rows. */
  readonly scope: 'row' | 'list';
}

/** The rules by index, in the order of their codes. */
export const RULES: readonly Rule[] = RULE_SPECS.map(
  ({ severity, title, why, fields, fix, leaveOut, names, asksPerson, scope }, index) => ({
    code: RULE_CODES[index]!,
    severity,
    title,
    why,
    fields: fields ?? [],
    fix: (fix?.id as FixId | undefined) ?? null,
    leaveOut: leaveOut === true,
    names: names ?? null,
    asksPerson: asksPerson === true,
    scope: scope ?? 'row',
  }),
);

/** Rules that are facts about what is sent or was sent. Organization rules cannot change or silence them. */
export const FACTS: ReadonlySet<RuleCode> = new Set(RULE_CODES.filter((_, index) => RULE_SPECS[index]!.fact === true));

const fixes = RULE_SPECS.flatMap(({ fix }) => fix ?? []);

export const FIXES = Object.fromEntries(fixes.map((fix) => [fix.id, fix])) as unknown as Readonly<Record<FixId, Fix<FixId>>>;

/** The fields that fixes may fill without a column. */
export const FILLED_BY_FIXES: ReadonlySet<FieldKey> = new Set(fixes.flatMap(({ fills }) => fills ?? []));

/** Fields that decide whether a safe fix has corrections for an issue on another field. */
export const READ_BY_SAFE_FIXES: readonly FieldKey[] = [...new Set(fixes.flatMap(({ safe, reads }) => (safe ? (reads ?? []) : [])))];

/**
 * The corrections of a fix that change a value, in the order of the fields. `reading`: the index of a reading; all its corrections are
 * returned, because a correction settles the issue even if the value does not change.
 */
export function correctionsOf(fix: FixId, record: MappedTexts, field: FieldKey, reading: number | null = null): readonly Correction[] {
  if (reading !== null) return FIXES[fix].readings?.[reading]?.apply(record, field) ?? [];
  const changes = FIXES[fix].apply(record, field).filter((correction) => correction.value !== valueOf(record, correction.field));
  return changes.length < 2 ? changes : changes.toSorted((a, b) => FIELD_INDEX[a.field] - FIELD_INDEX[b.field]);
}
