import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import './blocked-notice.css';

interface BlockedNoticeProps {
  readonly icon: Icon;
  readonly tone: 'warning' | 'neutral';
  readonly title: string;
  readonly children: ReactNode;
}

/** Why a project is blocked, paused or waiting for a decision. */
export function BlockedNotice({ icon: NoticeIcon, tone, title, children }: BlockedNoticeProps) {
  const id = useId();
  return (
    <section className="card blocked-notice" data-tone={tone} aria-labelledby={id}>
      <NoticeIcon size={22} stroke={1.6} aria-hidden />
      <div>
        <h2 className="blocked-notice-title" id={id}>
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}
