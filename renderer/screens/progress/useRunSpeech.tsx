import { useEffect, useRef } from 'react';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { useAnnounce } from '../../kit/index.ts';
import { percent } from '../../format/index.ts';
import { stepName } from './RunSteps.tsx';
import type { RunStep } from './run-steps.ts';

/** Announces each new step, and every tenth of the current step's progress. */
export function useRunSpeech(project: ProjectView, steps: readonly RunStep[]): void {
  const announce = useAnnounce();
  const position = steps.findIndex((step) => step.state === 'current' || step.state === 'stopped');
  const step = steps[position];
  const name = step === undefined ? null : `Step ${position + 1} of ${steps.length}: ${stepName(step)}`;
  const spoken = useRef<string | null>(null);
  useEffect(() => {
    // The page itself announces the state on arrival.
    if (spoken.current !== null && name !== null && spoken.current !== name) announce(name);
    spoken.current = name;
  }, [name, announce]);

  const { activity } = project;
  const tenths = activity?.total == null || activity.total === 0 ? null : Math.floor((activity.done / activity.total) * 10);
  const announced = useRef<number | null>(null);
  useEffect(() => {
    if (tenths !== null && announced.current !== null && tenths > announced.current) announce(percent(tenths / 10));
    announced.current = tenths;
  }, [tenths, announce]);
}
