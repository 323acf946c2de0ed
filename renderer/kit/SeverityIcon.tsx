import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { Severity } from '../../shared/contract/index.ts';

const ICONS = { error: IconCircleX, warning: IconAlertTriangle, note: IconInfoCircle } as const;
const LABELS: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', note: 'Note' };

/** Includes the severity for screen readers. */
export function SeverityIcon({ severity, size = 14 }: { readonly severity: Severity; readonly size?: number }) {
  const Icon = ICONS[severity];
  return (
    <>
      <Icon size={size} stroke={1.8} aria-hidden />
      <span className="visually-hidden">{LABELS[severity]}: </span>
    </>
  );
}
