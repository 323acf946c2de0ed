/** Every call of the interface in the terminal: single profiles, lists, the deprecated calls, score settings and balances. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { person } from '../kit/practice-client.ts';
import { setupTerminal } from '../kit/setup-terminal.ts';

const { practice, folder, desk, start } = await setupTerminal();
// Until it is dismissed, the notice about the key file precedes every other message.
await desk('dismiss');
const bulk = await practice.client.screen(
  'Spring',
  Array.from({ length: 230 }, (_, index) => person(index)),
);

const service = (...words: string[]) => desk(...words, '--connection', 'Service');
const singles = async () => (await practice.client.read<{ total: number }>('/profile?page=1&itemsPerPage=1')).total;
const fileOf = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

describe('profile create', () => {
  it('screens the record of a file, replaced by the fields of the command, and spends one credit', async () => {
    const before = (await practice.client.ledger()).credits.charged;
    const file = fileOf('record.json', { constituentId: 'T-1', primaryFirst: 'Ada', primaryLast: 'Wrong', rfmTotalGiftCount: 3 });
    const { exit, lines } = await service('profile', 'create', '--file', file, '--primaryLast', 'Lindqvist', '--yes', '--json');
    expect(exit).toBe(0);
    expect(lines).toMatchObject([
      { ok: true, profile: { constituentId: 'T-1', primaryFirst: 'Ada', primaryLast: 'Lindqvist', rfmTotalGiftCount: 3 } },
    ]);
    expect((lines[0]!['profile'] as { mostRecentScore: unknown }).mostRecentScore).toMatchObject({ scoreDetails: {} });
    expect((await practice.client.ledger()).credits.charged - before).toBe(1);
  });

  it.each([
    ['a record without a person', ['profile', 'create', '--yes'], /^Specify the person/],
    ['a paid call without --yes', ['profile', 'create', '--primaryLast', 'Berg', '--primaryFirst', 'Jo'], /Add --yes/],
    ['an unknown verb', ['profile', 'remove', 'x'], /^Usage: desk profile create/],
    ['a show without an ID', ['profile', 'show'], /^Usage: desk profile create/],
    ['an unknown option', ['profile', 'create', '--lastName', 'Berg'], /Usage: desk profile create/],
    [
      'a date that does not exist',
      ['profile', 'create', '--primaryLast', 'Berg', '--rfmFirstGiftDate', '2021-02-30', '--yes'],
      /“First gift, date” cannot be read/,
    ],
    ['a page that is not a number from 1', ['profiles', '--page', '0'], /--page must be a whole number from 1/],
    ['a page together with --all', ['profiles', '--page', '2', '--all'], /--page cannot be combined with --all/],
    ['items that are no number', ['profiles', '--items', 'all'], /--items must be a whole number from 1/],
    ['an empty search', ['profiles', '--find', ' '], /--find needs a text/],
    ['an unknown list format', ['screen', 'list.csv', '--out', 'x.csv', '--list-format', 'xml'], /--list-format must be json or csv/],
    ['unknown score settings', ['screen', 'list.csv', '--out', 'x.csv', '--score-settings', 'none such'], /neither a preset nor a file/],
  ])('refuses %s before anything is sent', async (_what, words, message) => {
    const before = await practice.client.ledger();
    const { exit, err } = await service(...words);
    expect(exit).toBe(1);
    expect(err).toMatch(message);
    expect((await practice.client.ledger()).credits).toEqual(before.credits);
  });

  it.each([
    ['an unknown field', { primaryLast: 'Berg', lastname: 'Berg' }, 1, /“lastname” is not a field of a record/],
    ['a list in a field', { primaryLast: ['Berg'] }, 1, /“primaryLast” is neither text nor a number/],
    ['a list of records', [{ primaryLast: 'Berg' }], 1, /one JSON object/],
    ['text that is not JSON', '{"primaryLast":', 6, /is not JSON/],
  ])('refuses a file with %s', async (_what, content, exit, message) => {
    const ended = await service('profile', 'create', '--yes', '--file', fileOf('bad.json', content));
    expect(ended.exit).toBe(exit);
    expect(ended.err).toMatch(message);
  });

  it('reports what the service refuses, and nothing is charged', async () => {
    const before = (await practice.client.ledger()).credits.charged;
    const { exit, lines } = await service('profile', 'create', '--primaryFirst', 'Only', '--yes', '--json');
    expect(exit).toBe(2);
    expect(lines).toMatchObject([{ ok: false, error: { code: 'SERVICE_REFUSED', details: { fields: [{ field: 'primaryLast' }] } } }]);
    expect((lines[0]!['error'] as { message: string }).message).toContain('primaryLast: ');
    expect((await practice.client.ledger()).credits.charged).toBe(before);
  });

  it('is called once if the answer is lost, ends with exit code 3, and refers to the list of profiles', async () => {
    await practice.client.setFaults({ kind: 'drop-answer', how: 'reset', times: null, on: { step: 'profile' } });
    const [profilesBefore, before] = [await singles(), (await practice.client.ledger()).credits.charged];
    const { exit, lines, err } = await service(
      'profile',
      'create',
      '--constituentId',
      'T-2',
      '--primaryLast',
      'Okafor',
      '--primaryFirst',
      'Ngozi',
      '--yes',
      '--json',
    );
    expect(exit).toBe(3);
    expect(lines).toMatchObject([{ ok: false, error: { code: 'OUTCOME_UNKNOWN', retry: 'never' } }]);
    expect(err).toContain('"desk profiles --find TEXT"');
    expect(await singles()).toBe(profilesBefore + 1);
    expect((await practice.client.ledger()).credits.charged - before).toBe(1);

    const found = await service('profiles', '--find', 'T-2', '--json');
    expect(found.lines).toMatchObject([{ ok: true, profile: { primaryLast: 'Okafor' } }]);
    expect(found.err).toContain(`1 of ${await singles()} profiles contain “T-2”`);
  });

  it('asks for a confirmation on the practice connection as on every other one', async () => {
    const words = ['profile', 'create', '--primaryLast', 'Berg', '--primaryFirst', 'Jo', '--connection', 'Practice'];
    expect(await desk(...words)).toMatchObject({ exit: 1, err: expect.stringContaining('Add --yes to confirm') as string });
    const { exit, out } = await desk(...words, '--yes');
    expect(exit).toBe(0);
    expect(out).toContain('Berg');
  });

  it('shows as many profiles at a time as the user asks for, because the interface names no limit', async () => {
    expect((await service('profiles', '--items', '500', '--json')).exit).toBe(0);
  });
});

describe('profiles', () => {
  const idsOf = (lines: readonly Record<string, unknown>[]) =>
    lines.map((line) => (line['profile'] as { constituentId?: string }).constituentId);

  it.each(['default', 'pages-from-zero', 'pages-without-total', 'pages-with-next'])(
    'reads a page, and each profile once over all pages, in the dialect %s',
    async (dialect) => {
      const total = await singles();
      await practice.client.settings({ dialect });
      const all = await service('profiles', '--all', '--json');
      expect(all.exit).toBe(0);
      expect(all.lines).toHaveLength(total);
      expect(new Set(idsOf(all.lines).filter((id) => id?.startsWith('C-'))).size).toBe(230);
      const [first, second] = [
        await service('profiles', '--items', '40', '--json'),
        await service('profiles', '--items', '40', '--page', '2', '--json'),
      ];
      expect([...idsOf(first.lines), ...idsOf(second.lines)]).toEqual(idsOf(all.lines).slice(0, 80));
    },
  );

  it('ends when the service returns the same page again', async () => {
    await practice.client.settings({ dialect: 'paging-ignored' });
    const { exit, lines } = await service('profiles', '--all', '--items', '50', '--json');
    expect(exit).toBe(0);
    expect(lines).toHaveLength(50);
  });

  it('finds a first and last name in two fields, and prints a table', async () => {
    const wanted = person(17);
    const { out, err } = await service('profiles', '--find', `${wanted.primaryFirst} ${wanted.primaryLast}`);
    expect(out).toContain(wanted.constituentId);
    expect(err).toMatch(/1 of \d+ profiles contain/);
  });

  it.each([
    ['with a single call', 'default', 'profile'],
    ['from the list of all profiles', 'no-profile-by-id', 'list'],
  ])('shows one profile by its ID, %s', async (_how, dialect, from) => {
    const { items } = await practice.client.read<{ items: { id: string; constituentId: string }[] }>('/profile?page=2&itemsPerPage=100');
    const { id, constituentId } = items[50]!;
    await practice.client.settings({ dialect });
    const { exit, lines } = await service('profile', 'show', id, '--json');
    expect(exit).toBe(0);
    expect(lines).toMatchObject([{ ok: true, from, profile: { id, constituentId } }]);
  });

  it('reports an unknown ID after it has also read the list', async () => {
    const { exit, err } = await service('profile', 'show', 'nobody');
    expect(exit).toBe(1);
    expect(err).toContain(`Its list of profiles was also read: ${await singles()} profiles. (NOT_FOUND)`);
  });
});

describe('a list that is not read to the end', () => {
  const started = () => start('profiles', '--all', '--items', '1', '--json', '--connection', 'Service');

  it('ends without an error when nothing reads further', async () => {
    const { child, ended } = started();
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await ended).toMatchObject({ exit: 0, err: '' });
  });

  it('stops at Ctrl+C without a message about projects', async () => {
    await practice.client.setFaults({ kind: 'latency', ms: 300, times: null, on: { step: 'profile-list' } });
    const { child, ended } = started();
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ exit: 130, err: 'Stopping.\n' });
  });
});

describe('the deprecated calls', () => {
  it('name their replacements, and a score request is created once and shown', async () => {
    const made = await service('score-request', 'create', '--primaryLast', 'Vance', '--primaryFirst', 'Lee', '--yes', '--json');
    expect(made.exit).toBe(0);
    expect(made.err).toContain('Use "desk profile create" instead');
    const { id } = made.lines[0]!['scoreRequest'] as { id: string };
    const shown = await service('score-request', 'show', id, '--json');
    expect(shown.err).toContain('Use "desk profile show ID" instead');
    expect(shown.lines).toMatchObject([{ ok: true, scoreRequest: { id } }]);
  });

  it.each(['default', 'paged-results', 'paged-results,pages-from-zero', 'ndjson'])(
    'project-scores prints every score of a project in the dialect %s',
    async (dialect) => {
      await practice.client.settings({ dialect });
      const { exit, lines, err } = await service('project-scores', bulk, '--json');
      expect(err).toContain('Use "desk fetch" and "desk export" instead');
      expect(exit).toBe(0);
      expect(new Set(lines.map(({ score }) => (score as { constituentId: string }).constituentId)).size).toBe(230);
      expect(lines).toHaveLength(230);
    },
  );

  it('project-scores fails for a project that the service does not have', async () => {
    expect(await service('project-scores', 'nowhere')).toMatchObject({ exit: 2 });
  });
});

it('projects --remote lists all projects of the service, and marks those that are not from here', async () => {
  const { lines } = await service('projects', '--remote', '--json');
  expect(lines).toMatchObject([
    { ok: true, remoteId: bulk, name: 'Spring', status: 'processed', totalRows: 230, validRows: 230, projectId: null },
  ]);
  expect((await service('projects', '--remote')).out).toMatch(/Spring .* 230 .* not from here/);
});

it('credits --history shows each earlier balance, without a call to the service', async () => {
  await service('credits');
  await service('profile', 'create', '--primaryLast', 'Moss', '--primaryFirst', 'Kim', '--yes');
  await service('credits');
  await practice.client.setFaults({ kind: 'status', status: 500, times: null, on: { step: 'credits' } });
  const { exit, lines } = await service('credits', '--history', '--json');
  expect(exit).toBe(0);
  const { remaining } = (await practice.client.ledger()).credits;
  expect(lines.at(-1)).toMatchObject({ ok: true, connection: { name: 'Service' }, remaining, change: -1 });
  expect(lines.at(-2)).toMatchObject({ remaining: remaining + 1 });
});

describe('score settings', () => {
  interface Scored {
    readonly record: Record<string, unknown>;
    readonly score: unknown;
  }
  /** The records as sent, and their scores without the time. */
  const profilesOf = async (remoteId: string): Promise<Scored[]> => {
    const { items } = await practice.client.read<{ items: Record<string, unknown>[] }>(`/project/${remoteId}/profiles`);
    return items.map((item) => {
      const { id: _id, profileUrl: _url, mostRecentScore, pendingScore: _pending, ...record } = item;
      return { record, score: { ...(mostRecentScore as object), dateScored: null } };
    });
  };
  const scoresOf = (scored: readonly Scored[]) => scored.map(({ score }) => score);

  const settings = {
    minimumConfidenceOfMatch: 20,
    scoreWeights: { propensity: 1, affinity: 0, capacity: 3 },
    scoreCapacityLimits: [1_000, 50_000],
  };

  it.each([
    ['a part that does not exist', { weights: 1 }, /Unrecognized key/],
    ['two of three weights', { scoreWeights: { propensity: 1, affinity: 2 } }, /“scoreWeights.capacity”: Enter all three/],
    ['limits in the wrong order', { scoreCapacityLimits: [5, 1] }, /“scoreCapacityLimits.1”: The upper limit must be higher/],
    ['empty settings', {}, /The settings are empty/],
  ])('refuse %s, as the window does', async (_what, content, message) => {
    const { exit, err } = await desk('score-settings', 'save', 'Bad', '--file', fileOf('settings.json', content));
    expect(exit).toBe(1);
    expect(err).toMatch(message);
  });

  it('are saved by name and used for a screening, and --list-format sends CSV', async () => {
    const file = fileOf('settings.json', settings);
    expect((await desk('score-settings', 'save', 'Major gifts', '--file', file)).exit).toBe(0);
    expect((await desk('score-settings', 'save', 'major gifts', '--file', file)).err).toContain('TEMPLATE_NAME_TAKEN');
    expect((await desk('score-settings', 'list', '--json')).lines).toEqual([{ ok: true, name: 'Major gifts', configuration: settings }]);
    const list = fileOf('list.csv', 'Constituent ID,First Name,Last Name,ZIP\nZ1,Ann,Ash,02139\nZ2,Bob,Birch,02139\n');
    const screened = await service(
      'screen',
      list,
      '--out',
      join(folder, 'out.csv'),
      '--yes',
      '--score-settings',
      'Major gifts',
      '--list-format',
      'csv',
      '--json',
    );
    expect(screened.lines.at(-1)).toMatchObject({ ok: true, counts: { submitted: 2, scored: 2 } });
    const [project] = (await practice.client.ledger()).projects.filter(({ name }) => name?.startsWith('list'));
    expect(project).toMatchObject({ processCalls: 1, creditsCharged: 2 });
    const [status] = (await desk('status', String(screened.lines.at(-1)!['project']), '--json')).lines;
    const state = status!['state'] as { remoteId: string; body: { format: string } };
    expect(state.body.format).toBe('csv');
    // The same records have the same scores with these settings, and other scores without them.
    const sent = await profilesOf(state.remoteId);
    const records = sent.map(({ record }) => record);
    expect(scoresOf(await profilesOf(await practice.client.screen('With', records, settings)))).toEqual(scoresOf(sent));
    expect(scoresOf(await profilesOf(await practice.client.screen('Without', records)))).not.toEqual(scoresOf(sent));
    const renamed = await desk('score-settings', 'rename', 'Major gifts', '--name', 'Leadership gifts', '--json');
    expect(renamed.lines).toEqual([expect.objectContaining({ ok: true, name: 'Leadership gifts' })]);
    expect((await desk('score-settings', 'show', 'Major gifts')).exit).toBe(1);
    expect((await desk('score-settings', 'remove', 'Leadership gifts', '--yes')).exit).toBe(0);
    expect((await desk('score-settings', 'list', '--json')).lines).toEqual([]);
  });
});
