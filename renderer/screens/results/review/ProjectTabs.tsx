import { useRef } from 'react';
import type { ProjectView, ResultsView } from '../../../../shared/contract/index.ts';
import type { Proof } from '../../../../shared/write-back/index.ts';
import { notThere } from '../../../../shared/view-texts/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { number } from '../../../format/index.ts';
import { isControlKey, useWindowKey } from '../../../kit/index.ts';
import { navigate, toProject } from '../../../navigation/index.ts';
import { usePassing } from './usePassing.ts';

interface ProjectTabsProps {
  readonly project: ProjectView;
  /** Undefined until loaded. */
  readonly results: ResultsView | undefined;
  readonly current: 'scores' | 'review' | 'writeBack' | 'report';
  /** The number of people who pass in the page's layout; undefined on pages without a layout. */
  readonly passes?: number | undefined;
}

/** Arrows move between tabs. Only the fourth tab has a shortcut, because the application menu uses Ctrl 1 to 3 for other screens. */
function useTabKeys(id: string, hasReport: boolean) {
  const nav = useRef<HTMLElement>(null);
  useWindowKey((event) => {
    if (hasReport && isControlKey(event, '4')) {
      navigate(toProject(id, 'results', {}, 'report'));
      return true;
    }
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const tabs = [...(nav.current?.querySelectorAll('a') ?? [])];
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    if (by === 0 || at < 0) return false;
    tabs.at((at + by) % tabs.length)?.focus();
    return true;
  });
  return nav;
}

const thereText = (proof: Proof): string => (notThere(proof) === 0 ? 'all there' : `${number(notThere(proof))} not there`);

/** The tabs of a finished project, each with its most important number. */
export function ProjectTabs({ project: { id }, results, current, passes }: ProjectTabsProps) {
  const hasScored = results !== undefined && results.counts.scored > 0;
  const nav = useTabKeys(id, hasScored);
  const review = useContractQuery('review.get', { id, filters: [], find: '', value: null }, { enabled: hasScored });
  const proof = useContractQuery('proof.get', { id }, { enabled: hasScored }).data ?? null;
  const counted = usePassing(id, passes === undefined && current !== 'writeBack' ? (results?.counts.scored ?? 0) : 0);
  const pass = passes ?? counted;
  const isPilot = useContractQuery('cost.get', { id }).data?.best?.pilot != null;
  return (
    <nav className="project-tabs" aria-label="Parts of the project" ref={nav}>
      <a href={toProject(id, 'results')} {...(current === 'scores' && { 'aria-current': 'page' })}>
        Scores {results !== undefined && <span>{number(results.counts.scored)}</span>}
      </a>
      {isPilot && <a href={toProject(id, 'results', {}, 'pilot')}>Pilot</a>}
      {hasScored && (
        <>
          <a href={toProject(id, 'results', {}, 'review')} {...(current === 'review' && { 'aria-current': 'page' })}>
            Review {review.data !== undefined && <span>{number(review.data.all.left)} left</span>}
          </a>
          <a href={toProject(id, 'results', {}, 'write-back')} {...(current === 'writeBack' && { 'aria-current': 'page' })}>
            Write back {proof === null ? pass !== null && <span>{number(pass)} pass</span> : <span>{thereText(proof)}</span>}
          </a>
          <a href={toProject(id, 'results', {}, 'report')} {...(current === 'report' && { 'aria-current': 'page' })}>
            Report
          </a>
        </>
      )}
    </nav>
  );
}
