import { SegmentedControl } from '@mantine/core';
import { CopyLink } from './CopyLink.tsx';

/** How an answer of the service is shown: for people, or as it came. */
export type AnswerForm = 'readable' | 'json';

interface FormSwitchProps {
  /** What the switch is of, for those who cannot see it. */
  readonly label: string;
  readonly form: AnswerForm;
  /** The answer as it came: to be copied while it is shown. */
  readonly json: string;
  readonly onForm: (form: AnswerForm) => void;
}

/** Shows an answer of the service readable or as JSON; the JSON can be copied. */
export function FormSwitch({ label, form, json, onForm }: FormSwitchProps) {
  return (
    <>
      {form === 'json' && <CopyLink label="Copy" text={() => json} />}
      <SegmentedControl
        aria-label={label}
        value={form}
        onChange={onForm}
        data={[
          { value: 'readable', label: 'Readable' },
          { value: 'json', label: 'As JSON' },
        ]}
      />
    </>
  );
}
