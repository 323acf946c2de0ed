import { Textarea, TextInput } from '@mantine/core';
import { RECORD_TEXTS, type RecordField } from '../../shared/record/index.ts';
import { SuggestInput } from '../kit/index.ts';

/** Suggested texts; the user can type another one. */
const BASES = ['Legitimate interest', 'Consent', 'Contract', 'Not required here'];

/** A text field: what it shows, and what happens when the user types and leaves. */
export interface TextBinding {
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly onLeave?: () => void;
}

interface DeclarationFieldsProps {
  readonly bindings: Readonly<Record<RecordField, TextBinding>>;
  /** Fields that the organization requires. */
  readonly required: readonly RecordField[];
  /** What to show as wrong at a field. */
  readonly errors?: Partial<Readonly<Record<RecordField, string | undefined>>>;
  /** The fields to show. */
  readonly fields: readonly RecordField[];
}

/** The element ID of a field, so that a blocker can link to it. */
export const declarationFieldId = (field: RecordField): string => `declared-${field}`;

const DESCRIPTIONS: Readonly<Record<RecordField, string>> = {
  purpose: 'Stays in the screening record after the project is removed, so do not name anyone. Not sent',
  lawfulBasis: 'Kept for the next list',
  assessment: 'Its reference, such as LIA-2026-07',
  noticeDate: 'The day people were told',
};

/** What the user declares for the screening record. */
export function DeclarationFields({ bindings, required, errors = {}, fields }: DeclarationFieldsProps) {
  return fields.map((field) => {
    const { value, onType, onLeave } = bindings[field];
    const common = {
      id: declarationFieldId(field),
      label: RECORD_TEXTS[field].label,
      description: DESCRIPTIONS[field],
      error: errors[field],
      withAsterisk: required.includes(field),
      value,
      ...(onLeave !== undefined && { onBlur: onLeave }),
    };
    if (field === 'lawfulBasis') return <SuggestInput key={field} {...common} data={BASES} maxLength={200} onChange={onType} />;
    if (field === 'purpose')
      return (
        <Textarea
          key={field}
          {...common}
          placeholder="Why do you screen these people?"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      );
    return (
      <TextInput
        key={field}
        {...common}
        {...(field === 'noticeDate' ? { type: 'date' } : { maxLength: 200 })}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    );
  });
}
