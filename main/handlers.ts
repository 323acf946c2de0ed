/** Method → use case, one line each. */
import type { AppView } from '../shared/contract.ts';
import type { Handlers } from './dispatch.ts';
import type { Connections } from './projects/connections.ts';
import type { Exports } from './projects/exports.ts';
import type { Projects } from './projects/projects.ts';
import type { ServiceCalls } from './projects/servicecalls.ts';

export interface UseCases {
  readonly appView: () => AppView;
  readonly useConnection: (id: string) => AppView;
  readonly connections: Connections;
  readonly projects: Projects;
  readonly exports: Exports;
  readonly service: ServiceCalls;
}

export function createHandlers({ appView, useConnection, connections, projects, exports, service }: UseCases): Handlers {
  return {
    'app.get': () => appView(),

    'connections.list': () => connections.list(),
    'connections.add': (input) => connections.add(input),
    'connections.change': (input) => connections.change(input),
    'connections.setToken': async ({ id, token }) => {
      const view = await connections.setToken(id, token);
      await projects.tokenGiven(id);
      return view;
    },
    'connections.test': ({ id }) => connections.test(id),
    'connections.use': ({ id }) => useConnection(id),
    'connections.remove': async ({ id }) => {
      await connections.remove(id);
      return {};
    },
    'credits.read': ({ connectionId }) => connections.credits(connectionId),

    'projects.list': () => projects.list(),
    'projects.get': ({ id }) => projects.view(id),
    'projects.create': (input) => projects.create(input, input.connectionId ?? appView().connectionId),
    'projects.sample': ({ sample }) => projects.sample(sample),
    'projects.change': (input) => projects.change(input),
    'projects.remove': async ({ id }) => {
      await projects.remove(id);
      return {};
    },

    'import.get': ({ id }) => projects.importView(id),
    'import.change': (input) => projects.importChange(input),
    'columns.get': ({ id }) => projects.columnsView(id),
    'columns.change': (input) => projects.columnsChange(input),

    'check.get': ({ id }) => projects.checkView(id),
    'check.page': (input) => projects.checkPage(input),
    'check.edit': ({ id, row, field, value }) => projects.checkView(id, { kind: 'correct', row, field, value }),
    'check.fix': ({ id, code, field }) => projects.checkView(id, { kind: 'fix', code, field }),
    'check.leaveOut': ({ id, rows, leaveOut }) => projects.checkView(id, { kind: 'leaveOut', rows, leaveOut }),
    'check.undo': ({ id }) => projects.checkView(id, { kind: 'undo' }),
    'check.redo': ({ id }) => projects.checkView(id, { kind: 'redo' }),

    'cost.get': ({ id }) => projects.cost(id),
    'cost.sample': (input) => projects.sampleRecords(input),

    'project.send': (input) => projects.send(input),
    'project.pause': ({ id }) => projects.steer(id, 'pause'),
    'project.resume': ({ id }) => projects.steer(id, 'resume'),
    'project.cancel': ({ id }) => projects.steer(id, 'cancel'),
    'project.decide': (input) => projects.decide(input),
    'project.timeline': ({ id }) => projects.timeline(id),

    'results.get': ({ id }) => projects.results(id),
    'results.page': (input) => projects.resultsPage(input),
    'results.distribution': (input) => projects.distribution(input),
    'results.person': (input) => projects.person(input),
    'results.export': (input) => exports.start(input),
    'exports.get': ({ id }) => exports.view(id),
    'exports.reveal': ({ id }) => {
      exports.reveal(id);
      return {};
    },

    'service.projects': ({ connectionId }) => service.projects(connectionId),
    'service.profiles': (input) => service.profiles(input),
    'service.profile': ({ connectionId, profileId }) => service.profile(connectionId, profileId),
    'service.screenOne': (input) => service.screenOne(input),
    'service.requestScore': (input) => service.requestScore(input),
    'service.scoreRequest': ({ connectionId, requestId }) => service.scoreRequest(connectionId, requestId),
  };
}
