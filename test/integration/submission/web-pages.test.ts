/**
 * A web page in place of an answer is not an acceptance; a new project that the service does not know yet; a list that is too large.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import { outcome } from '../../../main/cli/outcome.ts';
import type { ProjectState } from '../../../shared/project/project-shapes.ts';
import { rootProject, sendList } from '../../kit/desk-actions.ts';
import { recordService } from '../../kit/recorded-service.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

const CALLS = {
  create: /^POST \S+\/project$/,
  add: /^POST \S+\/scores$/,
  process: /^POST \S+\/process$/,
  status: /^GET \S+\/project\/[^/]+$/,
  projects: /^GET \S+\/project$/,
  profiles: /^GET \S+\/profiles$/,
  errors: /^GET \S+\/errors$/,
};
const PAGES = [
  { contentType: 'text/html; charset=utf-8', body: '<!doctype html><html><title>Log in</title></html>' },
  { contentType: 'application/json', body: '\n<html><body>Welcome to the guest network</body></html>' },
  { contentType: 'text/html', body: 'Please log in.' },
];

/** Sends the list. The first `times` of these calls get a web page and never reach the service. */
async function sentWithPages(call: RegExp, page: (typeof PAGES)[number], times: number) {
  let left = times;
  const recorded = await recordService(readyList.practice.client.url, undefined, (request) =>
    call.test(request.split('?')[0]!) && left-- > 0 ? page : null,
  );
  const open = await readyList.openCopy();
  try {
    const { id } = (await rootProject(open.call)).connection;
    await open.call('connections.change', { id, baseUrl: recorded.url });
    await sendList(open.call, open.name);
    await open.application.idle();
    return { report: await open.report(), projects: await readyList.ledgerOf(open) };
  } finally {
    await open.close();
    await recorded.close();
  }
}

describe('a web page in place of an answer', () => {
  it.each(
    (['create', 'add', 'process'] as const).flatMap((name) => PAGES.map((page) => [name, page.contentType, page.body, page] as const)),
  )('%s, %s %j: it is not known whether it worked, and the list is screened once', async (name, _type, _body, page) => {
    const end = await sentWithPages(CALLS[name], page, 1);
    expect(readyList.problems(end, plain)).toEqual([]);
    expect(end.report.timeline.join('\n')).toMatch(/it is not known whether it worked.*A web page answered/);
  });

  it.each(['status', 'projects', 'profiles', 'errors'] as const)('%s: it is read again', async (name) => {
    expect(readyList.problems(await sentWithPages(CALLS[name], PAGES[1]!, 1), plain)).toEqual([]);
  });

  it.each(['profiles', 'errors', 'status'] as const)('for every request of %s becomes a question that says so', async (name) => {
    const { report, projects } = await sentWithPages(CALLS[name], PAGES[0]!, Infinity);
    expect(readyList.chargeProblems(projects)).toEqual([]);
    expect(report.state).toMatchObject({ at: 'needs-decision', answer: expect.stringContaining('A web page answered') as string });
  });
});

const questionOf = (state: ProjectState) => (state.at === 'needs-decision' ? [state.question, state.answer] : [state.at]);

describe('a new project that the service does not know yet', () => {
  it.each(['add', 'status'] as const)('is looked at again when %s is answered 404', async (step) => {
    const end = await readyList.run([{ kind: 'status', status: 404, times: 2, on: { step } }]);
    expect(readyList.problems(end, plain)).toEqual([]);
    expect(end.report.timeline.join('\n')).not.toContain('organization');
  });

  it('asks about the list if the service refuses every list, and does not mention another organization', async () => {
    const { report, projects } = await readyList.run([{ kind: 'status', status: 404, times: null, on: { step: 'add' } }]);
    expect(questionOf(report.state)).toEqual([
      'add-refused',
      expect.stringMatching(/^The service does not know this project \(404\)\. (?!The token)/),
    ]);
    expect(projects).toMatchObject([{ addCalls: 3, listsStored: 0, processCalls: 0 }]);
  });
});

describe('a list that is too large for the service', () => {
  it.each([
    ['none of it', null, 'has no rows'],
    ['a part of it', 7, 'has 7 of the 120 rows'],
  ])('which keeps %s: the messages have the count of the service', async (_what, rows, body) => {
    const on = { step: 'add' } as const;
    const { client } = readyList.practice;
    if (rows === null) await client.setFaults({ kind: 'status', status: 413, on });
    else await client.setFaults({ kind: 'status', status: 413, when: 'act', on }, { kind: 'partial-list', rows, on });
    const open = await readyList.openCopy();
    try {
      await sendList(open.call, open.name);
      await open.application.idle();
      const { exit, text } = outcome(await rootProject(open.call));
      expect([exit, text]).toEqual([3, expect.stringContaining(body)]);
      expect(text).toContain(`The service refused its ${readyList.rows} rows, and has ${rows ?? 0} of them.`);
      expect(text).toContain(`It has ${rows ?? 0} of our ${readyList.rows} rows.`);
      expect(text).toContain('(413)');
      expect(text).not.toContain('rows sent.');
      expect(await readyList.ledgerOf(open)).toMatchObject([{ rowsStored: rows ?? 0, processCalls: 0 }]);
    } finally {
      await open.close();
    }
  });
});
