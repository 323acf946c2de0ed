import { MultiSelect, NumberInput, Select } from '@mantine/core';
import type { SettingField } from '../../shared/contract/index.ts';
import { SET_BY_ORGANIZATION } from '../../shared/policy/index.ts';

interface SettingInputProps {
  readonly field: SettingField;
  /** Undefined: missing. */
  readonly value: unknown;
  readonly onChange: (value: string | number | string[] | undefined) => void;
  /** In a multiple choice: the values that the organization has set. */
  readonly locked?: readonly string[];
  /** The number that the organization has set, instead of the user's. */
  readonly lockedTo?: number | undefined;
}

/** The field of a setting, as the table of settings describes it. */
export function SettingInput({ field, value, onChange, locked = [], lockedTo }: SettingInputProps) {
  const { label, description } = field;
  if ('choices' in field)
    return (
      <Select
        label={label}
        description={description}
        allowDeselect={false}
        value={String(value)}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
        data={Object.entries(field.choices).map(([choice, text]) => ({ value: choice, label: text }))}
      />
    );
  if ('several' in field) {
    const own = Array.isArray(value) ? value.map(String) : [];
    const lock = locked.map((one) => field.several[one] ?? one).join(', ');
    return (
      <MultiSelect
        label={label}
        description={lock === '' ? description : `${description} ${SET_BY_ORGANIZATION}: ${lock}.`}
        searchable
        clearable
        hidePickedOptions
        value={own.filter((one) => !locked.includes(one))}
        onChange={onChange}
        data={Object.entries(field.several)
          .filter(([choice]) => !locked.includes(choice))
          .map(([choice, text]) => ({ value: choice, label: text }))}
      />
    );
  }
  const { min, max, whenMissing } = field;
  return (
    <NumberInput
      label={label}
      description={lockedTo === undefined ? description : `${description} ${SET_BY_ORGANIZATION}.`}
      disabled={lockedTo !== undefined}
      min={min}
      max={max}
      clampBehavior="blur"
      allowDecimal={false}
      thousandSeparator=","
      value={lockedTo ?? (typeof value === 'number' ? value : (whenMissing ?? ''))}
      onChange={(typed) => {
        if (typeof typed === 'number') onChange(Math.min(Math.max(min, typed), max));
        else if (whenMissing === null && typed === '') onChange(undefined);
      }}
    />
  );
}
