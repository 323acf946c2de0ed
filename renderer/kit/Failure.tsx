import { Button } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AppError } from '../../shared/base/index.ts';
import { asAppError } from '../api/index.ts';
import { CopyLink } from './CopyLink.tsx';
import './failure.css';

interface FailureProps {
  readonly error: Error;
  /** What failed, in few words: "The file was not read". */
  readonly title: string;
  /** What was kept, when the error's own sentence does not say so. */
  readonly kept?: ReactNode;
  /** Repeats the action. The button appears only when the error is safe to retry. */
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

/** What happened, what was kept and what to do, with a code and details to copy. */
export function FailurePanel({ error: thrown, title, kept, onRetry, children }: FailureProps) {
  const error = asAppError(thrown);
  return (
    <section className="failure" role="alert" aria-label={title}>
      <IconCircleX size={22} stroke={1.6} aria-hidden />
      <h2 className="failure-title">{title}</h2>
      <div className="failure-body">
        <p>{error.message}</p>
        {kept !== undefined && <p className="second">{kept}</p>}
      </div>
      <div className="failure-foot">
        {onRetry !== undefined && error.retry === 'safe' && (
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

/** One line with the same error as `FailurePanel`, shown below the field or button that it belongs to; nothing without an error. */
export function FailureLine({ error: thrown }: { readonly error: Error | null }) {
  if (thrown === null) return null;
  const error = asAppError(thrown);
  return (
    <div className="failure-line small" role="alert">
      <IconCircleX size={14} stroke={1.8} aria-hidden />
      <span>
        {error.message} <span className="failure-code">{error.code}</span>
      </span>
    </div>
  );
}
