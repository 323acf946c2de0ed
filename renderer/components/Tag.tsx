import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconCircleX,
  IconHelpCircle,
  IconKey,
  IconLoader,
  IconPencil,
  IconPlayerPause,
  IconSchool,
  IconUpload,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConnectionView, ProjectView } from '../../shared/contract/index.ts';
import { type ProjectStatus, type StatusKind, statusOf } from '../format/index.ts';
import './tag.css';

/** The tone of a tag; `practice` is only for Practice. */
export type Tone = 'action' | 'done' | 'warning' | 'error' | 'neutral' | 'outline' | 'practice';

/** A state as an icon and a label on a tinted background. */
export function Tag(props: { readonly tone: Tone; readonly icon?: Icon; readonly children: ReactNode }) {
  const { icon: TagIcon } = props;
  return (
    <span className="tag" data-tone={props.tone}>
      {TagIcon !== undefined && <TagIcon size={14} stroke={1.8} aria-hidden />}
      <span className="cut">{props.children}</span>
    </span>
  );
}

export const practiceIcon: Icon = IconSchool;

const STATUS_STYLES: Readonly<Record<StatusKind, { readonly tone: Tone; readonly icon: Icon }>> = {
  working: { tone: 'action', icon: IconLoader },
  draft: { tone: 'neutral', icon: IconPencil },
  done: { tone: 'done', icon: IconCheck },
  someRefused: { tone: 'warning', icon: IconAlertTriangle },
  decide: { tone: 'warning', icon: IconHelpCircle },
  token: { tone: 'warning', icon: IconKey },
  paused: { tone: 'warning', icon: IconPlayerPause },
  unreadable: { tone: 'error', icon: IconCircleX },
  ended: { tone: 'neutral', icon: IconBan },
};

function iconOf(project: ProjectView, status: ProjectStatus): Icon {
  return project.state.at === 'adding' ? IconUpload : STATUS_STYLES[status.kind].icon;
}

export function StatusIcon({ kind }: { readonly kind: StatusKind }) {
  const { icon: KindIcon } = STATUS_STYLES[kind];
  return <KindIcon size={18} stroke={1.6} aria-hidden />;
}

/** The status of a project: icon, label and, with `hasDetail`, one line of detail. */
export function StatusTag(props: { readonly project: ProjectView; readonly hasDetail?: boolean }) {
  const status = statusOf(props.project);
  return (
    <>
      <Tag tone={STATUS_STYLES[status.kind].tone} icon={iconOf(props.project, status)}>
        {status.label}
      </Tag>
      {props.hasDetail === true && status.detail !== null && <div className="tag-detail small second cut">{status.detail}</div>}
    </>
  );
}

/** Live or Practice, distinguished by label, icon and color. */
export function ConnectionTag({ kind }: { readonly kind: ConnectionView['kind'] }) {
  if (kind === 'practice')
    return (
      <Tag tone="practice" icon={IconSchool}>
        Practice
      </Tag>
    );
  return (
    <span className="tag" data-tone="outline">
      <span className="tag-dot" aria-hidden />
      Live
    </span>
  );
}
