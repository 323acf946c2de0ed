import { IconLock } from '@tabler/icons-react';
import type { ProjectView } from '../../shared/contract/index.ts';
import './held-notice.css';

/** Shows that the project can be sent only from another computer. Renders nothing for a project of this computer. */
export function HeldNotice({ project }: { readonly project: ProjectView }) {
  if (project.held === null) return null;
  return (
    <p className="held-notice">
      <IconLock size={16} stroke={1.6} aria-hidden />
      <span>{project.held.text}</span>
    </p>
  );
}
