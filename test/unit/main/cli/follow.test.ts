/** What a terminal, or the log of a job, shows of a list that cannot go on. */
import { expect, it } from 'vitest';
import { follow } from '../../../../main/cli/follow.ts';

const waiting = (version: number, at: string, note: string) => ({
  id: 'p',
  version,
  state: { at },
  activity: { kind: 'waiting', done: 0, total: null, unit: 'none', note, nextAt: null, startedAt: 0 },
});

it('each reason for which a list waits is a line of its own, once for each step of the list', async () => {
  const views = [
    waiting(1, 'creating', 'The certificate has expired. The clock shows 10:30 PM.'),
    waiting(2, 'creating', 'The certificate has expired. The clock shows 10:31 PM.'),
    waiting(3, 'creating', 'The proxy cannot be reached.'),
    waiting(4, 'adding', 'The proxy cannot be reached.'),
    { id: 'p', version: 5, state: { at: 'done' }, activity: null },
  ];
  const desk = {
    application: {
      subscribe(listener: (event: unknown) => void) {
        queueMicrotask(() => views.forEach((payload) => listener({ name: 'project.changed', payload })));
        return () => undefined;
      },
    },
    call: () => new Promise(() => undefined),
  };
  const steps: string[] = [];
  const output = { step: (text: string) => steps.push(text), progress: () => undefined };
  await follow(desk as never, 'p', output as never, ({ state }) => state.at === 'done');
  expect(steps).toEqual([
    'Setting up the project on the service',
    'Waiting to try again: The certificate has expired. The clock shows 10:30 PM.',
    'Waiting to try again: The proxy cannot be reached.',
    'Sending the list',
    'Waiting to try again: The proxy cannot be reached.',
    'Done',
  ]);
});
