import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { toProject } from '../navigation/index.ts';
import { ConnectionTag } from './Tag.tsx';
import './back-head.css';

interface BackHeadProps {
  /** The target of the back link, and the name of that page. */
  readonly href: string;
  readonly to: string;
  readonly title: ReactNode;
  /** Shown in the line of the back link. */
  readonly actions?: ReactNode;
  /** Shown after the title. */
  readonly children?: ReactNode;
}

/** The head of a page with a back link. */
export function BackHead({ href, to, title, actions, children }: BackHeadProps) {
  return (
    <>
      <div className="page-head-row">
        <a className="link back-link" href={href}>
          <IconArrowLeft size={15} stroke={1.8} aria-hidden /> {to}
        </a>
        {actions}
      </div>
      <div className="page-head-row back-head">
        {title}
        {children}
      </div>
    </>
  );
}

interface ResultsBackHeadProps extends Omit<BackHeadProps, 'href' | 'to'> {
  readonly project: ProjectView;
}

/** The head of a page with a back link to the results of a project. */
export function ResultsBackHead({ project, children, ...rest }: ResultsBackHeadProps) {
  return (
    <BackHead {...rest} href={toProject(project.id, 'results')} to={project.name}>
      {project.connection.kind === 'practice' && <ConnectionTag kind="practice" />}
      {children}
    </BackHead>
  );
}
