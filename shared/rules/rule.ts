/**
 * A subject declares rules with their texts and fixes, and the checks that report them. Rules with `change` or `parseError` report what
 * parsing did to a value. Other rules are reported by a check of the subject, or by the worker after comparing rows.
 */
import type { FieldKey, FieldKind } from '../fields/index.ts';
import type { MappedRecord } from '../mapping/index.ts';
import type { NotWorth } from '../rows/index.ts';
import type { RuleCode } from './codes.ts';
import type { Fix } from './fix.ts';

/** Most severe first. */
export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** True when the first is more severe. Null, for a silenced rule, is the least severe. */
export const isMoreSevere = (one: Severity | null, other: Severity | null): boolean =>
  one !== null && (other === null || SEVERITIES.indexOf(one) < SEVERITIES.indexOf(other));

export const bySeverity = (a: { readonly severity: Severity }, b: { readonly severity: Severity }): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);

export interface RuleSpec {
  /**
   * Error: the interface states the rule (2.1), or the service refuses the row. Warning: the match is less certain. Note: reports cleaning.
   */
  readonly severity: Severity;
  readonly title: string;
  /** Why the rule matters, as one sentence. */
  readonly why: string;
  /** The fields on which the rule can be reported; missing: any text field. */
  readonly fields?: readonly FieldKey[];
  readonly fix?: Fix;
  /** Set if users should not send the row. The rule then offers to leave its rows out. */
  readonly leaveOut?: true;
  /**
   * What the row names if the rule is reported on the person's own name. Such a row is left out, unless the user sends it anyway, or the
   * organization rules make the rule a note or turn it off.
   */
  readonly names?: NotWorth;
  /** Set for a rule about a missing part of a person's name or address. Does not apply to rows that name no living person. */
  readonly asksPerson?: true;
  /**
   * True when the row can be sent, but the service may not find the person, or a value may mean something else. Such a row is not ready.
   */
  readonly weakens?: true;
  /** True when the value of the cell is not sent, as with every `parseError`. */
  readonly withholds?: true;
  /** Bits of `FACT_BITS` that an issue adds to the facts of its row, as the reason why it is not sent. Only while the rule is an error. */
  readonly rowFacts?: number;
  /** `list`: found by comparing rows. */
  readonly scope?: 'list';
  /**
   * A fact about what is sent or was sent. Organization rules cannot change or silence it, because a list could then be paid for twice
   * without notice.
   */
  readonly fact?: true;
  /** The bit of `CHANGE` that the rule reports. */
  readonly change?: number;
  /** The entry of `PARSE_ERROR` that the rule reports. */
  readonly parseError?: number;
}

export type RuleTable = Readonly<Partial<Record<RuleCode, RuleSpec>>>;

/** Receives each issue. `field`: a field index, or -1 for the whole row. */
export type Found = (rule: number, field: number) => void;

/** Checks single values of some kinds. Only called if the classes of the value under `mask` differ from `want`. */
export interface ValueCheck {
  readonly kinds: readonly FieldKind[];
  readonly mask: number;
  readonly want: number;
  readonly look: (record: MappedRecord, field: number, found: Found) => void;
}

/** The list that checks are compiled for. */
export interface CheckedList {
  /** The fields that the mapping fills. */
  readonly mapped: ReadonlySet<FieldKey>;
  /** The fields that an organization requires. */
  readonly required: readonly FieldKey[];
  /** The day of the check as `year * 10000 + month * 100 + day`. */
  readonly today: number;
  /** Whether pseudonyms are sent in place of constituent IDs. */
  readonly pseudonyms: boolean;
  /** The severity of each rule by index under the organization rules; null: silenced. */
  readonly severities: readonly (Severity | null)[];
  /** True for a field that may have changed since the last check. Always true in a full check. */
  readonly isOpen: (field: FieldKey) => boolean;
  /** The indexes of the given fields that are open and that the mapping or a fix may fill. */
  readonly checked: (fields: readonly FieldKey[]) => readonly number[];
}

/** Checks whole records. */
export interface RecordCheck {
  /**
   * For a check that compares fields. `fields`: all fields that it reads. `rules`: rules that only it reports. `on`: rules that only it
   * reports on some fields. Without `compares`, an issue depends only on its own field.
   */
  readonly compares?: {
    readonly fields: readonly FieldKey[];
    readonly rules: readonly RuleCode[];
    readonly on?: readonly { readonly field: FieldKey; readonly rules: readonly RuleCode[] }[];
  };
  /** Returns null when the list has nothing to check. */
  compile(list: CheckedList): ((record: MappedRecord, found: Found) => void) | null;
}

export interface Subject {
  readonly rules: RuleTable;
  readonly values?: readonly ValueCheck[];
  readonly records?: readonly RecordCheck[];
}
