import { type OptionsFilter, Select } from '@mantine/core';
import { createContext, use } from 'react';
import type { FieldKey } from '../../../shared/fields/index.ts';
import type { MappingPlan, Target } from '../../../shared/mapping/index.ts';
import { TARGET_CHOICES, choiceOf, columnsFeeding, isFoundBy, targetOf } from '../../format/index.ts';

/** The current plan, for the column letters in the options. Only an open list reads it, so that a change rerenders only one row. */
export const PlanContext = createContext<MappingPlan | null>(null);

/** The fields that the connection of the list never sends. */
export const NeverSentContext = createContext<readonly FieldKey[]>([]);

function Choice({ value, label }: { readonly value: string; readonly label: string }) {
  const plan = use(PlanContext);
  const target = targetOf(value);
  const letters = plan === null || target.kind !== 'field' ? [] : columnsFeeding(plan, target.field);
  return (
    <span className="option-taken">
      <span>{value === 'none' ? 'Not sent. Stays in your file' : label}</span>
      {letters.map((letter) => (
        <span key={letter} className="letter">
          {letter}
        </span>
      ))}
    </span>
  );
}

/** The options that the typed text finds, in their groups. */
const foundOptions: OptionsFilter = ({ options, search }) =>
  options.flatMap((option): (typeof options)[number][] => {
    if (!('items' in option)) return isFoundBy(search, option) ? [option] : [];
    const items = option.items.filter((item) => isFoundBy(search, item));
    return items.length === 0 ? [] : [{ ...option, items }];
  });

interface TargetSelectProps {
  readonly id: string;
  readonly label: string;
  readonly target: Target;
  readonly isInvalid: boolean;
  readonly isDisabled: boolean;
  readonly onTarget: (target: Target) => void;
}

/** The target of a column: a searchable list of all fields. */
export function TargetSelect({ id, label, target, isInvalid, isDisabled, onTarget }: TargetSelectProps) {
  const neverSent = use(NeverSentContext);
  const isKept = target.kind === 'field' && neverSent.includes(target.field);
  return (
    <Select
      id={id}
      description={isKept ? 'Kept here, never sent' : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="xs"
      aria-label={label}
      aria-invalid={isInvalid}
      searchable
      // Other controls move the focus here, and an open list would cover the next lines.
      openOnFocus={false}
      selectFirstOptionOnChange
      filter={foundOptions}
      // Typing must replace the name of the current field, not append to it.
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.currentTarget.select()}
      disabled={isDisabled}
      allowDeselect={false}
      error={isInvalid}
      withErrorStyles={isInvalid}
      nothingFoundMessage="No field of this name"
      value={choiceOf(target)}
      onChange={(choice) => choice !== null && onTarget(targetOf(choice))}
      data={TARGET_CHOICES}
      renderOption={({ option }) => <Choice value={option.value} label={option.label} />}
      comboboxProps={{ width: 272, position: 'bottom-start', radius: 'md', shadow: 'sm' }}
    />
  );
}
