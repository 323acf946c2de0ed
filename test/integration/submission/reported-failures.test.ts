/**
 * A service that answers a changing call with a success whose body says that the call failed: its words lead to a question, and whatever is
 * true, the list is paid for once.
 * @module-tag deep
 */
import { expect, it } from 'vitest';
import { rootProject, sendList } from '../../kit/desk-actions.ts';
import { recordService } from '../../kit/recorded-service.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

const CALLS = { create: /^POST \S+\/project$/, add: /^POST \S+\/scores$/, process: /^POST \S+\/process$/ };
type Call = keyof typeof CALLS;
const FAILURE = JSON.stringify({ success: false, message: 'The nightly maintenance is running.' });

/** Sends the list to a service that answers the first of these calls so. `acts`: it does what it was asked nevertheless. */
async function sent(name: Call, acts: boolean) {
  let left = 1;
  let isChanged = false;
  const recorded = await recordService(
    readyList.practice.client.url,
    (answer) => (isChanged ? FAILURE : answer),
    (request) => {
      const isMeant = CALLS[name].test(request.split('?')[0]!) && left-- > 0;
      isChanged = isMeant && acts;
      return isMeant && !acts ? { contentType: 'application/json', body: FAILURE } : null;
    },
  );
  const open = await readyList.openCopy();
  const { id } = (await rootProject(open.call)).connection;
  await open.call('connections.change', { id, baseUrl: recorded.url });
  await sendList(open.call, open.name);
  await open.application.idle();
  const report = async () => ({ report: await open.report(), projects: await readyList.ledgerOf(open) });
  const close = async () => {
    await open.close();
    await recorded.close();
  };
  return { open, report, close };
}

it.each<[Call, string]>([
  ['create', 'create-refused'],
  ['add', 'add-refused'],
  ['process', 'start-refused'],
])(
  '%s that was not done is a question with the words of the service, and is paid for once when it is asked again',
  async (name, question) => {
    const { open, report, close } = await sent(name, false);
    try {
      const asked = await report();
      expect(asked.report.state).toMatchObject({
        at: 'needs-decision',
        question,
        answer:
          'The service answered with a success (200), but says that the request failed. It says: “The nightly maintenance is running.”',
      });
      expect(asked.projects.map(({ processCalls }) => processCalls)).toEqual(name === 'create' ? [] : [0]);
      const { id } = await rootProject(open.call);
      await open.call('project.decide', { id, choice: 'ask-again' });
      await open.application.idle();
      expect(readyList.problems(await report(), plain)).toEqual([]);
    } finally {
      await close();
    }
  },
);

it.each(['add', 'process'] as const)('%s that was done nevertheless is paid for once, and nobody is asked', async (name) => {
  const { report, close } = await sent(name, true);
  try {
    expect(readyList.problems(await report(), plain)).toEqual([]);
  } finally {
    await close();
  }
});
