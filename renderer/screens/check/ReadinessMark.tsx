import { IconCircleFilled, IconCircleHalf2, IconCircleX } from '@tabler/icons-react';
import type { Readiness } from '../../../shared/contract/index.ts';

const MARKS = { ready: IconCircleFilled, thin: IconCircleHalf2, refused: IconCircleX } as const;

/** The readiness of a row in words. */
export const READINESS_WORDS: Readonly<Record<Readiness, string>> = { ready: 'Ready', thin: 'Thin', refused: 'Would be refused' };

/** The sign of a readiness: a full, a half and a crossed circle. Its word stands beside it, or is there for the ear. */
export function ReadinessMark({ readiness }: { readonly readiness: Readiness }) {
  const Mark = MARKS[readiness];
  return <Mark className="check-mark" data-readiness={readiness} size={readiness === 'ready' ? 9 : 13} stroke={2} aria-hidden />;
}
