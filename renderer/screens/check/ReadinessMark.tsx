import { IconCircleDashed, IconCircleFilled, IconCircleHalf2, IconCircleX } from '@tabler/icons-react';
import type { Readiness } from '../../../shared/contract/index.ts';

const MARKS = { ready: IconCircleFilled, fixable: IconCircleDashed, incomplete: IconCircleHalf2, invalid: IconCircleX } as const;

export const READINESS_LABELS: Readonly<Record<Readiness, string>> = {
  ready: 'Ready',
  fixable: 'Ready with safe fixes',
  incomplete: 'Incomplete',
  invalid: 'Won’t be accepted',
};

/** The icon of a readiness: a full, a half and a crossed circle. Always with its word, visible or for screen readers. */
export function ReadinessMark({ readiness }: { readonly readiness: Readiness }) {
  const Mark = MARKS[readiness];
  return <Mark className="readiness-mark" data-readiness={readiness} size={readiness === 'ready' ? 9 : 13} stroke={2} aria-hidden />;
}
