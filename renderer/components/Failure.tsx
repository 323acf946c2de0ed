import { Button } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AppError } from '../../shared/base/errors.ts';
import { CopyLink } from './CopyLink.tsx';
import './failure.css';

interface FailureProps {
  readonly error: AppError;
  /** What was not done, in few words: "The file was not read". */
  readonly title: string;
  /** What was kept, when the error's own sentence does not say so. */
  readonly kept?: ReactNode;
  /** Does the same again. The button shows only where the error says that this is safe. */
  readonly onRetry?: () => void;
  /** What else can be done: links and outlined buttons. */
  readonly children?: ReactNode;
}

/** What support needs: the code and the facts, never a person's data. */
function details(error: AppError): string {
  const facts = Object.entries(error.details).map(([name, value]) => `${name}: ${String(value)}`);
  return [error.code, error.message, ...facts, new Date().toISOString()].join('\n');
}

/** What happened, what was kept and what to do, with a code and a detail that can be copied. */
export function FailurePanel({ error, title, kept, onRetry, children }: FailureProps) {
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

/** The same in one line, below the field or the button that it belongs to. */
export function FailureLine({ error }: { readonly error: AppError }) {
  return (
    <div className="failure-line small" role="alert">
      <IconCircleX size={14} stroke={1.8} aria-hidden />
      <span>
        {error.message} <span className="failure-code">{error.code}</span>
      </span>
    </div>
  );
}
