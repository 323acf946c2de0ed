import { type Icon, IconArrowsLeftRight, IconCheck, IconCircleMinus, IconCut, IconUserQuestion } from '@tabler/icons-react';
import type { ProofState } from '../../../shared/write-back/index.ts';

const ICONS: Readonly<Record<ProofState, Icon>> = {
  there: IconCheck,
  missing: IconCircleMinus,
  cut: IconCut,
  different: IconArrowsLeftRight,
  elsewhere: IconUserQuestion,
};

/** The icon for the state of a value, shown next to its name. */
export function StateIcon({ state }: { readonly state: ProofState }) {
  const Sign = ICONS[state];
  return <Sign className="proof-sign" data-state={state} size={16} stroke={1.6} aria-hidden />;
}
