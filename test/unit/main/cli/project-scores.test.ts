/** Which project `desk project-scores` reads: one of the data folder, or one on the service. */
import { expect, it } from 'vitest';
import { readCall } from '../../../../main/cli/arguments.ts';
import type { Desk } from '../../../../main/cli/desk.ts';
import type { Output } from '../../../../main/cli/output.ts';
import { projectScores } from '../../../../main/cli/project-scores.ts';

const OWN = {
  id: '17c0ffee-0000-4000-8000-000000000000',
  name: 'Spring',
  connection: { id: 'own' },
  state: { at: 'done', remoteId: '99' },
};

/** The IDs of the connection and of the service project that are read for a word. */
async function readFor(word: string): Promise<readonly string[]> {
  let read: readonly string[] = [];
  const desk = {
    call: () => Promise.resolve([OWN]),
    connection: () => Promise.resolve({ id: 'current' }),
    useTokenFor: () => undefined,
    application: {
      projectScores: (...asked: string[]) => {
        read = asked.slice(0, 2);
        return Promise.reject(new Error('No answer is needed.'));
      },
    },
  } as unknown as Desk;
  await projectScores(readCall(['project-scores', word]), { step: () => undefined } as unknown as Output, desk).catch(() => undefined);
  return read;
}

it.each([
  ['17c0ffee', ['own', '99']],
  [OWN.id, ['own', '99']],
  // A service can count its projects, and a project here can have an ID that begins with such a number.
  ['17', ['current', '17']],
  ['17c0ffee1', ['current', '17c0ffee1']],
])('%s is the project %j', async (word, project) => {
  expect(await readFor(word)).toEqual(project);
});
