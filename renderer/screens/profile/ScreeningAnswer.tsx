import { Loader } from '@mantine/core';
import { IconHourglassHigh } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AnswerView } from '../../../shared/contract/index.ts';
import { AnswerPanel } from '../../components/index.ts';
import { FailureLine } from '../../kit/index.ts';
import type { useAction } from '../../api/index.ts';
import { dayText } from '../../format/index.ts';
import { readScores, type ScoreAnswer } from './score-answer.ts';

interface ScreeningAnswerProps {
  /** The person as entered for the screening. The form may show another person by now. */
  readonly name: string;
  readonly answer: AnswerView;
  /** Reads the profile again, free of charge. */
  readonly checking: ReturnType<typeof useAction<[profileId: string]>>;
}

function Pending({ answer, checking }: { readonly answer: ScoreAnswer; readonly checking: ScreeningAnswerProps['checking'] }) {
  const { profileId, now, isNowPending } = answer;
  const title = isNowPending
    ? 'These scores are pending'
    : now.length > 0
      ? 'Newer scores are being calculated'
      : 'The scores are being calculated';
  return (
    <div className="answer-pending">
      <IconHourglassHigh size={18} stroke={1.6} aria-hidden />
      <div>
        <div className="answer-pending-head">
          <h3 className="card-title">{title}</h3>
          {profileId !== null && (
            <button
              type="button"
              className="link"
              aria-disabled={checking.isPending}
              onClick={() => {
                if (!checking.isPending) void checking.run(profileId);
              }}
            >
              {checking.isPending ? <Loader size={12} aria-label="Checking" /> : 'Check now'}
            </button>
          )}
        </div>
        <p className="second">
          {isNowPending
            ? 'The service can still change them, and gives no date.'
            : 'There is nothing to read yet, and the service gives no date.'}{' '}
          {profileId === null
            ? 'Look for the person under Find a profile before you pay for another screening.'
            : 'Check again before you pay for another screening. Checking costs nothing.'}
        </p>
        <FailureLine error={checking.error} />
      </div>
    </div>
  );
}

/** The service's answer for the person, next to the form. An answer without the usual parts is shown unchanged. */
export function ScreeningAnswer({ name, answer, checking }: ScreeningAnswerProps) {
  const scores = useMemo(() => readScores(answer), [answer]);
  const { now, scoredOn, highlights, isPending, isNowPending } = scores;
  if (now.length === 0 && !isPending) return <AnswerPanel title="Answer from the service" answer={answer} />;
  return (
    <AnswerPanel
      title={isNowPending ? 'Pending scores' : now.length > 0 ? 'Current scores' : 'No scores yet'}
      answer={answer}
      entries={now}
      highlights={highlights}
      {...(name !== '' && { subtitle: name })}
      note={
        <p className="second">
          {scoredOn === null ? 'The service gives no date.' : `Scored ${dayText(scoredOn)}.`}{' '}
          {isNowPending ? 'The service has not completed these scores.' : 'These are the last scores that the service completed.'}
        </p>
      }
    >
      {isPending && <Pending answer={scores} checking={checking} />}
    </AnswerPanel>
  );
}
