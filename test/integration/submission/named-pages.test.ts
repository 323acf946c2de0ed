/**
 * A service that gives the address of its next page: the pages are followed, and a list with more pages never counts as complete.
 * @module-tag deep
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';
import { recordService } from '../../kit/recorded-service.ts';

const readyList = await setupReadyList();
const { client } = readyList.practice;
const plain = await readyList.reference();
const PAGED = ['pages-by-cursor', 'pages-by-address', 'pages-by-nested-address', 'pages-by-link-header'];

beforeAll(async () => {
  // More projects than a page holds.
  for (let number = 1; number <= 60; number++) await client.create(`Other ${number}`);
});

afterEach(async () => {
  await client.settings({ dialect: 'default' });
});

describe.each(PAGED)('%s', (pages) => {
  it.each(['', ',map-envelope', ',items-in-named-envelope,page-fields-last,no-project-profiles'])(
    'the results in pages are the same%s',
    async (more) => {
      await client.settings({ dialect: `paged-results,${pages}${more}` });
      expect(readyList.problems(await readyList.run([]), plain)).toEqual([]);
    },
  );

  it('a project of a copied folder is found on a later page, so there is no second one', async () => {
    await client.settings({ dialect: `paged-projects,${pages}` });
    const { run } = readyList.copy();
    const copy = readyList.duplicate(run);
    for (const folder of [run, copy]) {
      const desk = await readyList.open(folder);
      try {
        await sendList(desk.call, run);
        await desk.application.idle();
        expect((await desk.report()).state.at).toBe('done');
      } finally {
        await desk.close();
      }
    }
    const { projects } = await client.ledger();
    expect(projects.filter(({ name }) => name.startsWith(`${run} ·`))).toMatchObject([{ processActs: 1 }]);
  });

  it('the project of a lost create call is found on a later page', async () => {
    await client.settings({ dialect: `paged-projects,${pages}` });
    const end = await readyList.run([{ kind: 'drop-answer', on: { step: 'create' } }]);
    expect(end.projects).toHaveLength(1);
    expect(readyList.problems(end, plain)).toEqual([]);
  });

  it('shows every profile and every project of the service', async () => {
    await client.settings({ dialect: `paged-projects,${pages}` });
    const desk = await readyList.openCopy();
    try {
      const { id: connectionId } = (await rootProject(desk.call)).connection;
      const { profiles, read, isComplete } = await desk.call('service.findProfiles', { connectionId, text: 'no such text' });
      const inAll = (await client.ledger()).projects.reduce((sum, { processActs, validRows }) => sum + processActs * validRows, 0);
      expect({ found: profiles.length, read, isComplete }).toEqual({ found: 0, read: inAll, isComplete: true });
      const page = async (number: number) =>
        (await desk.call('service.profiles', { connectionId, page: number, itemsPerPage: 10 })).profiles.map(({ json }) => json);
      const third = await page(2);
      expect(third).toHaveLength(10);
      expect([await page(0), await page(1), await page(2)][2]).toEqual(third);
      const names = (await desk.call('service.projects', { connectionId })).map(({ name }) => name);
      expect(names).toContain('Other 1');
      expect(names).toContain('Other 60');
    } finally {
      await desk.close();
    }
  });
});

/** Sends the list to a service whose answers `changed` rewrites; returns the report. */
async function reportWith(changed: (answer: string) => string) {
  const recorded = await recordService(client.url, changed);
  const desk = await readyList.openCopy();
  try {
    const { id } = (await rootProject(desk.call)).connection;
    await desk.call('connections.change', { id, baseUrl: recorded.url });
    await sendList(desk.call, desk.name);
    await desk.application.idle();
    return { report: await desk.report(), projects: await readyList.ledgerOf(desk) };
  } finally {
    await desk.close();
    await recorded.close();
  }
}

it('for profiles in an unknown shape, the user is asked, with this reason', async () => {
  const { report, projects } = await reportWith((answer) =>
    answer.replace('"items":[{"id":', '"one":{"two":[{"id":').replace(/\]\}$/, ']}}'),
  );
  expect(readyList.chargeProblems(projects)).toEqual([]);
  expect(report.state).toMatchObject({ at: 'needs-decision', question: 'results-unclear' });
  expect(report.state.at === 'needs-decision' && report.state.answer).toContain('cannot be understood');
  expect(report.timeline.join('\n')).not.toContain('have not arrived');
});

it('a report of row errors in an unknown shape does not delay the scores, and is named', async () => {
  const { report } = await reportWith((answer) => (answer.startsWith('[{"row"') ? '{"one":{"two":{"three":1}}}' : answer));
  expect(report.state).toMatchObject({ at: 'done', counts: { scored: readyList.rows - readyList.refused, unknown: readyList.refused } });
  expect(report.timeline.join('\n')).toContain('the report of row errors cannot be understood');
});
