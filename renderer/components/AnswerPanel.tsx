import { type ReactNode, useState } from 'react';
import type { AnswerView } from '../../shared/contract/index.ts';
import { type AnswerFormat, AnswerFormatSwitch } from './AnswerFormatSwitch.tsx';
import type { AnswerEntry } from './answer-entries.ts';
import { ScoreParts } from './ScoreParts.tsx';
import './answer-panel.css';

const NO_ENTRIES: readonly AnswerEntry[] = [];

interface AnswerPanelProps {
  readonly title: string;
  readonly answer: AnswerView;
  /** The values to show; without it all of them. */
  readonly entries?: readonly AnswerEntry[];
  /** The most important of them, shown large. */
  readonly highlights?: readonly AnswerEntry[];
  /** Below the title: the person of the answer. */
  readonly subtitle?: ReactNode;
  /** Above the values. */
  readonly note?: ReactNode;
  readonly end?: ReactNode;
  /** Below the answer. */
  readonly children?: ReactNode;
}

/** An answer of the service: in readable parts, as on the page of a person, or as the original JSON text. */
export function AnswerPanel({
  title,
  answer,
  entries = answer.values,
  highlights = NO_ENTRIES,
  subtitle,
  note,
  end,
  children,
}: AnswerPanelProps) {
  const [format, setFormat] = useState<AnswerFormat>('readable');
  return (
    <section className="card" aria-label={title}>
      <div className="answer-head">
        <div>
          <h2 className="card-title">{title}</h2>
          {subtitle !== undefined && <div className="second">{subtitle}</div>}
        </div>
        {end}
        <div className="answer-format">
          <AnswerFormatSwitch label="Format of the answer" format={format} json={answer.json} onFormat={setFormat} />
        </div>
      </div>
      {format === 'json' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keyboard
        <pre className="answer-json" tabIndex={0} aria-label="The answer as JSON">
          {answer.json}
        </pre>
      )}
      {format === 'readable' && entries.length > 0 && (
        <div className="answer-body">
          {note}
          <ScoreParts entries={entries} highlights={highlights} level={3} />
        </div>
      )}
      {children}
    </section>
  );
}
