/** The handlers of the contract's methods. Each one only calls a use case, or forwards a query to the open project. */
import { CONTRACT, type CallOptions, type MethodName, type Parsed, type ProjectQueryName } from '../shared/contract/index.ts';
import type { AppViewPublisher } from './app-view.ts';
import type {
  Baseline,
  ColumnMapping,
  ProjectGifts,
  ProjectCheck,
  ProjectOptions,
  ScorePresets,
  StoredOrganizationRules,
  SuppressionList,
  Templates,
} from './checking/index.ts';
import type { BundleMaking, BundleOpening } from './bundles/index.ts';
import type { ConnectedServices, ConnectionChanges, Connections } from './connections/index.ts';
import type { Desktop } from './desktop.ts';
import type { Diagnostics } from './diagnostics/index.ts';
import type { Handlers } from './dispatch.ts';
import type { ListImport } from './importing/index.ts';
import type { ProjectPublisher } from './projects/index.ts';
import type { ScreeningPlan } from './plan/index.ts';
import type { Retention } from './retention/index.ts';
import type { Recipes } from './recipes/index.ts';
import type { Adoption } from './adoption/index.ts';
import type {
  ExportRuns,
  Exports,
  FetchAgain,
  OrderJoin,
  PersonNotes,
  PersonSearch,
  ProfileLinks,
  ProfileListExport,
  Reports,
  ScreeningRecord,
  WriteBack,
  ProjectAnswers,
  RefusedRows,
  ResultArrangement,
  ReviewImport,
  ReviewVerdicts,
} from './results/index.ts';
import type { PersonErasure, PersonEverywhere, PersonExport } from './people/index.ts';
import type { Office } from './ratings/index.ts';
import type { CostEstimate, DerivedProjects, PartSequence, ProjectDeletion, Submission } from './submission/index.ts';
import type { ServiceReads, SingleScreening } from './single-calls/index.ts';

export interface UseCases {
  readonly appView: AppViewPublisher;
  readonly desktop: Desktop;
  readonly diagnostics: Diagnostics;
  readonly connections: Connections;
  readonly services: ConnectedServices;
  readonly connectionChanges: ConnectionChanges;
  readonly publisher: ProjectPublisher;
  readonly baseline: Baseline;
  readonly check: ProjectCheck;
  readonly columns: ColumnMapping;
  readonly gifts: ProjectGifts;
  readonly options: ProjectOptions;
  readonly presets: ScorePresets;
  readonly rules: StoredOrganizationRules;
  readonly suppression: SuppressionList;
  readonly templates: Templates;
  readonly recipes: Recipes;
  readonly bundleMaking: BundleMaking;
  readonly bundleOpening: BundleOpening;
  readonly retention: Retention;
  readonly plan: ScreeningPlan;
  readonly adoption: Adoption;
  readonly listImport: ListImport;
  readonly cost: CostEstimate;
  readonly deletion: ProjectDeletion;
  readonly derived: DerivedProjects;
  readonly parts: PartSequence;
  readonly service: ServiceReads;
  readonly singles: SingleScreening;
  readonly submission: Submission;
  readonly exports: Exports;
  readonly exportRuns: ExportRuns;
  readonly profileExport: ProfileListExport;
  readonly writeBack: WriteBack;
  readonly reports: Reports;
  readonly screeningRecord: ScreeningRecord;
  readonly fetchAgain: FetchAgain;
  readonly refusedRows: RefusedRows;
  readonly personSearch: PersonSearch;
  readonly everywhere: PersonEverywhere;
  readonly erasure: PersonErasure;
  readonly personExport: PersonExport;
  readonly profileLinks: ProfileLinks;
  readonly orderJoin: OrderJoin;
  readonly answers: ProjectAnswers;
  readonly arrangement: ResultArrangement;
  readonly personNotes: PersonNotes;
  readonly review: ReviewVerdicts;
  readonly office: Office;
  readonly reviewImport: ReviewImport;
}

/** Forwards the contract queries that have `needs` to the project's session. */
function forwarded(answers: ProjectAnswers): Pick<Handlers, ProjectQueryName> {
  const names = (Object.keys(CONTRACT) as MethodName[]).filter((name): name is ProjectQueryName => 'needs' in CONTRACT[name]);
  const entries = names.map((name) => [name, (input: Parsed<typeof name>, call: CallOptions) => answers.answer(name, input, call)]);
  return Object.fromEntries(entries) as Pick<Handlers, ProjectQueryName>;
}

export function createHandlers(use: UseCases): Handlers {
  return {
    ...forwarded(use.answers),

    'app.get': () => use.appView.view(),
    'app.dismissNotice': () => use.appView.dismissNotice(),
    'app.copy': ({ text }) => use.desktop.copy(text),
    'app.savePdf': (input) => use.desktop.savePdf(input),
    'app.diagnostics': () => use.diagnostics.get(),
    'app.saveDiagnostics': (input) => use.diagnostics.save(input),
    'app.notices': () => use.desktop.notices(),
    'app.dismiss': ({ key }) => use.appView.dismiss(key),
    'app.folder': () => use.desktop.folder(),
    'app.openFolder': () => use.desktop.openFolder(),

    'app.signInToProxy': (input) => use.services.signInToProxy(input),
    'app.forgetProxies': ({ connectionId }) => use.services.forgetProxies(connectionId),

    'connections.list': () => use.connections.list(),
    'connections.add': (input) => use.connectionChanges.add(input),
    'connections.change': (input) => use.connectionChanges.change(input),
    'connections.setToken': (input) => use.submission.giveToken(input),
    'connections.test': ({ id }) => use.services.test(id),
    'connections.use': ({ id }) => use.appView.chooseConnection(id),
    'connections.refillPractice': () => use.services.refillPractice(),
    'connections.remove': ({ id }) => use.connectionChanges.remove(id),
    'credits.history': ({ connectionId }) => use.connections.balances(connectionId),
    'credits.read': ({ connectionId }) => use.services.credits(connectionId),

    'projects.list': () => use.publisher.list(),
    'projects.get': ({ id }) => use.publisher.view(id),
    'projects.create': (input) => use.listImport.create(input),
    'projects.unlock': (input) => use.listImport.unlock(input),
    'projects.sample': ({ sample }) => use.listImport.sample(sample),
    'projects.adopt': (input) => use.adoption.adopt(input),
    'projects.change': (input) => use.options.change(input),
    'projects.fixRefused': (input) => use.refusedRows.fix(input),
    'projects.startAgain': ({ id }) => use.derived.startAgain(id),
    'projects.screenRest': ({ id, like }) => use.derived.screenRest(id, like),
    'project.pace': ({ id }) => use.submission.pace(id),
    'projects.remove': (input) => use.deletion.delete(input),

    'import.get': ({ id }) => use.listImport.view(id),
    'import.change': (input) => use.listImport.change(input),
    'columns.get': ({ id }) => use.columns.view(id),
    'columns.change': (input) => use.columns.change(input),
    'columns.system': (input) => use.columns.chooseSystem(input),

    'recipe.get': ({ id }) => use.recipes.state(id),
    'recipe.of': ({ id, values }) => use.recipes.of(id, values),
    'recipe.preview': (input, call) => use.recipes.preview(input, call),
    'recipe.apply': (input, call) => use.recipes.apply(input, call),
    'recipe.undo': ({ id }, call) => use.recipes.undo(id, call),

    'retention.get': () => use.retention.view(),
    'retention.keep': (input) => use.retention.keep(input),
    'retention.agree': (input) => use.retention.agree(input),
    'retention.apply': () => use.retention.apply(),
    'plan.get': (input, call) => use.plan.get(input, call),
    'plan.save': (input) => use.plan.save(input),
    'plan.reminders': (_, call) => use.plan.reminders(call),
    'plan.snooze': ({ connectionId }) => use.plan.snooze(connectionId),
    'plan.draft': (input, call) => use.plan.draft(input, call),

    'templates.list': () => use.templates.list(),
    'templates.get': ({ id }) => use.templates.get(id),
    'templates.offers': ({ id }) => use.templates.offers(id),
    'templates.fit': ({ id, template }) => use.templates.fit(id, template),
    'templates.apply': ({ id, template }) => use.templates.apply(id, template),
    'templates.undo': ({ id }) => use.columns.withdrawTemplate(id),
    'templates.save': (input) => use.templates.save(input),
    'templates.rename': ({ id, name }) => use.templates.rename(id, name),
    'templates.remove': ({ id }) => use.templates.remove(id),
    'templates.export': ({ id }) => use.templates.export(id),
    'templates.import': ({ file }) => use.templates.import(file),

    'check.get': ({ id }) => use.check.view(id),
    'check.edit': ({ id, row, field, value }, call) => use.check.edit(id, { kind: 'correct', row, field, value }, call),
    'check.editCells': ({ id, ...edit }, call) => use.check.edit(id, { kind: 'correctCells', ...edit }, call),
    'check.fix': ({ id, ...fix }, call) => use.check.edit(id, { kind: 'fix', ...fix }, call),
    'check.fixSafe': ({ id, codes }, call) => use.check.edit(id, { kind: 'fixSafe', codes }, call),
    'check.leaveOut': ({ id, rows, leaveOut }, call) => use.check.edit(id, { kind: 'leaveOut', rows, leaveOut }, call),
    'check.sendRepeats': ({ id, send }, call) => use.check.edit(id, { kind: 'sendRepeats', send }, call),
    'check.sendObjected': ({ id, reason }, call) => use.check.sendObjected(id, reason, call),
    'check.merge': ({ id, rows }, call) => use.check.edit(id, { kind: 'merge', rows }, call),
    'check.replace': ({ id, ...replacement }, call) => use.check.edit(id, { kind: 'replace', ...replacement }, call),
    'check.applyCarriedCorrections': ({ id }, call) => use.check.applyCarriedCorrections(id, call),
    'check.undo': ({ id }, call) => use.check.edit(id, { kind: 'undo' }, call),
    'check.keepRepeats': ({ id, ...decision }, call) => use.check.edit(id, { kind: 'keepRepeats', ...decision }, call),
    'check.settle': ({ id, code, how }, call) => use.check.edit(id, { kind: 'settle', code, how }, call),
    'check.takeBack': ({ id, label }, call) => use.check.edit(id, { kind: 'takeBack', label }, call),
    'check.redo': ({ id }, call) => use.check.edit(id, { kind: 'redo' }, call),

    'organizationRules.get': () => use.rules.get(),
    'organizationRules.set': (settings) => use.rules.set(settings),

    'doNotScreen.get': () => use.suppression.view(),
    'doNotScreen.add': (input) => use.suppression.add(input),
    'doNotScreen.addPerson': (input) => use.suppression.addPerson(input),
    'doNotScreen.remove': ({ id }) => use.suppression.remove(id),
    'doNotScreen.removePerson': (input) => use.suppression.removePerson(input),
    'doNotScreen.clear': () => use.suppression.clear(),

    'cost.get': ({ id }) => use.cost.get(id),
    'cost.choose': (input, call) => use.cost.choose(input, call),
    'cost.baselines': ({ id }) => use.baseline.offers(id),
    'cost.elsewhere': ({ id }) => use.cost.elsewhere(id),

    'project.send': (input) => use.submission.send(input),
    'project.sendRest': (input) => use.submission.sendRest(input),
    'project.comparePilot': (input) => use.submission.comparePilot(input),
    'project.pause': ({ id }) => use.submission.control(id, 'pause'),
    'project.resume': ({ id }) => use.submission.control(id, 'resume'),
    'project.cancel': ({ id }) => use.submission.control(id, 'cancel'),
    'project.decide': (input) => use.submission.decide(input),
    'parts.sendNext': ({ id }) => use.parts.sendNext(id),
    'parts.release': ({ id }) => use.parts.releaseWaiting(id),
    'project.timeline': ({ id }) => use.submission.timeline(id),

    'people.find': (input, call) => use.everywhere.find(input, call),
    'people.export': (input) => use.personExport.start(input),
    'people.letters': (input, { signal }) => use.personExport.letters(input, signal),
    'people.erasing': (input, { signal }) => use.erasure.outlook(input, signal),
    'people.erase': (input) => use.erasure.erase(input),
    'people.neverScreen': (input) => use.personExport.neverScreen(input),
    'results.screenedBefore': (input) => use.personSearch.find(input),
    'results.openLink': (input) => use.profileLinks.open(input),
    'notes.get': ({ id, row }) => use.personNotes.of(id, row),
    'notes.save': ({ id, row, ...notes }) => use.personNotes.save(id, row, notes),
    'review.history': ({ id, row }) => use.review.history(id, row),
    'review.set': (input) => use.review.set(input),
    'review.undo': ({ id }) => use.review.undo(id),
    'review.carry': ({ id }) => use.review.carry(id),
    'review.import': (input) => use.reviewImport.read(input),
    'review.accept': ({ id, acceptAt }) => use.review.accept(id, acceptAt),
    'ratings.save': (input) => use.office.saveRating(input),
    'ratings.remove': (input) => use.office.removeRating(input),
    'officers.choose': (input) => use.office.chooseOfficer(input),
    'officers.assign': (input) => use.office.assign(input),
    'officers.undo': ({ id }) => use.office.undo(id),
    'results.joinByOrder': ({ id, previewId }) => use.orderJoin.join(id, previewId),
    'results.undoOrderJoin': ({ id }) => use.orderJoin.undo(id),
    'results.fetchAgain': ({ id }) => use.fetchAgain.fetch(id),
    'results.arrange': (input) => use.arrangement.arrange(input),
    'segments.save': (input) => use.arrangement.saveSegment(input),
    'segments.remove': (input) => use.arrangement.removeSegment(input),
    'layouts.list': ({ id }) => use.arrangement.layouts(id),
    'layouts.save': (input) => use.arrangement.saveLayout(input),
    'layouts.remove': (input) => use.arrangement.removeLayout(input),
    'results.export': (input) => use.exports.start(input),
    'exports.get': ({ id }) => use.exportRuns.view(id),
    'exports.cancel': ({ id }) => use.exportRuns.cancel(id),
    'exports.reveal': ({ id }) => use.exportRuns.reveal(id),
    'gifts.get': ({ id }) => use.gifts.get(id),
    'gifts.read': (input, call) => use.gifts.read(input, call),
    'gifts.choose': (input, call) => use.gifts.choose(input, call),
    'gifts.use': ({ id }, call) => use.gifts.use(id, call),
    'gifts.remove': ({ id }) => use.gifts.remove(id),
    'gifts.restore': ({ id }) => use.gifts.restore(id),
    'gifts.report': (input) => use.gifts.report(input),
    'writeBack.plan': (input, call) => use.writeBack.plan(input, call),
    'writeBack.save': (input) => use.writeBack.save(input),
    'proof.run': (input) => use.writeBack.prove(input),
    'proof.columns': (input) => use.writeBack.columns(input),
    'proof.choose': (input) => use.writeBack.choose(input),
    'proof.get': ({ id }) => use.writeBack.proof(id),
    'proof.page': (input) => use.writeBack.page(input),
    'proof.repair': (input) => use.writeBack.repair(input),
    'proof.save': (input) => use.writeBack.saveProof(input),
    'report.get': ({ id }) => use.reports.get(id),
    'report.save': (input) => use.reports.save(input),
    'record.get': ({ id }) => use.screeningRecord.get(id),
    'records.chain': () => use.screeningRecord.chain(),
    'record.export': ({ id }) => use.screeningRecord.export(id),
    'bundles.make': (input, call) => use.bundleMaking.make(input, call),
    'bundles.open': (input, call) => use.bundleOpening.open(input, call),
    'bundles.takeBack': ({ id }) => use.bundleMaking.takeBack(id),
    'service.exportProfiles': ({ connectionId, format }) => use.profileExport.start(connectionId, format),

    'scorePresets.list': () => use.presets.list(),
    'scorePresets.save': (input) => use.presets.save(input),
    'scorePresets.rename': ({ name, to }) => use.presets.rename(name, to),
    'scorePresets.remove': ({ name }) => use.presets.remove(name),

    'service.projects': ({ connectionId }) => use.service.projects(connectionId),
    'service.profiles': (input) => use.service.profiles(input),
    'service.findProfiles': (input) => use.service.findProfiles(input),
    'service.profile': ({ connectionId, profileId }) => use.service.profile(connectionId, profileId),
    'service.screenedAlone': (input) => use.singles.screenedAlone(input),
    'service.screenOne': (input) => use.singles.screenOne(input),
    'service.requestScore': (input) => use.singles.requestScore(input),
    'service.scoreRequest': ({ connectionId, requestId }) => use.service.scoreRequest(connectionId, requestId),
  };
}
