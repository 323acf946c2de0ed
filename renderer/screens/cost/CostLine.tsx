/** One line of the cards about rows: label, reason, bar relative to the largest number, action and number. */
import {
  IconArrowMerge,
  IconBuilding,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleX,
  IconCopy,
  IconFlask,
  IconHandStop,
  IconHistory,
  IconHome,
  IconHourglass,
  IconUserMinus,
  IconAlertTriangle,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { NotSent } from '../../../shared/contract/index.ts';
import { ValueBar } from '../../kit/index.ts';
import './cost-rows.css';

type LineIcon = NotSent | 'fixable' | 'incomplete' | 'other';

const ICONS: Readonly<Record<LineIcon, Icon>> = {
  invalid: IconCircleX,
  leftOutByHand: IconUserMinus,
  otherRowSent: IconHome,
  merged: IconArrowMerge,
  duplicateId: IconCopy,
  suppressed: IconHandStop,
  deceased: IconCalendarOff,
  organization: IconBuilding,
  notAPerson: IconFlask,
  unchanged: IconHistory,
  unchangedUnscored: IconHistory,
  inProgress: IconHistory,
  recentlyScreened: IconHistory,
  notChosen: IconHourglass,
  fixable: IconAlertTriangle,
  incomplete: IconCircleHalf2,
  other: IconCircleCheck,
};

interface CostLineProps {
  readonly icon: LineIcon;
  readonly label: ReactNode;
  readonly note: ReactNode;
  /** The length of the bar, from 0 to 1. Omitted if the line has no effect on credits. */
  readonly share?: number;
  readonly action?: ReactNode;
  readonly value: ReactNode;
}

export function CostLine({ icon, label, note, share, action, value }: CostLineProps) {
  const LineIcon = ICONS[icon];
  return (
    <tr data-icon={icon}>
      <th scope="row" colSpan={2}>
        <span className="cost-what">
          <LineIcon className="cost-icon" size={16} stroke={1.6} aria-hidden />
          <span className="cost-label">{label}</span> <span className="cost-note">{note}</span>
        </span>
      </th>
      <td className="cost-bar">{share !== undefined && <ValueBar value={share} min={0} max={1} width={90} />}</td>
      <td className="cost-link">{action}</td>
      <td className="cost-number">{value}</td>
    </tr>
  );
}
