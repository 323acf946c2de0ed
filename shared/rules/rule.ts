/**
 * What a subject declares: its rules with their texts and fixes, and how they are found. A rule reports what parsing did to a value
 * (`change`, `parseError`), or a check of the subject finds it, or the worker finds it by comparing rows.
 */
import type { FieldKey, FieldKind } from '../fields/table.ts';
import type { MappedRecord } from '../mapping/mapped-record.ts';
import type { RuleCode } from './codes.ts';
import type { Fix } from './fix.ts';

export type Severity = 'error' | 'warning' | 'note';

export interface RuleSpec {
  /** Errors are what the interface states (2.1) or the service refuses; warnings lower the match; notes report cleaning. */
  readonly severity: Severity;
  readonly title: string;
  /** Why it matters, as one sentence. */
  readonly why: string;
  /** The fields on which it can be found; without them any text field. */
  readonly fields?: readonly FieldKey[];
  readonly fix?: Fix;
  /** `list`: found by comparing rows. */
  readonly scope?: 'list';
  /** A fact about what is sent or was sent: rule settings cannot weigh or silence it, or a list could be paid for twice unseen. */
  readonly fact?: true;
  /** The bit of `CHANGE` that it reports. */
  readonly change?: number;
  /** The entry of `PARSE_ERROR` that it reports. */
  readonly parseError?: number;
}

export type RuleTable = Readonly<Partial<Record<RuleCode, RuleSpec>>>;

/** Receives each finding; `field` is a field index, -1 for the row as a whole. */
export type Found = (rule: number, field: number) => void;

/** Looks at single values of some kinds, and only where the classes of a value under `mask` differ from `want`. */
export interface ValueCheck {
  readonly kinds: readonly FieldKind[];
  readonly mask: number;
  readonly want: number;
  readonly look: (record: MappedRecord, field: number, found: Found) => void;
}

/** What a check is compiled for. */
export interface CheckedList {
  /** The fields that the mapping fills. */
  readonly mapped: ReadonlySet<FieldKey>;
  /** The fields that an organization requires. */
  readonly required: readonly FieldKey[];
  /** The day of the check as `year * 10000 + month * 100 + day`. */
  readonly today: number;
  /** True for a field that may have changed since the last check; always in a full check. */
  readonly isOpen: (field: FieldKey) => boolean;
  /** Indexes of those open fields that the mapping or a fix may fill. */
  readonly checked: (fields: readonly FieldKey[]) => readonly number[];
}

/** Looks at whole records. */
export interface RecordCheck {
  /** Where it compares fields: all that it reads, and the rules that it finds. Without it each finding depends on its own field only. */
  readonly compares?: { readonly fields: readonly FieldKey[]; readonly rules: readonly RuleCode[] };
  /** Null when the list has nothing to look at. */
  compile(list: CheckedList): ((record: MappedRecord, found: Found) => void) | null;
}

export interface Subject {
  readonly rules: RuleTable;
  readonly values?: readonly ValueCheck[];
  readonly records?: readonly RecordCheck[];
}
