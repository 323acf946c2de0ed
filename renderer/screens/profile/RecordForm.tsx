import { TextInput } from '@mantine/core';
import { type FieldSpec, FIELDS, type FieldKey } from '../../../shared/fields/table.ts';
import { FIELD_GROUPS } from '../../format/field-options.ts';

/** The entered texts by field, without empty ones. */
export type RecordTexts = Readonly<Partial<Record<FieldKey, string>>>;

const WIDE: readonly FieldKey[] = ['constituentId', 'street', 'street2', 'personalEmail', 'businessEmail', 'businessName'];

/** The expected format of a value, where it is not obvious. */
function hint({ type }: FieldSpec): string | undefined {
  switch (type) {
    case 'date':
      return 'YYYY-MM-DD';
    case 'amount':
      return '1250.00';
    case 'count':
      return '14';
    default:
      return undefined;
  }
}

interface RecordFormProps {
  readonly record: RecordTexts;
  readonly onChange: (record: RecordTexts) => void;
}

export function RecordForm({ record, onChange }: RecordFormProps) {
  const set = (key: FieldKey, value: string) => {
    const { [key]: _before, ...others } = record;
    onChange(value === '' ? others : { ...others, [key]: value });
  };
  return (
    <div className="profile-form">
      {FIELD_GROUPS.map(([group, title]) => (
        <fieldset key={group} className="card profile-group">
          <legend className="card-title">{title}</legend>
          <div className="profile-fields">
            {FIELDS.filter((field) => field.group === group).map((field: FieldSpec) => {
              const placeholder = hint(field);
              return (
                <TextInput
                  key={field.key}
                  size="xs"
                  label={field.label}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={255}
                  value={record[field.key] ?? ''}
                  onChange={(event) => set(field.key, event.currentTarget.value)}
                  {...(placeholder !== undefined && { placeholder })}
                  {...(WIDE.includes(field.key) && { 'data-wide': true })}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
