import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconChevronDown, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { Outcome } from '../../../../shared/results/index.ts';
import type { ProjectView, ResultsView } from '../../../../shared/contract/index.ts';
import { dispositionText } from '../../../../shared/rows/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { useScreenRest } from '../../../components/index.ts';
import { toProject } from '../../../navigation/index.ts';
import { count, creditsCharged, creditsWithLater, day, number, time } from '../../../format/index.ts';
import { NOT_PART } from '../../../../shared/view-texts/index.ts';
import { bookkeepingOf } from './bookkeeping.ts';

const SMALL = '(max-width: 1099px), (max-height: 720px)';

interface BookkeepingProps {
  readonly project: ProjectView;
  readonly results: ResultsView;
  /** What changed since an earlier screening, as a fact. */
  readonly since: ReactNode;
  readonly onShow: (outcome: Outcome) => void;
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="book-fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface NotChosenProps {
  readonly project: ProjectView;
  readonly people: number;
  readonly onShow: () => void;
}

/** The people who were kept for later, with a button to screen them. */
function NotChosen({ project, people, onShow }: NotChosenProps) {
  const { id } = project;
  const screenRest = useScreenRest(project, 'check');
  const best = useContractQuery('cost.get', { id }).data?.best;
  const { label } = dispositionText('notChosen');
  if (best != null && best.pilot !== null)
    return (
      <Fact label="Pilot">
        <a className="link" href={toProject(id, 'results', {}, 'pilot')}>
          See how it did, and the other {number(people)}
        </a>
      </Fact>
    );
  return (
    <Fact label={label}>
      <button type="button" className="link" aria-label={`${label}: ${number(people)}, show them`} onClick={onShow}>
        {number(people)}
      </button>
      {screenRest.sentIn === null ? ' ' : ', now in '}
      {screenRest.button}
      {screenRest.failure}
    </Fact>
  );
}

/**
 * One line that says whether every row of the file has an outcome, or which number does not agree. Unfolds to the facts of the screening.
 */
export function Bookkeeping({ project, results, since, onShow }: BookkeepingProps) {
  const facts = useId();
  const { isComplete, title, sum } = bookkeepingOf(results);
  const [chosen, setOpen] = useState<boolean | null>(null);
  // In a small window, stay folded to keep space for the people. The line itself shows which number does not agree.
  const isSmall = useMediaQuery(SMALL, false, { getInitialValueInEffect: false });
  const isOpen = chosen ?? (!isComplete && !isSmall);
  const BookIcon = isComplete ? IconCircleCheck : IconAlertTriangle;
  const { lineage, processedAt: at } = project;
  const baseline = useContractQuery('projects.list', {}).data?.find(({ id }) => lineage?.kind === 'baseline' && id === lineage.of);
  const isPractice = project.connection.kind === 'practice';
  const rows = (outcome: Outcome, found: number, label: string) =>
    found > 0 && (
      <Fact label={label}>
        <button type="button" className="link" aria-label={`${label}: ${number(found)}, show them`} onClick={() => onShow(outcome)}>
          {number(found)}
        </button>
      </Fact>
    );
  const { counts, leftOut, notChosen, notPart, unplaced } = results;
  return (
    <section className="book" data-tone={isComplete ? 'done' : 'warning'} aria-label={title}>
      <button type="button" className="book-line" aria-expanded={isOpen} aria-controls={facts} onClick={() => setOpen(!isOpen)}>
        <BookIcon size={16} stroke={1.8} aria-hidden />
        <span className="book-text">
          <b>{title}</b> <span className="book-sum">{sum}</span>
        </span>
        <span className="book-end">
          <span className="book-credits">{isPractice ? 'no real credits' : creditsCharged(project, results.later)}</span>
          <b>Details</b>
          <IconChevronDown size={15} stroke={2} aria-hidden data-open={isOpen} />
        </span>
      </button>
      {isOpen && (
        <div id={facts}>
          <dl className="book-facts">
            <Fact label="Finished">{at === null ? 'not known' : `${day(at)}, ${time(at)}`}</Fact>
            <Fact label="Service">{project.connection.name}</Fact>
            <Fact label={isPractice ? 'Real credits charged' : 'Credits charged'}>{creditsWithLater(project, results.later)}</Fact>
            <Fact label="History">
              <a className="link" href={toProject(project.id, 'progress', {}, 'timeline')}>
                Full history
              </a>
            </Fact>
            {baseline !== undefined && (
              <Fact label="Only new or changed since">
                <a className="link" href={toProject(baseline.id, 'results')}>
                  {baseline.name}
                </a>
              </Fact>
            )}
            {rows('leftOut', leftOut - notChosen, 'Left out before sending')}
            {rows('refused', counts.refused, 'Not accepted by the service')}
            {rows('refused', unplaced, 'Not accepted, row not known')}
            {rows('unknown', counts.unknown, notPart > 0 ? NOT_PART : 'Without a result')}
            {rows('unmatched', counts.unmatched, 'Results without a row')}
            {notChosen > 0 && <NotChosen project={project} people={notChosen} onShow={() => onShow('notChosen')} />}
            {since}
          </dl>
          {!isComplete && counts.unknown > notPart && (
            <p className="book-note small">
              {count(counts.unknown, 'row')} may have been charged. <i>Fetch the results again</i> in the project’s menu costs nothing.
            </p>
          )}
        </div>
      )}
    </section>
  );
}
