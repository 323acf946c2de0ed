import { ActionIcon, InputBase, Popover } from '@mantine/core';
import { IconAlertTriangle, IconCalendar, IconCircleX } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { toIsoDate } from '../../../shared/numbers/index.ts';
import { Calendar } from './Calendar.tsx';
import { type FormField, labelOf } from './form-fields.ts';
import type { FieldIssue } from './record-issues.ts';
import { type RecordTexts, usDate } from './record-texts.ts';

/** The state that all fields of the form share. */
export interface FormState {
  readonly record: RecordTexts;
  /** The issue to show at a field; null until the user has left the field. */
  readonly issueOf: (key: FieldKey) => FieldIssue | null;
  /** The local day, YYYY-MM-DD. */
  readonly today: string;
  readonly onType: (key: FieldKey, text: string) => void;
  /** Sets complete values, such as a picked day or a fix. */
  readonly onSet: (changes: RecordTexts) => void;
  /** Called when the user leaves a field. */
  readonly onLeave: (key: FieldKey) => void;
}

export const fieldId = (key: FieldKey): string => `profile-${key}`;
const issueId = (key: FieldKey): string => `${fieldId(key)}-issue`;

interface RecordFieldProps {
  readonly field: FormField;
  readonly form: FormState;
  /** True when the headings of the row and the column replace the label. */
  readonly isBare?: boolean;
}

/** Placeholders for fields whose format the label does not show. */
const PLACEHOLDERS = { date: 'MM/DD/YYYY', count: 'Number of gifts' } as const;

function placeholderOf(key: FieldKey): string | undefined {
  const { kind } = fieldOf(key);
  return kind === 'date' || kind === 'count' ? PLACEHOLDERS[kind] : undefined;
}

/** An input with its own `aria-describedby`, because Mantine sets it only to texts inside its wrapper, and issues are below the line. */
function DescribedInput({ describedBy, ...props }: ComponentProps<'input'> & { readonly describedBy?: string | undefined }) {
  return <input {...props} aria-describedby={describedBy} />;
}

function Field({ field, form, isBare = false, start }: RecordFieldProps & { readonly start?: ReactNode }) {
  const { key, label, name } = field;
  const issue = form.issueOf(key);
  const placeholder = placeholderOf(key);
  const spoken = isBare ? label : name;
  return (
    <InputBase
      component={DescribedInput}
      id={fieldId(key)}
      size="xs"
      autoComplete="off"
      spellCheck={false}
      maxLength={255}
      value={form.record[key] ?? ''}
      onChange={(event) => form.onType(key, event.currentTarget.value)}
      onBlur={() => form.onLeave(key)}
      describedBy={issue === null ? undefined : issueId(key)}
      error={issue?.severity === 'error'}
      {...(issue?.severity === 'warning' && { 'data-issue': 'warning' })}
      {...(!isBare && { label })}
      {...(spoken !== undefined && { 'aria-label': spoken })}
      {...(placeholder !== undefined && { placeholder })}
      {...(start !== undefined && { leftSection: start, leftSectionWidth: 34 })}
    />
  );
}

/** A date field: the user types the date with the month first, or picks it. */
function DateField({ field, form, isBare = false }: RecordFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { key } = field;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Field
        field={field}
        form={form}
        isBare={isBare}
        start={
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              size={24}
              aria-label={`Choose the day of the ${labelOf(key).toLowerCase().replace(' date', '')}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconCalendar size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        }
      />
      <Popover.Dropdown aria-label={labelOf(key)}>
        <Calendar
          chosen={toIsoDate(form.record[key] ?? '', 'mdy')}
          last={form.today}
          onChoose={(day) => {
            form.onSet({ [key]: usDate(day) });
            setIsOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** One field of the record. Its issue is shown by `FieldIssues`, below the line. */
export function RecordField(props: RecordFieldProps) {
  return fieldOf(props.field.key).kind === 'date' ? <DateField {...props} /> : <Field {...props} />;
}

/** The issues of the fields of one line, shown below it. With several fields in the line, each issue names its field. */
export function FieldIssues({ fields, form }: { readonly fields: readonly FormField[]; readonly form: FormState }) {
  const issues = fields.flatMap(({ key }, at) => {
    const issue = form.issueOf(key);
    return issue === null ? [] : [{ ...issue, isAtEnd: at >= fields.length / 2 }];
  });
  if (issues.length === 0) return null;
  return (
    <div className="field-issues">
      {issues.map(({ field, severity, text, fix, isAtEnd }) => (
        <div key={field} className="field-issue" data-severity={severity} {...(isAtEnd && { 'data-end': true })}>
          {severity === 'error' ? (
            <IconCircleX size={14} stroke={1.8} aria-hidden />
          ) : (
            <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
          )}
          <span>
            <span id={issueId(field)}>
              {fields.length > 1 && `${labelOf(field)}: `}
              {text}
            </span>{' '}
            {fix !== null && (
              <button
                type="button"
                className="field-fix"
                onClick={() => {
                  form.onSet(fix.changes);
                  // The button disappears with the issue.
                  document.querySelector<HTMLElement>(`#${fieldId(field)}`)?.focus();
                }}
              >
                {fix.label}
              </button>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
