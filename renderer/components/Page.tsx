import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { progressTitle, runProgress } from '../../shared/view-texts/index.ts';
import { contractQuery, useClient, useContractQuery } from '../api/index.ts';
import { isArrival, useRoute } from '../navigation/index.ts';
import './page.css';

interface PageProps {
  readonly head: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
  /** The head has the page's own background, without a line below it. */
  readonly isPlain?: boolean;
  /** The child with `data-grows` takes the remaining height and scrolls by itself. */
  readonly hasGrowingChild?: boolean;
  /** Set when the body contains nothing focusable: the body itself gets the focus, so that keys can scroll it. */
  readonly isFocusable?: boolean;
  /** The application has not answered yet, so the body is empty. */
  readonly isWaiting?: boolean;
}

/** A screen: a head, a scrolling body, and a foot that stays visible. */
export function Page({
  head,
  foot,
  children,
  isPlain = false,
  hasGrowingChild = false,
  isFocusable = false,
  isWaiting = false,
}: PageProps) {
  return (
    <div className="page">
      <header className="page-head" {...(isPlain && { 'data-plain': true })}>
        {head}
      </header>
      <main
        className="page-body"
        {...(isPlain && { 'data-plain': true })}
        {...(hasGrowingChild && { 'data-fill': true })}
        {...(isFocusable && { tabIndex: 0 })}
        aria-busy={isWaiting}
      >
        {children}
      </main>
      {foot}
    </div>
  );
}

/** The window title with the progress of running projects; null when there is none or the taskbar shows it. */
function useProgressTitle(): string | null {
  const app = useContractQuery('app.get', {});
  const { data } = useQuery({
    ...contractQuery(useClient(), 'projects.list', {}),
    select: (projects) => {
      const progress = runProgress(projects);
      return progress === null ? null : progressTitle(progress);
    },
  });
  return app.data?.desktop.progress === false ? (data ?? null) : null;
}

/**
 * The title of a screen. It gets the focus when the user arrives, so that a screen reader reads it and the next Tab starts at the top.
 * `spoken`: more text for screen readers, which is visible elsewhere, such as the step.
 */
export function PageTitle(props: { readonly children: ReactNode; readonly window: string; readonly spoken?: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  const route = useRoute();
  const progress = useProgressTitle();
  useEffect(() => {
    document.title = progress ?? `${props.window} – Screening Desk`;
  }, [props.window, progress]);
  // Before the screen is painted: a user who sees a button may use it at once, and its focus must not move away.
  useLayoutEffect(() => {
    // While the user edits the title, its field has the focus.
    if (isArrival(route) && title.current?.contains(document.activeElement) !== true) title.current?.focus({ preventScroll: true });
  }, [route]);
  return (
    <h1 ref={title} tabIndex={-1} className="page-title">
      {props.children}
      {props.spoken !== undefined && <span className="visually-hidden">, {props.spoken}</span>}
    </h1>
  );
}

/** Content with a side panel, which moves below it in a narrow window. */
export function PageColumns({ side, children }: { readonly side: number; readonly children: ReactNode }) {
  const width: CSSProperties & { readonly '--side': string } = { '--side': `${side}px` };
  return (
    <div className="page-columns" style={width}>
      {children}
    </div>
  );
}
