/**
 * Each switch of a dialect alone: its change shows in the raw answers, and they differ from the default answers only there.
 * @module-tag deep
 */
import { describe, expect, test } from 'vitest';
import { DIALECT_SWITCH_NAMES, type DialectSwitch } from '../../../practice/dialects.ts';
import { createPracticeServer } from '../../../practice/server/server.ts';
import { person, PracticeClient, type CallOptions } from '../../kit/practice-client.ts';

type Json = Record<string, unknown>;

interface Raw {
  readonly status: number;
  readonly type: string;
  readonly link: string | null;
  readonly text: string;
  /** The body as JSON, or undefined if it is not JSON. */
  readonly json: unknown;
}

/** The answers of a screening of three rows, the second of which is refused, and of related calls. */
interface Seen {
  readonly created: Raw;
  readonly added: Raw;
  readonly fresh: Raw;
  readonly waiting: Raw;
  readonly started: Raw;
  readonly processing: Raw;
  readonly processed: Raw;
  readonly projects: Raw;
  readonly profiles: Raw;
  readonly scores: Raw;
  readonly errors: Raw;
  readonly credits: Raw;
  readonly single: Raw;
  readonly singleAgain: Raw;
  readonly pages: readonly Raw[];
  readonly refused: Raw;
}

const ROWS = [
  { ...person(0), constituentId: '7' },
  { ...person(1), constituentId: '008', primaryLast: '', personalEmail: 'x' },
  { ...person(2), constituentId: 'C-9' },
];

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function look(dialect: string): Promise<Seen> {
  let now = Date.parse('2026-03-01T12:00:00Z');
  const server = await createPracticeServer({
    token: 't',
    dataDir: null,
    dialect,
    secondsPerThousandRows: 1000,
    credits: 50,
    clock: () => now,
  });
  const client = new PracticeClient(server.url, 't');
  const call = async (path: string, options?: CallOptions): Promise<Raw> => {
    const response = await client.call(path, options);
    const text = await response.text();
    const { headers } = response;
    return { status: response.status, type: headers.get('content-type') ?? '', link: headers.get('link'), text, json: tryJson(text) };
  };
  try {
    const created = await call('/project', { json: { name: 'Seen' } });
    // The only id is found by its form, so that this step does not depend on the tested switch.
    const id = dialect === 'numeric-ids' ? '1' : (/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/u.exec(created.text)?.[0] ?? '');
    const fresh = await call(`/project/${id}`);
    const added = await call(`/project/${id}/scores`, { json: { scoreProfiles: ROWS } });
    const waiting = await call(`/project/${id}`);
    const started = await call(`/project/${id}/process`, { method: 'POST' });
    const processing = await call(`/project/${id}`);
    now += 10_000;
    const single = await call('/profile', { json: person(3) });
    const singleId = /"id":"([0-9a-f-]{36})"/u.exec(single.text)?.[1] ?? /profile\/([0-9a-f-]{36})/u.exec(single.text)?.[1] ?? '';
    return {
      created,
      fresh,
      added,
      waiting,
      started,
      processing,
      processed: await call(`/project/${id}`),
      projects: await call('/project'),
      profiles: await call(`/project/${id}/profiles`),
      scores: await call(`/project/${id}/scores`),
      errors: await call(`/project/${id}/errors`),
      credits: await call('/credits'),
      single,
      singleAgain: await call(`/profile/${singleId}`),
      pages: [await call('/profile?itemsPerPage=2&page=1'), await call('/profile?itemsPerPage=2&page=2')],
      refused: await call('/project', { json: {} }),
    };
  } finally {
    await server.close();
  }
}

const DEFAULT = await look('default');

const keys = (raw: Raw) => Object.keys(raw.json as Json);
const member = (raw: Raw, ...names: string[]) => names.reduce<unknown>((value, name) => (value as Json)[name], raw.json);
const items = (raw: Raw, envelope = 'items') => member(raw, envelope) as Json[];
const statuses = ({ fresh, waiting, processing, processed }: Seen) =>
  [fresh, waiting, processing, processed].map((raw) => (raw.json as Json)['status']);
const counts = ({ fresh, waiting, processing, processed }: Seen) =>
  [fresh, waiting, processing, processed].map((raw) => [(raw.json as Json)['totalRows'], (raw.json as Json)['validRows']]);
const enveloped = (name: string) => (seen: Seen) => {
  for (const list of [seen.projects, seen.profiles, seen.errors]) expect(items(list, name)).toBeInstanceOf(Array);
  expect(items(seen.profiles, name)).toEqual(sameTimes(items(seen.profiles, name), items(DEFAULT.profiles)));
};
/** Ids and addresses differ from one service to the next. */
const sameTimes = (seen: Json[], expected: Json[]) =>
  expected.map((body, index) => ({ ...body, id: seen[index]?.['id'], profileUrl: seen[index]?.['profileUrl'] }));
const rowNumbers = (seen: Seen, name = 'row') => (seen.errors.json as Json[]).map((entry) => entry[name]);
const remaining = (name: string) => (seen: Seen) => expect(member(seen.credits, name)).toBe(47);
const named = (name: string) => (seen: Seen) => {
  expect(rowNumbers(seen, name)).toEqual([2]);
  expect(rowNumbers(seen, 'row')).toEqual([undefined]);
};
const wrapped = (name: string) => (seen: Seen) => {
  expect(keys(seen.created)).toEqual([name]);
  expect(member(seen.processed, name, 'status')).toBe('processed');
};
const refusedWith = (type: string, read: (raw: Raw) => unknown) => (seen: Seen) => {
  expect(seen.refused.status).toBe(400);
  expect(seen.refused.type).toBe(type);
  expect(read(seen.refused)).toBe(true);
};
const JSON_TYPE = 'application/json; charset=utf-8';
const NOT_CREATED = 'The project cannot be created with these values.';
const echoes = (seen: Seen) => items(seen.profiles).map((profile) => profile['constituentId']);

const CHANGES: Record<DialectSwitch, (seen: Seen) => void> = {
  'numeric-ids': (seen) => expect(member(seen.processed, 'id')).toBe(1),
  'id-as-projectId': (seen) => expect(keys(seen.created)).toEqual(['projectId', 'name', 'status', 'totalRows', 'validRows', 'createdAt']),
  'id-as-_id': (seen) => expect(keys(seen.created)[0]).toBe('_id'),
  'id-in-project': wrapped('project'),
  'id-in-data': wrapped('data'),
  'id-in-result': wrapped('result'),
  'bare-arrays': (seen) => {
    for (const list of [seen.projects, seen.profiles, seen.scores, seen.errors, seen.pages[0]]) expect(list?.json).toBeInstanceOf(Array);
  },
  'data-envelope': enveloped('data'),
  'results-envelope': enveloped('results'),
  'records-envelope': enveloped('records'),
  'content-envelope': enveloped('content'),
  'rows-envelope': enveloped('rows'),
  'named-envelope': (seen) => {
    expect(items(seen.projects, 'projects')).toHaveLength(1);
    expect(items(seen.profiles, 'profiles')).toHaveLength(2);
    expect(items(seen.scores, 'scores')).toHaveLength(2);
    expect(items(seen.errors, 'errors')).toHaveLength(1);
  },
  'items-in-named-envelope': (seen) => {
    expect(member(seen.profiles, 'profiles', 'items')).toHaveLength(2);
    expect(member(seen.projects, 'projects', 'items')).toHaveLength(1);
  },
  'data-in-named-envelope': (seen) => expect(member(seen.errors, 'errors', 'data')).toHaveLength(1),
  'map-envelope': (seen) => {
    const ids = items(DEFAULT.profiles).map((profile) => String(profile['id']).slice(23));
    const profiles = Object.entries(member(seen.profiles, 'profiles') as Record<string, Json>);
    expect(profiles.map(([id, profile]) => [id.slice(23), 'id' in profile])).toEqual(ids.map((id) => [id, false]));
    expect(Object.values(member(seen.projects, 'projects') as Json)).toMatchObject([{ name: 'Seen' }]);
  },
  'embedded-envelope': (seen) => expect(member(seen.profiles, '_embedded', 'profiles')).toHaveLength(2),
  ndjson: (seen) => {
    expect(seen.profiles.type).toBe('application/x-ndjson');
    expect(seen.profiles.text.split('\n').map((line) => line !== '' && typeof JSON.parse(line))).toEqual(['object', 'object', false]);
    expect(JSON.parse(seen.errors.text)).toHaveProperty('row', 2);
  },
  'csv-answers': (seen) => {
    expect(seen.profiles.type).toBe('text/csv; charset=utf-8');
    const lines = seen.profiles.text.split('\r\n');
    expect(lines[0]).toMatch(/constituentId,primaryFirst,.*mostRecentScore\.scoreDetails\.capacityRating,.*multiLensScores\.0\.lens/u);
    expect(lines).toHaveLength(4);
    expect(seen.errors.text).toMatch(
      /^row,constituentId,field,code,message,value\r\n2,008,personalEmail,email_invalid,[^\r]*,x\r\n2,008,primaryLast,required,/u,
    );
  },
  'row-one': (seen) => expect(rowNumbers(seen)).toEqual([2]),
  'row-zero': (seen) => expect(rowNumbers(seen)).toEqual([1]),
  'row-sheet': (seen) => expect(rowNumbers(seen)).toEqual([3]),
  'grouped-errors': (seen) => expect((seen.errors.json as { errors: unknown[] }[])[0]?.errors).toHaveLength(2),
  'grouped-messages': (seen) =>
    expect(seen.errors.json).toEqual([
      { row: 2, constituentId: '008', messages: ['Email is not an email address.', 'Last name is missing.'] },
    ]),
  'flat-errors': (seen) =>
    expect(seen.errors.json).toEqual([
      {
        row: 2,
        constituentId: '008',
        field: 'personalEmail',
        code: 'email_invalid',
        message: 'Email is not an email address.',
        value: 'x',
      },
      { row: 2, constituentId: '008', field: 'primaryLast', code: 'required', message: 'Last name is missing.', value: null },
    ]),
  'error-map': (seen) =>
    expect((seen.errors.json as Record<string, Json[]>)['2']?.map((issue) => issue['code'])).toEqual(['email_invalid', 'required']),
  'error-map-messages': (seen) => expect(seen.errors.json).toEqual({ 2: ['Email is not an email address.', 'Last name is missing.'] }),
  'row-as-rowNumber': named('rowNumber'),
  'row-as-line': named('line'),
  'row-as-lineNumber': named('lineNumber'),
  'row-as-index': named('index'),
  'message-as-error': (seen) => expect((seen.errors.json as { errors: Json[] }[])[0]?.errors[1]?.['error']).toBe('Last name is missing.'),
  'message-as-errorMessage': (seen) =>
    expect((seen.errors.json as { errors: Json[] }[])[0]?.errors[1]?.['errorMessage']).toBe('Last name is missing.'),
  'message-as-detail': (seen) => expect((seen.errors.json as { errors: Json[] }[])[0]?.errors[1]?.['detail']).toBe('Last name is missing.'),
  'message-as-description': (seen) =>
    expect((seen.errors.json as { errors: Json[] }[])[0]?.errors[1]?.['description']).toBe('Last name is missing.'),
  'upper-status': (seen) => expect(statuses(seen)).toEqual(['CREATED', 'CREATED', 'PROCESSING', 'PROCESSED']),
  'german-status': (seen) => expect(statuses(seen)).toEqual(['angelegt', 'angelegt', 'in Bearbeitung', 'processed']),
  'numeric-status': (seen) => expect(statuses(seen)).toEqual([10, 10, 20, 'processed']),
  'padded-status': (seen) => expect(statuses(seen)).toEqual([' Created ', ' Created ', ' Processing ', ' Processed ']),
  'no-status-before-started': (seen) => expect(statuses(seen)).toEqual([undefined, undefined, 'processing', 'processed']),
  'no-status-before-processed': (seen) => expect(statuses(seen)).toEqual([undefined, undefined, undefined, 'processed']),
  'counts-as-text': (seen) => expect(counts(seen).map(String)).toEqual(['0,0', '3,2', '3,2', '3,2']),
  'counts-not-in-list': (seen) => {
    expect(counts(seen)).toEqual(counts(DEFAULT));
    expect(items(seen.projects)[0]).not.toHaveProperty('totalRows');
  },
  'counts-missing': (seen) => expect(counts(seen)).toEqual([[], [], [], [3, 2]].map((pair) => [pair[0], pair[1]])),
  'counts-null': (seen) =>
    expect(counts(seen)).toEqual([
      [null, null],
      [null, null],
      [null, null],
      [3, 2],
    ]),
  'counts-never': (seen) =>
    expect(
      counts(seen)
        .flat()
        .every((value) => value === undefined),
    ).toBe(true),
  'credits-number': (seen) => expect(seen.credits.json).toBe(47),
  'credits-nested': (seen) => expect(member(seen.credits, 'account', 'remaining')).toBe(47),
  'credits-text': (seen) => expect(member(seen.credits, 'remaining')).toBe('47'),
  'credits-plain-text': (seen) => expect([seen.credits.type, seen.credits.text]).toEqual(['text/plain; charset=utf-8', '47']),
  'credits-as-remainingCredits': remaining('remainingCredits'),
  'credits-as-credits': remaining('credits'),
  'credits-as-balance': remaining('balance'),
  'credits-as-available': remaining('available'),
  'credits-as-creditBalance': remaining('creditBalance'),
  'credits-as-creditsRemaining': remaining('creditsRemaining'),
  'credits-as-remaining_credits': remaining('remaining_credits'),
  'credits-as-available-credits': remaining('available-credits'),
  'id-only-echo': (seen) => {
    expect(Object.keys(items(seen.profiles)[0] ?? {})).toEqual(['id', 'constituentId', 'profileUrl', 'mostRecentScore', 'pendingScore']);
    expect(echoes(seen)).toEqual(['7', 'C-9']);
  },
  'row-only-echo': (seen) => {
    expect(items(seen.profiles).map((profile) => profile['row'])).toEqual([1, 3]);
    expect(echoes(seen)).toEqual([undefined, undefined]);
  },
  'no-echo': (seen) => {
    expect(Object.keys(items(seen.profiles)[0] ?? {})).toEqual(['id', 'profileUrl', 'mostRecentScore', 'pendingScore']);
    expect(Object.keys(items(seen.scores)[0] ?? {})).toEqual(['id', 'score']);
  },
  'numeric-echo': (seen) => {
    expect(echoes(seen)).toEqual([7, 'C-9']);
    // A leading zero would be lost, and with it the record.
    expect((seen.errors.json as Json[])[0]?.['constituentId']).toBe('008');
  },
  'padded-echo': (seen) => expect(echoes(seen)).toEqual([' 7 ', ' C-9 ']),
  'normalized-echo': (seen) => expect(echoes(seen)).toEqual([7, 'c-9']),
  'row-of-answer': (seen) => expect(items(seen.profiles).map((profile) => profile['row'])).toEqual([1, 2]),
  'profile-id-as-profileId': (seen) => expect(Object.keys(items(seen.profiles)[0] ?? {})[0]).toBe('profileId'),
  'profile-id-as-_id': (seen) => expect(Object.keys(items(seen.profiles)[0] ?? {})[0]).toBe('_id'),
  'profile-id-nested': (seen) => expect(items(seen.profiles)[0]?.['profile']).toHaveProperty('id'),
  'no-profile-id': (seen) => expect(seen.profiles.text).not.toMatch(/"id"|profileUrl/u),
  'pending-scores': (seen) => {
    const [profile] = items(seen.profiles);
    expect(profile).toMatchObject({ mostRecentScore: null, pendingScore: { scoreDetails: expect.anything() as unknown } });
  },
  shuffled: (seen) => expect(new Set(echoes(seen))).toEqual(new Set(['7', 'C-9'])),
  'extra-fields': (seen) => {
    for (const body of [seen.created, seen.credits, seen.single]) expect(member(body, 'meta', 'source', 'revision')).toBe(7);
    expect(items(seen.profiles)[0]?.['mostRecentScore']).toHaveProperty(['experimental', 'model', 'weights']);
  },
  'ok-200': (seen) => expect([seen.created.status, seen.single.status]).toEqual([200, 200]),
  'no-content-204': (seen) =>
    expect([seen.created.status, seen.added, seen.started].map((raw) => (typeof raw === 'number' ? raw : [raw.status, raw.text]))).toEqual([
      201,
      [204, ''],
      [204, ''],
    ]),
  'accepted-202': (seen) => expect([seen.created.status, seen.added.status, seen.started.status]).toEqual([201, 202, 202]),
  'problem-json': refusedWith(
    'application/problem+json; charset=utf-8',
    (raw) => member(raw, 'title') === NOT_CREATED && member(raw, 'status') === 400,
  ),
  'message-errors': refusedWith(JSON_TYPE, (raw) => member(raw, 'message') === NOT_CREATED),
  'error-text': refusedWith(JSON_TYPE, (raw) => member(raw, 'error') === NOT_CREATED),
  'error-list': refusedWith(JSON_TYPE, (raw) => (member(raw, 'errors') as Json[])[0]?.['field'] === 'name'),
  'text-errors': refusedWith('text/plain; charset=utf-8', (raw) => raw.text.startsWith(NOT_CREATED)),
  'html-errors': refusedWith('text/html; charset=utf-8', (raw) => raw.text.includes(`<title>400: ${NOT_CREATED}</title>`)),
  'pages-from-zero': (seen) => {
    // Page 1 is the second page here: three profiles in total, two per page.
    expect(seen.pages.map((page) => [member(page, 'page'), items(page).length])).toEqual([
      [1, 1],
      [2, 0],
    ]);
  },
  'pages-without-total': (seen) =>
    expect(seen.pages.map((page) => keys(page))).toEqual([0, 1].map(() => ['page', 'itemsPerPage', 'items'])),
  'pages-with-last': (seen) => expect(seen.pages.map((page) => member(page, 'last'))).toEqual([false, true]),
  'pages-with-next': (seen) => {
    expect(member(seen.pages[0] ?? seen.credits, 'next')).toMatch(/\/profile\?page=2&itemsPerPage=2$/u);
    expect(member(seen.pages[1] ?? seen.credits, 'next')).toBeNull();
  },
  'pages-by-cursor': (seen) => {
    // A number returns the first page.
    expect(seen.pages[0]?.json).toEqual(seen.pages[1]?.json);
    expect(member(seen.pages[0]!, 'nextCursor')).toMatch(/^[\w-]{8,}$/u);
  },
  'pages-by-address': (seen) => expect(member(seen.pages[0]!, 'next')).toMatch(/\/profile\?cursor=[\w-]+&itemsPerPage=2$/u),
  'pages-by-nested-address': (seen) =>
    expect(member(seen.pages[0]!, '_links', 'next', 'href')).toMatch(/\/profile\?cursor=[\w-]+&itemsPerPage=2$/u),
  'pages-by-link-header': (seen) => {
    expect(keys(seen.pages[0]!)).toEqual(['itemsPerPage', 'items']);
    expect(seen.pages[0]!.link).toMatch(/^<http:.*\/profile\?cursor=[\w-]+&itemsPerPage=2>; rel="next"$/u);
  },
  'page-fields-last': (seen) => expect(Object.keys(seen.pages[0]?.json ?? {})[0]).toBe('items'),
  'paging-ignored': (seen) => expect(seen.pages[0]?.json).toEqual(seen.pages[1]?.json),
  'paged-projects': (seen) => {
    expect([member(seen.projects, 'page'), member(seen.projects, 'itemsPerPage'), member(seen.projects, 'total')]).toEqual([1, 25, 1]);
    expect(items(seen.projects)).toHaveLength(1);
  },
  'paged-results': (seen) => {
    expect([member(seen.profiles, 'page'), member(seen.profiles, 'itemsPerPage'), member(seen.profiles, 'total')]).toEqual([1, 25, 2]);
    expect(items(seen.profiles)).toHaveLength(2);
  },
  'names-in-list': (seen) => {
    for (const raw of [seen.created, seen.fresh, seen.processed]) expect(keys(raw)).not.toContain('name');
    expect(items(seen.projects)[0]).toHaveProperty('name', 'Seen');
  },
  'no-project-names': (seen) => {
    expect(keys(seen.processed)).not.toContain('name');
    expect(items(seen.projects)[0]).not.toHaveProperty('name');
  },
  // Only lists in CSV differ. A separate test sends them.
  'csv-titles': (seen) => expect(counts(seen)).toEqual(counts(DEFAULT)),
  'gzip-answers': (seen) => expect(items(seen.profiles)).toHaveLength(2),
  'no-project-profiles': (seen) => expect([seen.profiles.status, seen.scores.status]).toEqual([410, 200]),
  'no-profile-by-id': (seen) => expect([seen.singleAgain.status, seen.single.status]).toEqual([405, 201]),
};

test('the default dialect answers as documented', () => {
  expect(statuses(DEFAULT)).toEqual(['created', 'created', 'processing', 'processed']);
  expect(counts(DEFAULT)).toEqual([
    [0, 0],
    [3, 2],
    [3, 2],
    [3, 2],
  ]);
  expect([DEFAULT.created, DEFAULT.added, DEFAULT.started, DEFAULT.single, DEFAULT.singleAgain].map(({ status }) => status)).toEqual([
    201, 200, 200, 201, 200,
  ]);
  expect(keys(DEFAULT.created)).toEqual(['id', 'name', 'status', 'totalRows', 'validRows', 'createdAt']);
  expect(DEFAULT.pages.map((page) => [member(page, 'page'), member(page, 'total'), items(page).length])).toEqual([
    [1, 3, 2],
    [2, 3, 1],
  ]);
  expect(items(DEFAULT.profiles)[0]).toMatchObject({ ...ROWS[0], pendingScore: null });
  expect(rowNumbers(DEFAULT)).toEqual([2]);
  expect(DEFAULT.credits.json).toEqual({ remaining: 47, organization: 'Practice' });
  expect(DEFAULT.refused.json).toHaveProperty(['error', 'message'], NOT_CREATED);
});

describe('each switch changes only what its name says', () => {
  test.each(DIALECT_SWITCH_NAMES)('%s', async (name) => {
    const seen = await look(name);
    expect(seen.processed.status).toBe(200);
    CHANGES[name](seen);
  });
});
