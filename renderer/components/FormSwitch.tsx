import { SegmentedControl } from '@mantine/core';
import { CopyLink } from './CopyLink.tsx';

/** How to show an answer of the service: readable, or as the original JSON. */
export type AnswerForm = 'readable' | 'json';

interface FormSwitchProps {
  readonly label: string;
  readonly form: AnswerForm;
  /** The original answer, which can be copied while it is shown. */
  readonly json: string;
  readonly onForm: (form: AnswerForm) => void;
}

/** Switches an answer of the service between readable and JSON; the JSON can be copied. */
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
