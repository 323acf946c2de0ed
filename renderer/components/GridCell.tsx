import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Severity } from '../../shared/contract/index.ts';

const ICONS = { error: IconCircleX, warning: IconAlertTriangle, note: IconInfoCircle } as const;
const WORDS: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', note: 'Note' };

/** Includes the severity for screen readers. */
export function SeverityIcon({ severity, size = 14 }: { readonly severity: Severity; readonly size?: number }) {
  const FoundIcon = ICONS[severity];
  return (
    <>
      <FoundIcon size={size} stroke={1.8} aria-hidden />
      <span className="visually-hidden">{WORDS[severity]}: </span>
    </>
  );
}

export function IssueCell({ severity, children }: { readonly severity: Severity; readonly children: ReactNode }) {
  return (
    <span className="grid-issue">
      <SeverityIcon severity={severity} />
      <span className="cut">{children}</span>
    </span>
  );
}

/** A cell with a pending fix: the old value struck through, the new one bold. */
export function PreviewCell(props: { readonly severity: Severity; readonly before: string; readonly after: string }) {
  return (
    <span className="grid-issue">
      <SeverityIcon severity={props.severity} />
      {props.before !== '' && <del className="grid-before cut">{props.before}</del>}
      <ins className="grid-after cut">{props.after === '' ? '(empty)' : props.after}</ins>
    </span>
  );
}
