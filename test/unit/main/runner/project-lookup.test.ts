/** The evidence from the service’s list of all projects: a project is created or started only if the list shows no other one. */
import { describe, expect, it } from 'vitest';
import { findMarked, lookUpProject, markedIn, otherProjectNotes } from '../../../../main/runner/project-lookup.ts';
import { AppError, type ErrorCode } from '../../../../shared/base/errors.ts';
import type { RemoteProject } from '../../../../shared/results/project-answer.ts';

const MARKER = 'Spring · ABCD1234';
const { signal } = new AbortController();

const project = (remoteId: string | null, name: string | null): RemoteProject => ({
  remoteId,
  name,
  status: 'idle',
  totalRows: 3,
  validRows: null,
  createdAt: null,
});
const listing = (projects: readonly RemoteProject[], whole = true) => ({ projects: () => Promise.resolve({ projects, whole }) });
const failing = (code: ErrorCode) => ({ projects: () => Promise.reject(new AppError(code, 'failed')) });

const OURS = project('P1', MARKER);
const SECOND = project('P2', 'spring · abcd1234');
const OTHER = project('P3', 'Autumn · ZZZZ9999');

describe('the projects with our marker', () => {
  it('are all of them, whatever their case', () => {
    expect(markedIn({ projects: [OURS, OTHER, SECOND], whole: true }, MARKER)).toEqual({ matches: [OURS, SECOND], whole: true });
  });

  it.each<[is: boolean, what: string, projects: RemoteProject[], whole: boolean]>([
    [true, 'of a complete list', [OTHER], true],
    [true, 'of an empty list', [], true],
    [false, 'of an incomplete list', [OTHER], false],
    [false, 'of a list with a project without a name, which may be ours', [OTHER, project('P4', null)], true],
  ])('prove that there is no other project (%s): %s', (is, _what, projects, whole) => {
    expect(markedIn({ projects, whole }, MARKER)).toEqual({ matches: [], whole: is });
  });

  it('are read from the service', async () => {
    expect(await findMarked(listing([OURS, OTHER]), MARKER, signal)).toEqual({ matches: [OURS], whole: true });
  });
});

describe('a list that cannot be read', () => {
  const CODES: [code: ErrorCode, isAbsent: boolean][] = [
    ['RESPONSE_UNEXPECTED', true],
    ['CREDITS_SHORT', true],
    ['TOKEN_REFUSED', true],
    ['SERVICE_BUSY', false],
    ['SERVICE_UNREACHABLE', false],
    ['CLOSING', false],
  ];

  it.each(CODES)('%s: the service has no list (%s), or it is read again', async (code, isAbsent) => {
    const read = [findMarked(failing(code), MARKER, signal), lookUpProject(failing(code), { remoteId: 'P1', marker: MARKER }, signal)];
    const expected = isAbsent ? { status: 'fulfilled', value: null } : { status: 'rejected', reason: { code } };
    expect(await Promise.allSettled(read)).toMatchObject([expected, expected]);
  });

  it('is thrown when the failure is unexpected', async () => {
    const client = { projects: () => Promise.reject(new RangeError('unexpected')) };
    await expect(findMarked(client, MARKER, signal)).rejects.toThrow('unexpected');
  });
});

describe('our project in the list', () => {
  const inList = (projects: readonly RemoteProject[], whole = true) =>
    lookUpProject(listing(projects, whole), { remoteId: 'P1', marker: MARKER }, signal);

  it.each<[what: string, projects: RemoteProject[], whole: boolean, there: boolean | null, others: number, name: string | null]>([
    ['is there', [OTHER, OURS], true, true, 0, MARKER],
    ['is there under another name', [project('P1', 'Renamed')], true, true, 0, 'Renamed'],
    ['is there in an incomplete list', [OURS], false, true, 0, MARKER],
    ['is missing from a complete list', [OTHER], true, false, 0, null],
    ['can be on a page that was not read', [OTHER], false, null, 0, null],
    ['can be a project without an ID', [project(null, 'Autumn')], true, null, 0, null],
    ['is one of two with its marker', [OURS, SECOND], true, true, 1, MARKER],
    ['is missing, and another one has its marker', [SECOND], true, false, 1, null],
    // The project without an ID may be ours.
    ['does not count as another one without its ID', [OURS, project(null, MARKER)], true, true, 0, MARKER],
  ])('%s', async (_what, projects, whole, there, others, name) => {
    expect(await inList(projects, whole)).toEqual({ name, listed: { there, others } });
  });

  it('has no others without a marker', async () => {
    const client = listing([OURS, SECOND]);
    expect(await lookUpProject(client, { remoteId: 'P1' }, signal)).toMatchObject({ listed: { there: true, others: 0 } });
  });
});

it('the name of a project that may not be ours is recorded, because the user needs it to decide', () => {
  const look = (name?: string | null) => ({ status: 'idle', totalRows: 3, at: 0, ...(name === undefined ? {} : { name }) }) as never;
  expect(otherProjectNotes({ marker: MARKER }, look('Autumn'))).toEqual({ name: 'Autumn' });
  expect(otherProjectNotes({ marker: MARKER }, look(MARKER))).toEqual({});
  expect(otherProjectNotes({ marker: MARKER }, look(null))).toEqual({});
  expect(otherProjectNotes({ marker: MARKER }, look(), { there: false, others: 0 })).toEqual({ name: null });
});
