/**
 * What of a check has to be done again when only some fields of the records may have changed: nearly every rule looks at the
 * field that it is found on, and the few that look at several fields are named here.
 */
import { FIELDS, FIELD_INDEX, fieldsOf, indexesOf, type FieldKey } from '../fields/table.ts';
import { RULE_INDEX, type RuleCode } from './index.ts';

/** The fields of which one at least finds a person: a state or a country alone does not, and gifts do not. */
export const FINDS_A_PERSON: readonly FieldKey[] = FIELDS.flatMap(({ key, purpose }) =>
  (purpose === 'match' || purpose === 'confidence') && key !== 'state' && key !== 'country' ? [key] : [],
);

const FINDING = FINDS_A_PERSON.map((key) => FIELD_INDEX[key]);

/** True when no field that finds a person holds anything, by the classes of a row's fields. */
export function isNobody(classes: readonly number[]): boolean {
  // Nearly every row ends here.
  if (classes[FIELD_INDEX.primaryLast] !== 0) return false;
  for (let at = 0; at < FINDING.length; at++) if (classes[FINDING[at]!] !== 0) return false;
  return true;
}

/** Rules that look at several fields, by the part of the check that finds them. */
const PARTS = {
  address: {
    fields: ['country', 'state', 'postalCode'],
    rules: ['ZIP_OTHER_STATE', 'ADDRESS_FOREIGN', 'STATE_UNKNOWN', 'STATE_FORMAT', 'ZIP_FOUR_DIGITS', 'ZIP_THREE_DIGITS', 'ZIP_FORMAT'],
  },
  spouse: { fields: ['spouseFirst', 'spouseLast', 'primaryFirst', 'primaryLast'], rules: ['SPOUSE_SAME'] },
  gifts: {
    fields: fieldsOf({ group: 'giving' }),
    rules: ['GIFT_DATES_ORDER', 'LARGEST_DATE_OUTSIDE', 'LARGEST_TOO_SMALL', 'TOTAL_TOO_SMALL', 'COUNT_ZERO'],
  },
  /** Whether a row has what is needed for a match. */
  match: {
    fields: ['primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode', 'country'],
    rules: ['FIRST_AND_STREET_MISSING', 'LAST_MISSING', 'FULL_NAME_IN_LAST', 'MATCH_PART_MISSING'],
  },
  /** Whether a row holds anything that finds a person. */
  person: { fields: FINDS_A_PERSON, rules: ['NOBODY'] },
} as const satisfies Record<string, { readonly fields: readonly FieldKey[]; readonly rules: readonly RuleCode[] }>;
export type CheckPart = keyof typeof PARTS;

const NAMES = Object.keys(PARTS) as CheckPart[];
const PART_OF = new Map<number, CheckPart>(NAMES.flatMap((part) => PARTS[part].rules.map((code) => [RULE_INDEX[code], part] as const)));

export class Scope {
  /** Indexes of the fields that may have changed. */
  readonly changed: ReadonlySet<number>;
  private readonly parts: ReadonlySet<CheckPart>;

  constructor(changed: ReadonlySet<number>) {
    this.changed = changed;
    this.parts = new Set(NAMES.filter((part) => this.touches(PARTS[part].fields)));
  }

  /** True when one of the fields may have changed. */
  touches(fields: readonly FieldKey[]): boolean {
    return fields.some((key) => this.changed.has(FIELD_INDEX[key]));
  }

  /** True when a part of the check that looks at several fields is to be done again. */
  has(part: CheckPart): boolean {
    return this.parts.has(part);
  }

  /** True when what a rule says of a field may be another thing than it was; both as indexes, the field -1 or beyond all for the row. */
  concerns(rule: number, field: number): boolean {
    const part = PART_OF.get(rule);
    return part === undefined ? this.changed.has(field) : this.parts.has(part);
  }

  /** Indexes of the fields that the check looks at again in every row. */
  get fields(): ReadonlySet<number> {
    const parts = [...this.parts].filter((part) => part !== 'person');
    return new Set([...this.changed, ...parts.flatMap((part) => indexesOf(PARTS[part].fields))]);
  }

  /**
   * Indexes of the fields that are looked at beside in a row of which `fields` find nobody; empty where that is not asked. In nearly
   * every row the few that have changed find somebody.
   */
  get beside(): ReadonlySet<number> {
    return new Set(this.has('person') ? indexesOf(PARTS.person.fields) : []);
  }
}
