/** The checkboxes of a heading's menu: what is wrong with its values, or its most frequent ones. */
import { Checkbox } from '@mantine/core';
import type { ColumnFilter } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { number } from '../../format/index.ts';
import { hasCauses } from './rule-causes.ts';

interface OptionProps {
  readonly label: string;
  readonly rows: number;
  readonly isChecked: boolean;
  readonly onToggle: (isChecked: boolean) => void;
}

function Option({ label, rows, isChecked, onToggle }: OptionProps) {
  return (
    <Checkbox
      size="xs"
      className="heading-menu-item"
      checked={isChecked}
      label={
        <>
          {label} <span className="second tabular">{number(rows)}</span>
        </>
      }
      onChange={(event) => onToggle(event.currentTarget.checked)}
    />
  );
}

interface WrongValuesProps {
  readonly id: string;
  readonly field: FieldKey;
  readonly rule: { readonly code: string; readonly title: string; readonly rows: number };
  readonly filter: Pick<ColumnFilter, 'codes' | 'causes'>;
  readonly onChange: (change: Partial<ColumnFilter>) => void;
}

/** One rule with issues in the column; a rule with several reasons has an option for each. */
export function WrongValues({ id, field, rule: { code, title, rows }, filter: { codes, causes }, onChange }: WrongValuesProps) {
  const found = useContractQuery('check.causes', { id, code }, { enabled: hasCauses(code) }).data;
  const reasons = found?.fields.find((one) => one.field === field)?.causes ?? [];
  if (reasons.length < 2)
    return (
      <Option
        label={title}
        rows={rows}
        isChecked={codes.includes(code)}
        onToggle={(isOn) => onChange({ codes: isOn ? [...codes, code] : codes.filter((one) => one !== code) })}
      />
    );
  return reasons.map((reason) => {
    const others = causes.filter((one) => one.code !== code || one.key !== reason.key);
    return (
      <Option
        key={reason.key}
        label={reason.title}
        rows={reason.rows}
        isChecked={others.length < causes.length}
        onToggle={(isOn) => onChange({ causes: isOn ? [...others, { code, key: reason.key }] : others })}
      />
    );
  });
}

interface UsualValuesProps {
  readonly id: string;
  readonly field: FieldKey;
  readonly values: readonly string[];
  readonly onChange: (change: Partial<ColumnFilter>) => void;
}

/** The most frequent values. Shows nothing if every value is different. */
export function UsualValues({ id, field, values, onChange }: UsualValuesProps) {
  const usual = useContractQuery('check.values', { id, field }).data ?? [];
  if (usual.length === 0) return null;
  return (
    <>
      <div className="heading-menu-title">Filter: most frequent values</div>
      {usual.map(({ value, rows }) => (
        <Option
          key={value}
          label={value}
          rows={rows}
          isChecked={values.includes(value)}
          onToggle={(isOn) => onChange({ values: isOn ? [...values, value] : values.filter((one) => one !== value) })}
        />
      ))}
    </>
  );
}
