import { type Icon, IconArrowsLeftRight, IconCheck, IconCircleMinus, IconCut, IconUserQuestion } from '@tabler/icons-react';
import type { ProofState } from '../../../shared/write-back/index.ts';

const ICONS: Readonly<Record<ProofState, Icon>> = {
  there: IconCheck,
  missing: IconCircleMinus,
  cut: IconCut,
  different: IconArrowsLeftRight,
  elsewhere: IconUserQuestion,
};

/** The sign of what was found about a value; its word stands next to it. */
export function StateIcon({ state }: { readonly state: ProofState }) {
  const Sign = ICONS[state];
  return <Sign className="proof-sign" data-state={state} size={16} stroke={1.6} aria-hidden />;
}
