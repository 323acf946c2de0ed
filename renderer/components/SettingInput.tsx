import { NumberInput, Select } from '@mantine/core';
import type { SettingField } from '../../shared/contract/index.ts';

interface SettingInputProps {
  readonly field: SettingField;
  /** Undefined: missing. */
  readonly value: unknown;
  readonly onChange: (value: string | number) => void;
}

/** The field of a setting, as the table of settings describes it. */
export function SettingInput({ field, value, onChange }: SettingInputProps) {
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
  const { min, max, whenMissing } = field;
  return (
    <NumberInput
      label={label}
      description={description}
      min={min}
      max={max}
      clampBehavior="blur"
      allowDecimal={false}
      thousandSeparator=","
      value={typeof value === 'number' ? value : whenMissing}
      onChange={(typed) => typeof typed === 'number' && onChange(Math.min(Math.max(min, typed), max))}
    />
  );
}
