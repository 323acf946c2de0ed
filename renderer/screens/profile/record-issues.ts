/** The issues that the rules of Check find in a typed record, with texts for the form. */
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import {
  type Correction,
  type OrganizationRules,
  RULES,
  compileChecks,
  correctionsOf,
  hasNoIdentity,
  withholds,
} from '../../../shared/rules/index.ts';
import { phraseOf } from './form-fields.ts';
import { mappedTexts, type RecordTexts, shownText, valuesOf } from './record-texts.ts';

export interface FieldIssue {
  readonly field: FieldKey;
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** Corrections that resolve the issue, and the words of their button. */
  readonly fix: { readonly label: string; readonly changes: RecordTexts } | null;
}

export interface RecordReview {
  /** The most serious issue of each field. */
  readonly issues: ReadonlyMap<FieldKey, FieldIssue>;
  /** What to send: without empty fields, ISO dates, plain numbers. */
  readonly values: RecordTexts;
  /** False when nothing in the record can identify a person. */
  readonly hasPerson: boolean;
}

function emailText(value: string, title: string): string {
  if (/\s/.test(value)) return 'An email address cannot contain spaces.';
  if (!value.includes('@')) return 'An email address needs an @.';
  return /@[^@.]+$/.test(value) ? 'After the @, an email address needs an ending, such as .org.' : `${title}.`;
}

function issueText(code: string, title: string, value: string): string {
  switch (code) {
    case 'ZIP_FOUR_DIGITS':
      return '4 digits only.';
    case 'ZIP_THREE_DIGITS':
      return '3 digits only.';
    case 'EMAIL_FORMAT':
      return emailText(value, title);
    case 'FIELD_REQUIRED':
      return 'Your organization requires this field.';
    default:
      return `${title}.`;
  }
}

function fixLabel(fix: string, corrections: readonly Correction[]): string {
  if (fix === 'swapGiftDates') return 'Swap the two dates';
  const [only, ...more] = corrections;
  if (only !== undefined && more.length === 0) return only.value === '' ? 'Clear it' : `Change to ${shownText(only.field, only.value)}`;
  const filled = corrections.filter(({ value }) => value !== '');
  return `Change to ${filled.map(({ field, value }) => `${phraseOf(field)} ${shownText(field, value)}`).join(', ')}`;
}

type Emitted = Pick<FieldIssue, 'field' | 'severity'> & { readonly rule: number };

function issueOf({ field, severity, rule }: Emitted, record: ReturnType<typeof mappedTexts>): FieldIssue {
  const { code, title, fix } = RULES[rule]!;
  const corrections = fix === null ? [] : correctionsOf(fix, record, field);
  // A fix that only clears a wrong value does not help, because the user must type the right one.
  const isOffered = corrections.length > 0 && (severity === 'warning' || corrections.some(({ value }) => value !== ''));
  const changes = Object.fromEntries(corrections.map((one) => [one.field, shownText(one.field, one.value)]));
  return {
    field,
    severity,
    text: issueText(code, title, record.values[FIELD_INDEX[field]]!),
    fix: isOffered ? { label: fixLabel(fix!, corrections), changes } : null,
  };
}

/** Checks a record by the rules and settings of Check. `today`: YYYY-MM-DD. Missing parts of a match are not issues of a field. */
export function reviewRecord(texts: RecordTexts, rules: OrganizationRules, today: string): RecordReview {
  const record = mappedTexts(texts);
  const values = valuesOf(record);
  const filled = FIELD_KEYS.filter((key) => values[key] !== undefined || (texts[key] ?? '').trim() !== '');
  const checker = compileChecks({ mapped: filled, rules, today });
  const found: Emitted[] = [];
  checker.check(record, (rule, at) => {
    // In a list, such a rule leaves the row out; here it is an error, because the user can correct the value.
    const severity = withholds(rule) ? 'error' : checker.severities[rule];
    const field = FIELD_KEYS[at];
    if (field !== undefined && (severity === 'error' || severity === 'warning')) found.push({ rule, field, severity });
  });
  const issues = new Map<FieldKey, FieldIssue>();
  for (const one of found)
    if (!issues.has(one.field) || (one.severity === 'error' && issues.get(one.field)?.severity === 'warning'))
      issues.set(one.field, issueOf(one, record));
  return { issues, values, hasPerson: !hasNoIdentity(record.classes) };
}

/** The first error in the order of the form. */
export const firstError = (issues: RecordReview['issues']): FieldIssue | null =>
  FIELD_KEYS.map((key) => issues.get(key)).find((issue) => issue?.severity === 'error') ?? null;
