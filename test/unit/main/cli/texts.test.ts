import { describe, expect, it } from 'vitest';
import { helpText, readCall } from '../../../../main/cli/arguments.ts';
import { isSettled } from '../../../../main/cli/follow.ts';
import { planWithOptions } from '../../../../main/cli/mapping-options.ts';
import { outcome } from '../../../../main/cli/outcome.ts';
import { formatOf } from '../../../../main/cli/save-results.ts';
import type { ColumnsView, ProjectView } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { STANDARD_CLEANING } from '../../../../shared/mapping/plan.ts';
import { Choice, type ProjectState, type Question, type Running } from '../../../../shared/project/project-shapes.ts';

const failureOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof AppError ? { code: error.code, message: error.message } : { code: 'none', message: String(error) };
  }
};

describe('command line arguments', () => {
  it('a call consists of a command, its words, and options', () => {
    const call = readCall(['screen', 'a.xlsx', '--yes', '--out', 'b.xlsx', '--map', 'A=city', '--map', 'B=none', '--data', '/d']);
    expect(call.command?.name).toBe('screen');
    expect(call.words).toEqual(['a.xlsx']);
    expect([...call.flags]).toEqual(['yes']);
    expect(call.values).toEqual({ out: 'b.xlsx', data: '/d' });
    expect(call.lists).toEqual({ map: ['A=city', 'B=none'] });
  });

  it('general options can precede the command', () => {
    const call = readCall(['--data', '/d', '--json', 'status', 'p1']);
    expect(call.command?.name).toBe('status');
    expect(call.words).toEqual(['p1']);
    expect(call.values).toEqual({ data: '/d' });
    expect(readCall(['--help', '--data', '/d']).command).toBeNull();
  });

  it.each([
    [['scren', 'a.xlsx'], '“scren” is not a command'],
    [['screen'], 'Usage: desk screen FILE'],
    [['screen', 'a', 'b'], 'Usage: desk screen FILE'],
    [['status', 'x', '--yes'], 'Usage: desk status ID'],
    [['export', 'x', '--out'], 'Usage: desk export ID'],
  ])('%j fails with usage help', (words, expected) => {
    const failure = failureOf(() => readCall(words));
    expect(failure?.code).toBe('USAGE');
    expect(failure?.message).toContain(expected);
  });

  it('--help works without other arguments, for one command or for all', () => {
    expect(helpText(readCall(['screen', '--help']).command)).toContain('--short-balance');
    expect(helpText(readCall(['remove', '--help']).command)).toContain('--lose-results');
    expect(helpText(readCall(['profile', '--help']).command)).toContain('--primaryLast TEXT');
    expect(helpText(readCall(['profiles', '--help']).command)).toContain('--find TEXT');
    expect(helpText(readCall(['score-request', '--help']).command)).toContain('"profile create" replaces create');
    expect(helpText(readCall(['project-scores', '--help']).command)).toContain('use "fetch" and "export" instead');
    const all = helpText(readCall(['--help']).command);
    for (const word of [
      'screen',
      'inspect',
      'rows',
      'check',
      'projects',
      'status',
      'resume',
      'fetch',
      'parts',
      'export',
      'credits',
      'connections',
      'practice',
      'Exit codes',
    ])
      expect(all).toContain(word);
  });
});

it.each([
  ['a.xlsx', 'xlsx'],
  ['A.CSV', 'csv'],
  ['x/y.jsonl', 'jsonl'],
])('--out %s selects the format %s', (path, format) => {
  expect(formatOf(path)).toBe(format);
});

it('--out rejects other file extensions', () => {
  expect(failureOf(() => formatOf('a.pdf'))?.code).toBe('USAGE');
  expect(failureOf(() => formatOf('toString'))?.code).toBe('USAGE');
});

describe('--map', () => {
  const to = (field: 'primaryFirst' | 'primaryLast') => ({ kind: 'field', field }) as const;
  const view: ColumnsView = {
    headers: ['First Name', 'Surname', 'Nickname'],
    plan: {
      columns: [
        { column: 0, to: to('primaryFirst'), settled: true, dateOrder: null, decimal: 'point' },
        { column: 1, to: to('primaryLast'), settled: true, dateOrder: null, decimal: 'point' },
        { column: 2, to: { kind: 'none' }, settled: false, dateOrder: null, decimal: 'point' },
      ],
      combinations: [],
      constants: [],
      cleaning: STANDARD_CLEANING,
    },
    suggestions: [],
    system: null,
    template: null,
    problems: [],
  };
  const targets = (asked: string[]) =>
    planWithOptions(view, { map: asked }).columns.map((column) => (column.to.kind === 'field' ? column.to.field : column.to.kind));

  it('assigns a column to a field and removes it from the previous column', () => {
    expect(targets(['Nickname=primaryLast'])).toEqual(['primaryFirst', 'none', 'primaryLast']);
    expect(targets(['nick name=primaryLast'])).toEqual(['primaryFirst', 'none', 'primaryLast']);
    expect(targets(['C=primaryFirst'])).toEqual(['none', 'primaryLast', 'primaryFirst']);
    expect(targets(['Surname=none'])).toEqual(['primaryFirst', 'none', 'none']);
    expect(targets([])).toEqual(['primaryFirst', 'primaryLast', 'none']);
  });

  it('of another column to the ID ends the choice to send IDs as they are, unless --ids makes it again', () => {
    const own: ColumnsView = { ...view, plan: { ...view.plan, pseudonyms: false } };
    const map = ['Nickname=constituentId'];
    expect(planWithOptions(own, { map }).pseudonyms).toBeUndefined();
    expect(planWithOptions(own, { map }, 'own').pseudonyms).toBe(false);
    expect(planWithOptions({ ...own, plan: planWithOptions(own, { map }, 'own') }, { map }).pseudonyms).toBe(false);
    expect(planWithOptions(own, { map: ['Nickname=city'] }).pseudonyms).toBe(false);
  });

  it('splits a column, sets its date order, and sets a constant', () => {
    const plan = planWithOptions(view, { map: ['Nickname=fullName'], dates: ['C=dmy'], constant: ['country=US', 'city=A = B'] });
    expect(plan.columns[2]).toMatchObject({ to: { kind: 'split', splitter: 'fullName' }, dateOrder: 'dmy' });
    expect(plan.constants).toEqual([
      { field: 'country', value: 'US' },
      { field: 'city', value: 'A = B' },
    ]);
    const signs = (decimal: string[]) =>
      planWithOptions(view, { map: ['C=rfmTotalGiftValue'], decimal }).columns.map((one) => [one.decimal, one.thousandths]);
    const before = signs([]);
    expect(signs(['comma'])).toEqual([before[0], before[1], ['comma', true]]);
    expect(signs(['Surname=point'])).toEqual([before[0], ['point', true], before[2]]);
    expect(failureOf(() => planWithOptions(view, { decimal: ['dot'] }))?.message).toContain('comma or point');
    expect(failureOf(() => planWithOptions(view, { decimal: ['Nobody=comma'] }))?.message).toContain('no column is named “Nobody”');
    expect(failureOf(() => planWithOptions(view, { dates: ['C=daily'] }))?.message).toContain('mdy, dmy or ymd');
    expect(failureOf(() => planWithOptions(view, { constant: ['planet=Earth'] }))?.message).toContain('FIELD=VALUE');
  });

  it.each([
    ['Nobody=city', 'no column is named “Nobody”'],
    ['Surname=surname', 'no field is named “surname”'],
    ['Surname=__proto__', 'no field'],
    ['=city', 'it must be COLUMN=FIELD'],
    ['nothing', 'it must be COLUMN=FIELD'],
  ])('rejects %s', (asked, expected) => {
    expect(failureOf(() => planWithOptions(view, { map: [asked] }))?.message).toContain(expected);
  });
});

describe('exit codes and texts of a project', () => {
  const connection = { id: 'c', name: 'Service', kind: 'live' as const };
  const view = (state: ProjectState, lastError: ProjectView['lastError'] = null, adopted: ProjectView['adopted'] = null) =>
    ({ id: '0123456789', state, lastError, adopted, connection }) as ProjectView;
  const adopted = (rows: number) => ({ createdAt: null, from: 'file' as const, rows });
  const body = { rows: 5, bytes: 9, sha256: 'a'.repeat(64), format: 'json' as const };
  const sent = { body, remoteId: 'r', attempt: 1 };
  const counts = (refused: number, unknown: number) => ({ submitted: 5, scored: 5 - refused - unknown, refused, unknown, unmatched: 0 });
  const resume = { at: 'confirming' as const, ...sent, arrival: 'unknown' as const, observations: [] };

  it.each<[string, ProjectView, number, string | null]>([
    ['done', view({ at: 'done', ...sent, counts: counts(0, 0) }), 0, null],
    ['done with refused rows', view({ at: 'done', ...sent, counts: counts(2, 0) }), 4, null],
    ['done with unknown rows', view({ at: 'done', ...sent, counts: counts(0, 1) }), 4, null],
    ['done, adopted without a row of its file', view({ at: 'done', ...sent, counts: counts(0, 1) }, null, adopted(4)), 0, null],
    ['done, adopted without a result of its own', view({ at: 'done', ...sent, counts: counts(0, 1) }, null, adopted(5)), 4, null],
    ['unreadable', view({ at: 'unreadable', code: 'FILE_ENCRYPTED', message: 'password' }), 6, 'FILE_ENCRYPTED'],
    ['waiting for a token', view({ at: 'needs-token', resume }), 5, 'TOKEN_REFUSED'],
    [
      'waiting for a decision',
      view({ at: 'needs-decision', question: 'add-unclear', choices: ['look-again'], answer: null, resume }),
      3,
      'OUTCOME_UNKNOWN',
    ],
    ['a draft that was sent before', view({ at: 'draft' }, { code: 'SENT_BEFORE', message: 'once' }), 3, 'SENT_BEFORE'],
  ])('the exit code shows that the project is %s', (_name, project, exit, code) => {
    expect(outcome(project)).toMatchObject({ exit, error: code === null ? null : { code } });
  });

  const ready = { at: 'creating' as const, body, attempt: 1, phase: 'ready' as const, marker: 'M', observations: [] };
  const starting = {
    at: 'starting' as const,
    ...sent,
    phase: 'ready' as const,
    statusBefore: null,
    asked: 0,
    refusal: null,
    observations: [],
  };
  it.each<[string, Running]>([
    ['No rows were sent.', { at: 'preparing', attempt: 1 }],
    ['None of its 5 rows was sent.', ready],
    ['None of its 5 rows was sent.', { at: 'adding', ...sent, phase: 'ready' }],
    ['Not all of its 5 rows were sent.', { at: 'adding', ...sent, phase: 'sending' }],
    ['Its 5 rows were sent; it is not known yet whether all of them arrived.', { at: 'adding', ...sent, phase: 'closing' }],
    ['Not all of its 5 rows were sent.', { ...resume, arrival: 'incomplete' }],
    ['None of its 5 rows was sent.', { ...resume, arrival: 'unsent' }],
    ['Its 5 rows were sent; it is not known yet whether all of them arrived.', resume],
    ['Its 5 rows were sent; none of them is scored yet.', { ...resume, arrival: 'answered' }],
    ['Its 5 rows were sent; none of them is scored yet.', starting],
    ['Its 5 rows were sent; it is not known yet how many of them are scored.', { ...starting, phase: 'asked' }],
    [
      'Its 5 rows were sent; it is not known yet how many of them are scored.',
      { at: 'processing', ...sent, nextPollAt: 0, observation: null, polls: 0 },
    ],
    ['Its 5 rows were sent and screened; their scores have not been fetched yet.', { at: 'collecting', ...sent, observation: null }],
  ])('a waiting project prints “%s”', (counted, running) => {
    const needsToken = outcome(view({ at: 'needs-token', resume: running }, { code: 'TOKEN_REFUSED', message: 'Refused.' }));
    expect(needsToken.text).toBe(
      `Refused. ${counted} Provide a token with --token-stdin or DESK_TOKEN, and run "desk resume 01234567" to continue.`,
    );
    expect(outcome(view({ at: 'paused', resume: running })).text).toBe(
      `The project is paused. ${counted} Run "desk resume 01234567" to continue.`,
    );
    const damaged = outcome(view({ at: 'paused', resume: running }, { code: 'PROJECT_FILE_DAMAGED', message: 'Put it back.' }));
    expect(damaged).toMatchObject({ exit: 2, text: `Put it back. ${counted} Run "desk resume 01234567" to continue.` });
    const blocked = outcome(view(running, { code: 'DISK_FULL', message: 'Full.' }));
    expect(blocked).toMatchObject({
      exit: 2,
      text: `Full. ${counted} Run "desk resume 01234567" to continue.`,
      error: { code: 'DISK_FULL' },
    });
    expect(blocked.error?.message).toBe(blocked.text);
  });

  it.each<[string, Running]>([
    ['Its row was not sent.', ready],
    ['Its row was not sent completely.', { at: 'adding', ...sent, phase: 'sending' }],
    ['Its row was sent; it is not known yet whether it arrived.', resume],
    ['Its row was sent; it is not scored yet.', starting],
    ['Its row was sent; it is not known yet whether it is scored.', { ...starting, phase: 'asked' }],
    ['Its row was sent and screened; its scores have not been fetched yet.', { at: 'collecting', ...sent, observation: null }],
  ])('a waiting project of one row prints “%s”', (counted, running) => {
    const one = { ...running, body: { ...sent.body, rows: 1 } } as Running;
    expect(outcome(view({ at: 'paused', resume: one })).text).toBe(
      `The project is paused. ${counted} Run "desk resume 01234567" to continue.`,
    );
  });

  it('a project prints when a long wait requested by the service ends', () => {
    const waiting = (ms: number, note: string | null = 'Busy until then.') =>
      ({
        ...view({ at: 'collecting', ...sent, observation: null }),
        activity: { kind: 'waiting', done: 0, total: null, unit: 'none', startedAt: Date.now(), note, nextAt: Date.now() + ms },
      }) as ProjectView;
    expect([isSettled(waiting(2 * 3_600_000)), isSettled(waiting(600_000)), isSettled(waiting(2 * 3_600_000, null))]).toEqual([
      true,
      false,
      false,
    ]);
    expect(outcome(waiting(2 * 3_600_000))).toMatchObject({
      exit: 2,
      error: { code: 'SERVICE_BUSY' },
      text: 'Busy until then. Its 5 rows were sent and screened; their scores have not been fetched yet. Run "desk resume 01234567" later to continue.',
    });
    expect(outcome(waiting(600_000))).toMatchObject({ exit: 0, error: null });
  });

  const questionText = (question: Question, choices: Choice[], continuation: Running, answer: string | null = null) =>
    outcome(view({ at: 'needs-decision', question, choices, answer, resume: continuation })).text;

  it('a question prints what happened, the known facts, the counts, and the effect of each choice', () => {
    const text = questionText('results-incomplete', ['look-again', 'keep', 'give-up'], {
      at: 'collecting',
      ...sent,
      observation: { at: 0, status: 'processed', totalRows: 5 },
      counts: counts(1, 2),
      missing: 2,
      tries: 9,
      waitedMs: 900_000,
    });
    expect(text).toContain('A decision is needed: Some results have not arrived (results-incomplete).');
    expect(text).toContain('2 rows have no result');
    expect(text).toContain('5 rows sent = 2 scored + 1 not accepted + 2 without a result');
    expect(text).toContain('We have asked for the rest for 15 minutes.');
    expect(text).toMatch(/^ {2}keep +Keep what arrived; the rest stays without a result$/m);
    expect(text).toContain('"desk decide 01234567 --choice CHOICE"');
  });

  it('a question before any results prints the sent rows, the last status, and how long it has not changed', () => {
    const text = questionText(
      'finished-unclear',
      ['fetch', 'look-again', 'give-up'],
      {
        at: 'processing',
        ...sent,
        nextPollAt: 0,
        observation: { at: 0, status: 'Completed', totalRows: 5 },
        polls: 3,
        sameObservations: 3,
        stillMs: 150_000,
      },
      'Completed',
    );
    expect(text).toContain('Its last state is “Completed”, unchanged for 3 minutes.');
    expect(text).toContain('It has 5 of our 5 rows.');
    expect(text).toContain('5 rows sent.');
    expect(text).toMatch(/^ {2}fetch +It is done: fetch the results$/m);
  });

  it('a question prints our sentence about the last call as ours, and the state of a stopped project as that of the service', () => {
    const sentence = '"desk.example.org" received the request but did not answer in time.';
    const lines = questionText('results-unclear', ['look-again', 'give-up'], resume, sentence).split('\n');
    expect(lines).toContain(sentence);
    expect(questionText('service-stopped', ['look-again', 'fetch', 'give-up'], resume, 'failed')).toContain('The service says: “failed”');
  });

  it('a question about an unknown project prints its name', () => {
    const text = questionText('not-ours', ['look-again', 'ours', 'give-up'], resume, 'Gala 2019 · AAAA2222');
    expect(text).toContain('a project named “Gala 2019 · AAAA2222”');
    expect(text).toMatch(/^ {2}ours +It is our project: continue with it$/m);
  });

  it.each(Choice.options)('the help of "decide" lists the choice %s', (choice) => {
    expect(helpText(readCall(['decide', '--help']).command)).toContain(choice);
  });
});
