import { Loader } from '@mantine/core';
import { IconHourglassHigh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { AnswerView } from '../../../shared/contract/index.ts';
import { AnswerPanel } from '../../components/AnswerPanel.tsx';
import { FailureLine } from '../../components/Failure.tsx';
import { type AnswerForm, FormSwitch } from '../../components/FormSwitch.tsx';
import { displayText, ownTitle, partTitle } from '../../components/leaves.ts';
import type { useAction } from '../../api/useAction.ts';
import { dayText } from '../../format/text.ts';
import { readScores, type ScoreAnswer } from './score-answer.ts';

function Scores({ answer }: { readonly answer: ScoreAnswer }) {
  const { now, scoredOn, highlights } = answer;
  return (
    <div className="answer-scores">
      <p className="second">{scoredOn === null ? 'The service names no date.' : `Scored ${dayText(scoredOn)}.`}</p>
      {highlights.length > 0 && (
        <dl className="answer-highlights">
          {highlights.map((leaf) => (
            <div key={leaf.key}>
              <dt>{ownTitle(leaf.title)}</dt>
              <dd>{displayText(leaf)}</dd>
            </div>
          ))}
        </dl>
      )}
      {now.map(({ path, leaves }) => (
        <div key={path.join('.')} className="answer-part">
          {path.length > 1 && <h3>{partTitle(path.slice(1))}</h3>}
          <dl>
            {leaves.map((leaf) => (
              <div key={leaf.key} className="answer-line">
                <dt>{ownTitle(leaf.title)}</dt>
                <dd>{displayText(leaf)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

interface ScreeningAnswerProps {
  /** The person as entered for the screening; the form may hold somebody else by now. */
  readonly name: string;
  readonly answer: AnswerView;
  /** Reads the profile again, free of charge. */
  readonly checking: ReturnType<typeof useAction<[profileId: string]>>;
}

function Pending({ answer, checking }: { readonly answer: ScoreAnswer; readonly checking: ScreeningAnswerProps['checking'] }) {
  const { profileId, now, highlights } = answer;
  const hasScores = now.length > 0 || highlights.length > 0;
  return (
    <div className="answer-pending">
      <IconHourglassHigh size={18} stroke={1.6} aria-hidden />
      <div>
        <div className="answer-pending-head">
          <h3 className="card-title">{hasScores ? 'Newer scores are being worked out' : 'The scores are being worked out'}</h3>
          {profileId !== null && (
            <button
              type="button"
              className="link"
              aria-disabled={checking.isRunning}
              onClick={() => {
                if (!checking.isRunning) void checking.run(profileId);
              }}
            >
              {checking.isRunning ? <Loader size={12} aria-label="Checking" /> : 'Check now'}
            </button>
          )}
        </div>
        <p className="second">
          There is nothing to read yet, and the service names no date.{' '}
          {profileId === null
            ? 'Look for the person under Find a profile before you pay for another screening.'
            : 'Check again before you pay for another screening. Checking costs nothing.'}
        </p>
        {checking.error !== null && <FailureLine error={checking.error} />}
      </div>
    </div>
  );
}

/** What the service answered for the person, next to the form. An answer without the usual parts is shown as it came. */
export function ScreeningAnswer({ name, answer, checking }: ScreeningAnswerProps) {
  const [form, setForm] = useState<AnswerForm>('readable');
  const scores = useMemo(() => readScores(answer), [answer]);
  const hasScores = scores.now.length > 0 || scores.highlights.length > 0;
  if (!hasScores && !scores.isPending) return <AnswerPanel title="Answer of the service" answer={answer} />;
  const title = hasScores ? 'Scores that count now' : 'No scores yet';
  return (
    <section className="card answer-card" aria-label={title}>
      <div className="answer-card-head">
        <div>
          <h2 className="card-title">{title}</h2>
          {name !== '' && <div className="second">{name}</div>}
        </div>
        <div className="answer-form">
          <FormSwitch label="Form of the answer" form={form} json={answer.json} onForm={setForm} />
        </div>
      </div>
      {form === 'json' && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keyboard
        <pre className="answer-json" tabIndex={0} aria-label="The answer as JSON">
          {answer.json}
        </pre>
      )}
      {form === 'readable' && hasScores && <Scores answer={scores} />}
      {scores.isPending && <Pending answer={scores} checking={checking} />}
    </section>
  );
}
