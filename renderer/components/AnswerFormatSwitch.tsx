import { SegmentedControl } from '@mantine/core';
import { CopyLink } from '../kit/index.ts';

/** How to show an answer of the service: readable, or as the original JSON. */
export type AnswerFormat = 'readable' | 'json';

interface AnswerFormatSwitchProps {
  readonly label: string;
  readonly format: AnswerFormat;
  /** The original answer, which can be copied while it is shown. */
  readonly json: string;
  readonly onFormat: (format: AnswerFormat) => void;
}

/** Switches an answer of the service between readable and JSON; the JSON can be copied. */
export function AnswerFormatSwitch({ label, format, json, onFormat }: AnswerFormatSwitchProps) {
  return (
    <>
      {format === 'json' && <CopyLink label="Copy" text={() => json} />}
      <SegmentedControl
        aria-label={label}
        value={format}
        onChange={onFormat}
        data={[
          { value: 'readable', label: 'Readable' },
          { value: 'json', label: 'As JSON' },
        ]}
      />
    </>
  );
}
