import type { ReactNode } from 'react';
import type { Severity } from '../../../shared/contract/index.ts';
import { SeverityIcon } from '../../kit/index.ts';
import { shownValue } from '../../format/index.ts';

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
      <ins className="grid-after cut">{shownValue(props.after)}</ins>
    </span>
  );
}
