import { Button } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import type { AppError } from '../../shared/base/index.ts';
import { asAppError, useUnreadQueries } from '../api/index.ts';
import { CopyLink } from './CopyLink.tsx';
import './failure.css';

/** The messages of the failures in the window; the same message can be there several times. */
let shown: readonly string[] = [];
const listeners = new Set<() => void>();

function setShown(next: readonly string[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Counts a message as shown while its component is mounted. */
function useShown(message: string | null): void {
  // Before the browser paints, so that the same failure does not appear in a second place for a moment.
  useLayoutEffect(() => {
    if (message === null) return;
    setShown([...shown, message]);
    return () => setShown(shown.toSpliced(shown.lastIndexOf(message), 1));
  }, [message]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface FailureProps {
  readonly error: Error;
  /** What failed, in few words: "The file was not read". */
  readonly title: string;
  /** What was kept, when the error's own sentence does not say so. */
  readonly kept?: ReactNode;
  /** Repeats the action. The button appears only when the error is safe to retry, or a defect, which says nothing about the next time. */
  readonly onRetry?: () => void;
  /** Other actions: links and outlined buttons. */
  readonly children?: ReactNode;
}

/** Facts for support: the code and the details, never personal data. */
function details(error: AppError): string {
  const facts = Object.entries(error.details).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  return [error.code, error.message, ...facts, new Date().toISOString()].join('\n');
}

interface PanelProps extends Omit<FailureProps, 'error'> {
  readonly error: AppError;
}

function Panel({ error, title, kept, onRetry, children }: PanelProps) {
  return (
    <section className="failure" role="alert" aria-label={title}>
      <IconCircleX size={22} stroke={1.6} aria-hidden />
      <h2 className="failure-title">{title}</h2>
      <div className="failure-body">
        <p>{error.message}</p>
        {kept !== undefined && <p className="second">{kept}</p>}
      </div>
      <div className="failure-foot">
        {onRetry !== undefined && (
          <Button variant="default" size="xs" onClick={onRetry}>
            Try again
          </Button>
        )}
        {children}
        <CopyLink label="Copy the details" text={() => details(error)} />
        <span className="failure-code">{error.code}</span>
      </div>
    </section>
  );
}

/** What happened, what was kept and what to do, with a code and details to copy. */
export function FailurePanel({ error: thrown, onRetry, ...props }: FailureProps) {
  const error = asAppError(thrown);
  useShown(error.message);
  return (
    <Panel error={error} {...props} {...(onRetry !== undefined && (error.retry === 'safe' || error.code === 'INTERNAL') && { onRetry })} />
  );
}

/** The failure of a query that no other part of the screen shows; nothing without one. Otherwise that part would only be missing. */
export function UnreadParts() {
  const { errors, again } = useUnreadQueries();
  const messages = useSyncExternalStore(subscribe, () => shown);
  const error = errors.map(asAppError).find(({ message }) => !messages.includes(message));
  if (error === undefined) return null;
  return <Panel title="Part of this screen could not be read" error={error} kept="Nothing was changed or sent." onRetry={again} />;
}

/** One line with the same error as `FailurePanel`, shown below the field or button that it belongs to; nothing without an error. */
export function FailureLine({ error: thrown }: { readonly error: Error | null }) {
  const error = thrown === null ? null : asAppError(thrown);
  useShown(error?.message ?? null);
  if (error === null) return null;
  return (
    <div className="failure-line small" role="alert">
      <IconCircleX size={14} stroke={1.8} aria-hidden />
      <span>
        {error.message} <span className="failure-code">{error.code}</span>
      </span>
    </div>
  );
}
