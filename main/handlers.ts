/** Method → use case, one line each. */
import type { AppView } from '../shared/contract/index.ts';
import type { Handlers } from './dispatch.ts';
import type { Arrangements } from './results/result-preferences.ts';
import type { Bases } from './checking/check-inputs.ts';
import type { Connections } from './connections/connections.ts';
import type { DoNotScreen } from './checking/suppression-list.ts';
import type { Exports } from './results/exports.ts';
import type { FetchAgain } from './results/fetch-again.ts';
import type { Drafts } from './checking/project-check.ts';
import type { Intake } from './importing/list-import.ts';
import type { Linked } from './submission/derived-projects.ts';
import type { Outcomes } from './results/screening-results.ts';
import type { Parts } from './submission/part-sequence.ts';
import type { Sending } from './submission/submission.ts';
import type { Since } from './checking/baseline.ts';
import type { Shelf } from './projects/project-store.ts';
import type { ServiceCalls } from './submission/service-calls.ts';
import type { Templates } from './checking/templates.ts';

export interface UseCases {
  readonly appView: () => AppView;
  readonly dismissNotice: () => AppView;
  readonly chooseConnection: (id: string) => AppView;
  readonly connections: Connections;
  readonly arrangements: Arrangements;
  readonly shelf: Shelf;
  readonly intake: Intake;
  readonly drafts: Drafts;
  readonly templates: Templates;
  readonly bases: Bases;
  readonly doNotScreen: DoNotScreen;
  readonly sending: Sending;
  readonly linked: Linked;
  readonly parts: Parts;
  readonly since: Since;
  readonly outcomes: Outcomes;
  readonly fetchAgain: FetchAgain;
  readonly exports: Exports;
  readonly service: ServiceCalls;
}

export function createHandlers(cases: UseCases): Handlers {
  const { appView, dismissNotice, chooseConnection, connections, arrangements, shelf, intake, drafts, templates, sending } = cases;
  const { bases, doNotScreen, linked, parts, since, outcomes, fetchAgain, exports, service } = cases;
  return {
    'app.get': () => appView(),
    'app.dismissNotice': () => dismissNotice(),

    'connections.list': () => connections.list(),
    'connections.add': (input) => connections.add(input),
    'connections.change': (input) => connections.change(input),
    'connections.setToken': async ({ id, token }) => {
      const view = await connections.setToken(id, token);
      await sending.tokenGiven(id);
      return view;
    },
    'connections.test': ({ id }) => connections.test(id),
    'connections.use': ({ id }) => chooseConnection(id),
    'connections.remove': async ({ id }) => {
      await connections.remove(id);
      arrangements.forget(id);
      return {};
    },
    'credits.read': ({ connectionId }) => connections.credits(connectionId),

    'projects.list': () => shelf.list(),
    'projects.get': ({ id }) => shelf.view(id),
    'projects.create': (input) => intake.create(input, input.connectionId ?? appView().connectionId),
    'projects.sample': ({ sample }) => intake.sample(sample),
    'projects.change': (input) => sending.change(input),
    'projects.fixRefused': ({ id }) => linked.fixRefused(id),
    'projects.remove': async ({ id, loseResults }) => {
      await intake.release(id);
      // Parts of a list that was never sent are of no use without it.
      if (shelf.row(id).state.at === 'draft') await linked.takePartsBack(id);
      await shelf.remove(id, loseResults);
      since.forget(id);
      return {};
    },

    'import.get': ({ id }) => intake.view(id),
    'import.change': (input) => intake.change(input),
    'columns.get': ({ id }) => drafts.columns(id),
    'columns.change': async (input) => {
      await intake.release(input.id);
      return await drafts.changeColumns(input);
    },
    'columns.system': (input) => drafts.chooseSystem(input),

    'templates.list': () => templates.list(),
    'templates.get': ({ id }) => templates.get(id),
    'templates.offers': ({ id }) => templates.offers(id),
    'templates.fit': ({ id, template }) => templates.fit(id, template),
    'templates.apply': async ({ id, template }) => {
      await intake.release(id);
      return await templates.apply(id, template);
    },
    'templates.undo': ({ id }) => drafts.takeTemplateBack(id),
    'templates.save': (input) => templates.save(input),
    'templates.rename': ({ id, name }) => templates.rename(id, name),
    'templates.remove': ({ id }) => {
      templates.remove(id);
      return {};
    },
    'templates.export': ({ id }) => templates.export(id),
    'templates.import': ({ file }) => templates.import(file),

    'check.get': ({ id }) => drafts.check(id),
    'check.page': (input) => drafts.page(input),
    'check.edit': ({ id, row, field, value }) => drafts.edit(id, { kind: 'correct', row, field, value }),
    'check.fix': ({ id, code, field }) => drafts.edit(id, { kind: 'fix', code, field }),
    'check.leaveOut': ({ id, rows, leaveOut }) => drafts.edit(id, { kind: 'leaveOut', rows, leaveOut }),
    'check.replacing': (input) => drafts.replacing(input),
    'check.replace': ({ id, ...replacement }) => drafts.edit(id, { kind: 'replace', ...replacement }),
    'check.madeBefore': ({ id }) => drafts.madeBefore(id, since.listBefore(id)),
    'check.makeAgain': ({ id }) => drafts.edit(id, { kind: 'makeAgain', earlier: since.listBefore(id)?.projects ?? [] }),
    'check.undo': ({ id }) => drafts.edit(id, { kind: 'undo' }),
    'check.redo': ({ id }) => drafts.edit(id, { kind: 'redo' }),

    'houseRules.get': () => bases.houseRules(),
    'houseRules.set': (rules) => bases.setHouseRules(rules),

    'doNotScreen.get': () => doNotScreen.view(),
    'doNotScreen.add': (input) => doNotScreen.add(input),
    'doNotScreen.addPerson': (input) => doNotScreen.addPerson(input),
    'doNotScreen.remove': ({ id }) => doNotScreen.remove(id),
    'doNotScreen.removePerson': (input) => doNotScreen.removePerson(input),
    'doNotScreen.clear': () => doNotScreen.clear(),

    'cost.get': ({ id }) => sending.cost(id),
    'cost.since': ({ id }) => since.offers(id),
    'cost.elsewhere': ({ id }) => sending.elsewhere(id),
    'cost.sample': (input) => sending.sampleRecords(input),

    'project.send': async (input) => {
      await intake.release(input.id);
      return await sending.send(input);
    },
    'project.pause': ({ id }) => sending.steer(id, 'pause'),
    'project.resume': ({ id }) => sending.steer(id, 'resume'),
    'project.cancel': ({ id }) => sending.steer(id, 'cancel'),
    'project.decide': (input) => sending.decide(input),
    'parts.sendNext': ({ id }) => parts.sendNext(id),
    'parts.release': ({ id }) => parts.release(id),
    'project.timeline': ({ id }) => sending.timeline(id),

    'results.get': ({ id }) => outcomes.results(id),
    'results.page': (input) => outcomes.page(input),
    'results.distribution': (input) => outcomes.distribution(input),
    'results.person': (input) => outcomes.person(input),
    'results.earlier': (input) => outcomes.earlier(input),
    'results.history': (input) => outcomes.history(input),
    'results.compare': (input) => outcomes.compare(input),
    'results.comparePage': (input) => outcomes.comparePage(input),
    'results.fetchAgain': ({ id }) => fetchAgain.fetch(id),
    'results.arrange': (input) => outcomes.arrange(input),
    'segments.list': ({ id }) => outcomes.segments(id),
    'segments.save': (input) => outcomes.saveSegment(input),
    'segments.remove': (input) => outcomes.removeSegment(input),
    'layouts.list': ({ id }) => outcomes.layouts(id),
    'layouts.save': (input) => outcomes.saveLayout(input),
    'layouts.remove': (input) => outcomes.removeLayout(input),
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
