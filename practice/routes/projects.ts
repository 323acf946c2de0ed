/** Creating, processing and reading projects (#3, #5, #6, #9). */
import type { Endpoint } from '../endpoint.ts';
import { requestedPage } from '../paging.ts';
import { parseInput } from '../parse-input.ts';
import { Project, ProjectCreation, ProjectList } from '../schemas.ts';

export const projectEndpoints: readonly Endpoint[] = [
  {
    number: 3,
    step: 'create',
    method: 'POST',
    path: '/project',
    summary: 'Create a project',
    body: 'json',
    bodySchema: ProjectCreation,
    success: 201,
    answer: Project,
    errorStatuses: [400, 413, 415],
    handle({ service, body }) {
      const { name, scoreConfiguration } = parseInput(
        ProjectCreation,
        body,
        'project_invalid',
        'The project cannot be created with these values.',
      );
      const project = service.store.createProject(name, scoreConfiguration ?? null, service.clock());
      return { kind: 'project', project, success: 'created' };
    },
  },
  {
    number: 9,
    step: 'projects',
    method: 'GET',
    path: '/project',
    summary: 'List all projects and their status',
    body: 'none',
    success: 200,
    answer: ProjectList,
    errorStatuses: [],
    handle(call) {
      const projects = call.service.store.projects();
      if (!call.dialect.pagedProjects) return { kind: 'projects', total: projects.length, items: projects, page: null };
      const page = requestedPage(call, '/project');
      const from = (page.page - 1) * page.itemsPerPage;
      return { kind: 'projects', total: projects.length, items: projects.slice(from, from + page.itemsPerPage), page };
    },
  },
  {
    number: 6,
    step: 'status',
    method: 'GET',
    path: '/project/:id',
    summary: 'Status and row counts of a project',
    body: 'none',
    success: 200,
    answer: Project,
    errorStatuses: [404],
    handle: ({ service, id }) => ({ kind: 'project', project: service.store.project(id), success: 'read' }),
  },
  {
    number: 5,
    step: 'process',
    method: 'POST',
    path: '/project/:id/process',
    summary: 'Lock a project, charge a credit for each valid row, and screen it in the background',
    body: 'none',
    success: 200,
    answer: Project,
    errorStatuses: [402, 404, 409],
    handle({ service, id, faults }) {
      const project = service.store.project(id);
      const started = service.startProcessing(project, faults.of('processing-time')?.secondsPerThousandRows);
      return { kind: 'project', project: started, success: 'done' };
    },
  },
];
