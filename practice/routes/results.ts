/** Results of a processed project (#7, #8, #13). */
import type { Call, Endpoint, PageAnswer } from '../endpoint.ts';
import { requestedPage } from '../paging.ts';
import { ErrorResponse } from '../error-response.ts';
import { ProfileReader, invalidRows, applyProfileFaults } from '../results.ts';
import { ProfileList, RowErrors, ScoreList } from '../schemas.ts';

function profiles(call: Call, path: string) {
  const { service, dialect, faults, id } = call;
  const project = service.store.project(id);
  if (service.phase(project) !== 'processed') throw new ErrorResponse(409, 'not_processed', 'The project has not been processed yet.');
  const reader = new ProfileReader(service.store, project, faults.of('clock-skew')?.ms ?? 0);
  const inOrder = dialect.order === 'shuffled' ? reader.shuffled() : reader.all();
  return paged(call, path, { total: project.validRows, items: applyProfileFaults(inOrder, faults) });
}

interface List<T> {
  readonly total: number;
  readonly items: Iterable<T>;
}

/** The list, or the requested page in a dialect with paged results. */
function paged<T>(call: Call, path: string, { total, items }: List<T>): List<T> & { readonly page: PageAnswer | null } {
  if (!call.dialect.pagedResults) return { total, items, page: null };
  const page = requestedPage(call, `/project/${call.id}/${path}`);
  return { total, items: sliced(items, (page.page - 1) * page.itemsPerPage, page.itemsPerPage), page };
}

function* sliced<T>(items: Iterable<T>, from: number, count: number): Generator<T> {
  let at = 0;
  for (const item of items) {
    if (at >= from + count) return;
    if (at >= from) yield item;
    at += 1;
  }
}

export const resultEndpoints: readonly Endpoint[] = [
  {
    number: 7,
    step: 'profiles',
    method: 'GET',
    path: '/project/:id/profiles',
    summary: 'All scored profiles of a processed project',
    body: 'none',
    success: 200,
    answer: ProfileList,
    errorStatuses: [404, 409],
    handle(call) {
      if (call.dialect.withoutProfiles) throw new ErrorResponse(410, 'gone', 'This endpoint is gone.');
      return { kind: 'profiles', ...profiles(call, 'profiles') };
    },
  },
  {
    number: 8,
    step: 'errors',
    method: 'GET',
    path: '/project/:id/errors',
    summary: 'What is wrong with the refused rows of a project',
    body: 'none',
    success: 200,
    answer: RowErrors,
    errorStatuses: [404],
    handle(call) {
      const { service, id } = call;
      const project = service.store.project(id);
      const items = project.listId === null ? [] : invalidRows(service.store, project.listId);
      return { kind: 'errors', ...paged(call, 'errors', { total: project.totalRows - project.validRows, items }) };
    },
  },
  {
    number: 13,
    step: 'scores',
    method: 'GET',
    path: '/project/:id/scores',
    summary: 'All scores of a processed project',
    replacedBy: '/project/:id/profiles',
    body: 'none',
    success: 200,
    answer: ScoreList,
    errorStatuses: [404, 409],
    handle: (call) => ({ kind: 'scores', ...profiles(call, 'scores') }),
  },
];
