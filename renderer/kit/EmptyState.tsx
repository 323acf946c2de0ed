import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './empty.css';

export function EmptyState(props: {
  readonly icon: Icon;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  const { icon: EmptyIcon } = props;
  return (
    <div className="empty">
      <span className="empty-icon" aria-hidden>
        <EmptyIcon size={24} stroke={1.6} />
      </span>
      <h2 className="empty-title">{props.title}</h2>
      <div className="second">{props.children}</div>
      {props.action !== undefined && <div className="empty-action">{props.action}</div>}
    </div>
  );
}
