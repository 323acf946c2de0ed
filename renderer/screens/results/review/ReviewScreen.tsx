import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ProjectView, ResultsView } from '../../../../shared/contract/index.ts';
import { Reason, VerdictKind } from '../../../../shared/review/index.ts';
import { FailureLine, FailurePanel, isControlKey, isTyping, useWindowKey } from '../../../kit/index.ts';
import { Page, ProjectHead, ProjectMenu } from '../../../components/index.ts';
import { count, number } from '../../../format/index.ts';
import { toProject } from '../../../navigation/index.ts';
import { ProjectTabs } from './ProjectTabs.tsx';
import { type ExportStatusOf, ReviewFiles } from './ReviewFiles.tsx';
import { ReviewList } from './ReviewList.tsx';
import { ReviewPair } from './ReviewPair.tsx';
import { ReviewPrecision } from './ReviewPrecision.tsx';
import { ReviewVerdict, VERDICT_KEYS } from './ReviewVerdict.tsx';
import { useReview } from './useReview.ts';
import './review.css';
import './review-precision.css';
import './review-verdict.css';

interface ReviewScreenProps {
  readonly project: ProjectView;
  /** Undefined until loaded. */
  readonly results: ResultsView | undefined;
  /** Shows a file that is being written. */
  readonly exportStatus: ExportStatusOf;
}

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
/** Elements that handle arrows and letters themselves. */
const OWN_KEYS = '[role="listbox"], [role="option"], [role="combobox"], .review-scroll';

export function ReviewScreen({ project, results, exportStatus }: ReviewScreenProps) {
  const { id } = project;
  const review = useReview(id);
  const { view, queue, person, list, chosen, scores } = review;
  const title = useRef<HTMLHeadingElement>(null);
  const note = useRef<HTMLInputElement>(null);
  const find = useRef<HTMLInputElement>(null);
  const toTitle = () => title.current?.focus({ preventScroll: true });

  useWindowKey((event) => {
    if (isTyping(event)) return false;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (isControlKey(event, 'z')) {
      review.takeBack();
      toTitle();
      return true;
    }
    if (event.altKey || event.metaKey || event.ctrlKey) return false;
    const isElsewhere = event.target instanceof Element && event.target.closest(OWN_KEYS) !== null;
    const kind = VerdictKind.options.find((one) => VERDICT_KEYS[one].toLowerCase() === key);
    if (kind !== undefined) {
      review.judge(kind);
      toTitle();
      return true;
    }
    if (key === 'n') note.current?.focus();
    else if (key === '/') find.current?.focus();
    else if (key === 'o') document.querySelector<HTMLElement>('.review-links button')?.click();
    else if (/^[1-9]$/.test(key) && Reason.options[Number(key) - 1] !== undefined) {
      const reason = Reason.options[Number(key) - 1]!;
      review.setReason(review.reason === reason ? null : reason);
    } else if (STEPS[key] !== undefined && !isElsewhere) {
      if (review.move(STEPS[key])) toTitle();
    } else return false;
    return true;
  });

  const failed = view.error ?? queue.error;
  const carried = review.carry.data?.carried ?? 0;
  const isFiltered = scores.filters.length > 0 || scores.find !== '';
  const isDone = view.data !== undefined && view.data.left === 0 && list.part === 'left' && list.find === '';
  // True until the current person is shown, because a verdict needs one.
  const isUnread = person.data === undefined && person.error === null && review.current !== null;
  return (
    <Page
      head={
        <>
          <ProjectHead
            project={project}
            step="results"
            hasSteps={false}
            end={
              <>
                <ProjectMenu project={project} />
                <ReviewFiles id={id} conditions={{ filters: [...scores.filters], find: scores.find }} exportStatus={exportStatus} />
              </>
            }
          />
          <ProjectTabs project={project} results={results} current="review" />
        </>
      }
    >
      {failed !== null && <FailurePanel title="The review could not be read" error={failed} onRetry={() => void view.refetch()} />}
      {view.data === undefined && failed === null && (
        <div aria-busy="true">
          <Skeleton height={420} radius={8} />
        </div>
      )}
      {view.data !== undefined && (
        <>
          {carried > 0 && (
            <p className="review-notice">
              {count(carried, 'verdict was', 'verdicts were')} taken over from {review.carry.data!.from}: ID, name and address are the same
              on both sides.
            </p>
          )}
          {view.data.stale.length > 0 && (
            <p className="review-notice">
              {count(view.data.stale.length, 'verdict is', 'verdicts are')} kept for profiles that are no longer matched to their rows, but
              {view.data.stale.length === 1 ? ' is' : ' are'} not used: row {view.data.stale.slice(0, 10).map(number).join(', ')}
              {view.data.stale.length > 10 ? ' …' : ''}.
            </p>
          )}
          {isFiltered && (
            <p className="review-notice">
              Only people who match the filters in Scores: {number(view.data.scored)} of {number(view.data.all.scored)}.{' '}
              <button type="button" className="link" onClick={() => review.changeScores({ filters: [], find: '', segmentId: null })}>
                Review everybody
              </button>
            </p>
          )}
          <div className="review">
            <ReviewList
              findRef={find}
              view={view.data}
              queue={queue.data}
              columns={results?.columns ?? []}
              state={list}
              onState={(change) => {
                review.changeList(change);
                review.show(null);
              }}
              current={review.current}
              onRow={(row) => {
                review.show(row);
                toTitle();
              }}
              onJump={() => {
                void review.jump().then((found) => found && toTitle());
              }}
              chosen={chosen}
              onChosen={review.setChosen}
            />
            <div className="review-middle">
              {review.position >= 0 && queue.data !== undefined && (
                <div className="review-turn">
                  <ActionIcon variant="default" aria-label="Previous person" onClick={() => review.move(-1)}>
                    <IconChevronLeft size={16} stroke={1.8} aria-hidden />
                  </ActionIcon>
                  <span className="second small tabular">
                    {number(list.offset + review.position + 1)} of {number(queue.data.total)}
                  </span>
                  <ActionIcon variant="default" aria-label="Next person" onClick={() => review.move(1)}>
                    <IconChevronRight size={16} stroke={1.8} aria-hidden />
                  </ActionIcon>
                </div>
              )}
              {isDone && review.current === null && (
                <section className="card review-done">
                  <h2 ref={title} tabIndex={-1}>
                    {view.data.scored === 1 ? 'The only one is reviewed' : `All ${number(view.data.scored)} are reviewed`}
                  </h2>
                  <p>
                    {number(view.data.verdicts.right)} right, {number(view.data.verdicts.wrong)} wrong, {number(view.data.verdicts.unsure)}{' '}
                    unsure, {number(view.data.accepted)} accepted without a review.
                  </p>
                  <Button component="a" href={toProject(id, 'results')} variant="default">
                    Back to Scores
                  </Button>
                </section>
              )}
              {person.error !== null && review.current !== null && (
                <FailurePanel title="This person cannot be shown" error={person.error} onRetry={() => void person.refetch()} />
              )}
              {isUnread && (
                <section className="card review-pair" aria-label="The person is being read" aria-busy="true">
                  <Skeleton height={360} radius={8} />
                </section>
              )}
              {person.data !== undefined && review.current !== null && (
                <>
                  <ReviewPair ref={title} id={id} person={person.data} view={view.data} />
                  <FailureLine error={review.carry.error} />
                  <FailureLine error={review.set.error} />
                  <FailureLine error={review.undo.error} />
                </>
              )}
              {(review.current !== null || review.canUndo) && (
                <ReviewVerdict
                  noteRef={note}
                  reason={review.reason}
                  onReason={review.setReason}
                  note={review.note}
                  onNote={review.setNote}
                  onLeaveNote={toTitle}
                  onVerdict={(kind) => {
                    review.judge(kind);
                    toTitle();
                  }}
                  chosen={chosen.size}
                  isBusy={review.set.isPending || review.undo.isPending || (isUnread && chosen.size === 0)}
                  canUndo={review.canUndo}
                  onUndo={() => {
                    review.takeBack();
                    toTitle();
                  }}
                  last={review.last}
                />
              )}
            </div>
            <ReviewPrecision id={id} view={view.data} />
          </div>
        </>
      )}
    </Page>
  );
}
