import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { toProject } from '../navigation/router.ts';
import { ConnectionTag } from './Tag.tsx';
import './back-head.css';

interface BackHeadProps {
  readonly project: ProjectView;
  /** The title of the page. */
  readonly title: ReactNode;
  /** Stands beside the way back. */
  readonly beside?: ReactNode;
  /** Follows the title. */
  readonly children: ReactNode;
}

/** The way back from a page to the one that it hangs below. */
export function BackLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className="link back-link" href={href}>
      <IconArrowLeft size={15} stroke={1.8} aria-hidden /> {children}
    </a>
  );
}

/** The head of a page that hangs below a project's results: the way back to them, the title, and whether it is practice. */
export function BackHead({ project, title, beside, children }: BackHeadProps) {
  return (
    <>
      <div className="page-head-row">
        <BackLink href={toProject(project.id, 'results')}>{project.name}</BackLink>
        {beside}
      </div>
      <div className="page-head-row back-head">
        {title}
        {project.connection.kind === 'practice' && <ConnectionTag kind="practice" />}
        {children}
      </div>
    </>
  );
}
