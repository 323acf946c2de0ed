import { Select } from '@mantine/core';
import { headerOfKey } from '../../../../shared/results/index.ts';
import type { ResultsView } from '../../../../shared/contract/index.ts';
import { useCommand } from '../../../api/index.ts';
import { FailureLine } from '../../../kit/index.ts';

interface ChoiceProps {
  readonly id: string;
  readonly results: ResultsView;
}

/** Asks which column of the file names the officer. It is kept here and never sent. */
export function OfficerChoice({ id, results }: ChoiceProps) {
  const choose = useCommand('officers.choose');
  const { choices, heading } = results.officerColumn;
  if (choices.length === 0) return null;
  const data = choices.map((key) => headerOfKey(key) ?? key);
  return (
    <div className="officer-choice">
      <Select
        size="xs"
        label="Which column names the officer?"
        description="Kept on this computer, never sent."
        placeholder="Choose a column"
        data={heading === null || data.includes(heading) ? data : [heading, ...data]}
        value={heading}
        onChange={(next) => next !== null && choose.mutate({ id, heading: next })}
      />
      <FailureLine error={choose.error} />
    </div>
  );
}
