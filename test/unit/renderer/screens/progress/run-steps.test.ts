import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../../../../shared/project/journal.ts';
import { timeline } from '../../../../../shared/project/timeline.ts';
import { nameOnServiceOf, RUN_STEPS, runSteps } from '../../../../../renderer/screens/progress/run-steps.ts';
import { history } from '../../../../fakes/project-fixtures.ts';
import { RUN_SCENARIOS, type RunScenario, runChange, runTimeline } from '../../../../fakes/run-fixtures.ts';
import type { ProjectView } from '../../../../../shared/contract/index.ts';

const now = new Date(2026, 10, 20, 9).getTime();

function inScenario(scenario: RunScenario): ProjectView {
  const project = history(now).find(({ id }) => id === 'alumni');
  if (project === undefined) throw new TypeError('the history has no such project');
  return { ...project, ...runChange(scenario, now) };
}

const stepsIn = (scenario: RunScenario) => {
  const project = inScenario(scenario);
  return runSteps(project, runTimeline(project, now));
};
const shape = (scenario: RunScenario) => stepsIn(scenario).map(({ state }) => state[0]);

describe('the steps of a submitted list', () => {
  it.each([
    ['run-preparing', 'caaaaaa'],
    ['run-creating', 'dcaaaaa'],
    ['run-adding', 'ddcaaaa'],
    ['run-confirming', 'dddcaaa'],
    ['run-starting', 'ddddcaa'],
    ['run-processing', 'ddddcaa'],
    ['run-collecting', 'dddddca'],
    ['held-paused', 'ddsaaaa'],
    ['held-token', 'ddddsaa'],
    ['decide-start-unclear', 'ddddsaa'],
    ['ended-watching', 'ddddsaa'],
    // The state does not say at which step it ended; only the journal does.
    ['ended-free', 'ddsaaaa'],
  ] as const)('the steps in %s have the states %s', (scenario, states) => {
    expect(shape(scenario).join('')).toBe(states);
  });

  it.each([
    ['incomplete', 'ddcaaaa'],
    ['unsent', 'ddcaaaa'],
    // The last row was sent; the next step finds out whether it arrived.
    ['unknown', 'dddcaaa'],
    ['answered', 'dddcaaa'],
  ] as const)('do not show a list as sent if its sending was interrupted: %s', (arrival, states) => {
    const project = inScenario('run-confirming');
    if (project.state.at !== 'confirming') throw new TypeError('the scenario confirms nothing');
    const state = { ...project.state, arrival, observations: [] };
    const shown = (of: ProjectView['state']) => runSteps({ ...project, state: of }, []).map((step) => step.state[0]);
    expect(shown(state).join('')).toBe(states);
    // A token that is missing after a restart stops at the same step.
    expect(shown({ at: 'needs-token', resume: state }).join('')).toBe(states.replace('c', 's'));
  });

  it('are all done at the end', () => {
    const done = history(now).find(({ state }) => state.at === 'done');
    if (done === undefined) throw new TypeError('nothing is done');
    expect(runSteps(done, []).every(({ state }) => state === 'done')).toBe(true);
  });

  it('have one state each in every scenario, and one is current or stopped', () => {
    for (const scenario of RUN_SCENARIOS) {
      const steps = stepsIn(scenario);
      expect(steps.map(({ key }) => key)).toEqual(RUN_STEPS);
      expect(steps.filter(({ state }) => state === 'current' || state === 'stopped')).toHaveLength(1);
    }
  });

  it('have the times of the journal', () => {
    const [prepare, create, send] = stepsIn('run-adding');
    expect(prepare?.ended).toBe(now - 197_000);
    expect((create?.ended ?? 0) - (create?.began ?? 0)).toBe(500);
    expect(send).toMatchObject({ began: now - 195_000, ended: null });
  });

  it('have the time at which the user confirmed a list with a baseline', () => {
    const project = inScenario('run-creating');
    const event: JournalEvent = { type: 'send', rows: 5, baseline: 'Spring gala', fresh: 3, changed: 2, unchanged: 40 };
    const [prepare] = runSteps(project, timeline([{ seq: 1, at: now - 9000, event, state: 'preparing' }]));
    expect(prepare?.began).toBe(now - 9000);
  });

  it('get the name on the service from the journal', () => {
    const project = inScenario('run-processing');
    expect(nameOnServiceOf(project.state, runTimeline(project, now))).toBe('Alumni file 2026 · M4QX82TD');
  });
});
