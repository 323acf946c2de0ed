import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { toProject } from '../navigation/index.ts';
import { ConnectionTag } from './Tag.tsx';
import './back-head.css';

interface BackHeadProps {
  readonly project: ProjectView;
  readonly title: ReactNode;
  /** Shown in the line of the back link. */
  readonly actions?: ReactNode;
  /** Shown after the title. */
  readonly children: ReactNode;
}

export function BackLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="link back-link" href={href}>
      <IconArrowLeft size={15} stroke={1.8} aria-hidden /> {children}
    </a>
  );
}

export function BackHead({ project, title, actions, children }: BackHeadProps) {
  return (
    <>
      <div className="page-head-row">
        <BackLink href={toProject(project.id, 'results')}>{project.name}</BackLink>
        {actions}
      </div>
      <div className="page-head-row back-head">
        {title}
        {project.connection.kind === 'practice' && <ConnectionTag kind="practice" />}
        {children}
      </div>
    </>
  );
}
