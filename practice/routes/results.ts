/** What comes back for a processed project: #7, #8, #13. */
import type { Call, Endpoint } from '../endpoint.ts';
import { Refusal } from '../refusal.ts';
import { ProfileReader, refusedRows, spoil } from '../results.ts';
import { ProfileList, RowErrors, ScoreList } from '../schemas.ts';

function profiles({ service, dialect, faults, id }: Call) {
  const project = service.store.project(id);
  if (service.phase(project) !== 'processed') throw new Refusal(409, 'not_processed', 'The project has not been processed yet.');
  const reader = new ProfileReader(service.store, project, faults.of('clock-skew')?.ms ?? 0);
  const inOrder = dialect.order === 'shuffled' ? reader.shuffled() : reader.all();
  return { total: project.validRows, items: spoil(inOrder, faults), page: null };
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
    refusals: [404, 409],
    handle(call) {
      if (call.dialect.withoutProfiles) throw new Refusal(410, 'gone', 'This endpoint is gone.');
      return { kind: 'profiles', ...profiles(call) };
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
    refusals: [404],
    handle({ service, id }) {
      const project = service.store.project(id);
      const items = project.listId === null ? [] : refusedRows(service.store, project.listId);
      return { kind: 'errors', total: project.totalRows - project.validRows, items, page: null };
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
    refusals: [404, 409],
    handle: (call) => ({ kind: 'scores', ...profiles(call) }),
  },
];
