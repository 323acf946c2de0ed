import { IconCheck } from '@tabler/icons-react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { STEPS, type Step, toProject } from '../navigation/index.ts';
import { STEP_NAMES, isReachable, stepOf } from '../format/index.ts';
import './stepper.css';

type StepState = 'past' | 'current' | 'ahead';

function StepLabel(props: { readonly state: StepState; readonly position: number; readonly name: string }) {
  return (
    <>
      <span className="steps-mark" aria-hidden>
        {props.state === 'past' ? <IconCheck size={14} stroke={2} /> : props.position}
      </span>
      <span className="steps-name">{props.name}</span>
      {props.state === 'past' && <span className="visually-hidden">, done</span>}
    </>
  );
}

/** `project` is null before a file is imported. */
export function Stepper({ project, current }: { readonly project: ProjectView | null; readonly current: Step }) {
  const at = STEPS.indexOf(current);
  const currentIndex = project === null ? 0 : STEPS.indexOf(stepOf(project));
  return (
    <nav aria-label="Steps" style={{ flex: '1 1 100%', minWidth: 0 }}>
      <ol className="steps">
        {STEPS.map((step, index) => {
          const state: StepState = index === at ? 'current' : index < Math.max(at, currentIndex) ? 'past' : 'ahead';
          const label = <StepLabel state={state} position={index + 1} name={STEP_NAMES[step]} />;
          const open = project !== null && index !== at && isReachable(project, step);
          return (
            <li key={step} className="steps-item" data-state={state} {...(index === at && { 'aria-current': 'step' })}>
              {open ? (
                <a className="steps-link" href={toProject(project.id, step)}>
                  {label}
                </a>
              ) : (
                <span className="steps-link">{label}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
