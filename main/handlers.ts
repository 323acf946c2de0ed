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
import type { Connections } from './connections/index.ts';
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

export function createHandlers(useCases: UseCases): Handlers {
  const {
    appView,
    desktop,
    diagnostics,
    connections,
    publisher,
    baseline,
    check,
    columns,
    gifts,
    options,
    presets,
    rules,
    suppression,
    templates,
    recipes,
    bundleMaking,
    bundleOpening,
    plan,
    retention,
    adoption,
    listImport,
    cost,
    deletion,
    derived,
    parts,
    service,
    singles,
    submission,
    exports,
    exportRuns,
    profileExport,
    writeBack,
    reports,
    screeningRecord,
    fetchAgain,
    refusedRows,
    personSearch,
    everywhere,
    erasure,
    personExport,
    profileLinks,
    orderJoin,
    answers,
    arrangement,
    personNotes,
    review,
    office,
    reviewImport,
  } = useCases;
  return {
    ...forwarded(answers),

    'app.get': () => appView.view(),
    'app.dismissNotice': () => appView.dismissNotice(),
    'app.copy': ({ text }) => desktop.copy(text),
    'app.savePdf': (input) => desktop.savePdf(input),
    'app.diagnostics': () => diagnostics.get(),
    'app.saveDiagnostics': (input) => diagnostics.save(input),
    'app.notices': () => desktop.notices(),
    'app.dismiss': ({ key }) => appView.dismiss(key),
    'app.folder': () => desktop.folder(),
    'app.openFolder': () => desktop.openFolder(),

    'app.signInToProxy': (input) => connections.signInToProxy(input),
    'app.forgetProxies': ({ connectionId }) => connections.forgetProxies(connectionId),

    'connections.list': () => connections.list(),
    'connections.add': (input) => connections.add(input),
    'connections.change': (input) => connections.change(input),
    'connections.setToken': (input) => submission.giveToken(input),
    'connections.test': ({ id }) => connections.test(id),
    'connections.use': ({ id }) => appView.chooseConnection(id),
    'connections.refillPractice': () => connections.refillPractice(),
    'connections.remove': ({ id }) => connections.remove(id),
    'credits.history': ({ connectionId }) => connections.balances(connectionId),
    'credits.read': ({ connectionId }) => connections.credits(connectionId),

    'projects.list': () => publisher.list(),
    'projects.get': ({ id }) => publisher.view(id),
    'projects.create': (input) => listImport.create(input),
    'projects.unlock': (input) => listImport.unlock(input),
    'projects.sample': ({ sample }) => listImport.sample(sample),
    'projects.adopt': (input) => adoption.adopt(input),
    'projects.change': (input) => options.change(input),
    'projects.fixRefused': (input) => refusedRows.fix(input),
    'projects.startAgain': ({ id }) => derived.startAgain(id),
    'projects.screenRest': ({ id, like }) => derived.screenRest(id, like),
    'project.pace': ({ id }) => submission.pace(id),
    'projects.remove': (input) => deletion.delete(input),

    'import.get': ({ id }) => listImport.view(id),
    'import.change': (input) => listImport.change(input),
    'columns.get': ({ id }) => columns.view(id),
    'columns.change': (input) => columns.change(input),
    'columns.system': (input) => columns.chooseSystem(input),

    'recipe.get': ({ id }) => recipes.state(id),
    'recipe.of': ({ id, values }) => recipes.of(id, values),
    'recipe.preview': (input, call) => recipes.preview(input, call),
    'recipe.apply': (input, call) => recipes.apply(input, call),
    'recipe.undo': ({ id }, call) => recipes.undo(id, call),

    'retention.get': () => retention.view(),
    'retention.keep': (input) => retention.keep(input),
    'retention.agree': (input) => retention.agree(input),
    'retention.apply': () => retention.apply(),
    'plan.get': (input, call) => plan.get(input, call),
    'plan.save': (input) => plan.save(input),
    'plan.reminders': (_, call) => plan.reminders(call),
    'plan.snooze': ({ connectionId }) => plan.snooze(connectionId),
    'plan.draft': (input, call) => plan.draft(input, call),

    'templates.list': () => templates.list(),
    'templates.get': ({ id }) => templates.get(id),
    'templates.offers': ({ id }) => templates.offers(id),
    'templates.fit': ({ id, template }) => templates.fit(id, template),
    'templates.apply': ({ id, template }) => templates.apply(id, template),
    'templates.undo': ({ id }) => columns.withdrawTemplate(id),
    'templates.save': (input) => templates.save(input),
    'templates.rename': ({ id, name }) => templates.rename(id, name),
    'templates.remove': ({ id }) => templates.remove(id),
    'templates.export': ({ id }) => templates.export(id),
    'templates.import': ({ file }) => templates.import(file),

    'check.get': ({ id }) => check.view(id),
    'check.edit': ({ id, row, field, value }, call) => check.edit(id, { kind: 'correct', row, field, value }, call),
    'check.editCells': ({ id, ...edit }, call) => check.edit(id, { kind: 'correctCells', ...edit }, call),
    'check.fix': ({ id, ...fix }, call) => check.edit(id, { kind: 'fix', ...fix }, call),
    'check.fixSafe': ({ id, codes }, call) => check.edit(id, { kind: 'fixSafe', codes }, call),
    'check.leaveOut': ({ id, rows, leaveOut }, call) => check.edit(id, { kind: 'leaveOut', rows, leaveOut }, call),
    'check.sendRepeats': ({ id, send }, call) => check.edit(id, { kind: 'sendRepeats', send }, call),
    'check.sendObjected': ({ id, reason }, call) => check.sendObjected(id, reason, call),
    'check.merge': ({ id, rows }, call) => check.edit(id, { kind: 'merge', rows }, call),
    'check.replace': ({ id, ...replacement }, call) => check.edit(id, { kind: 'replace', ...replacement }, call),
    'check.applyCarriedCorrections': ({ id }, call) => check.applyCarriedCorrections(id, call),
    'check.undo': ({ id }, call) => check.edit(id, { kind: 'undo' }, call),
    'check.keepRepeats': ({ id, ...decision }, call) => check.edit(id, { kind: 'keepRepeats', ...decision }, call),
    'check.settle': ({ id, code, how }, call) => check.edit(id, { kind: 'settle', code, how }, call),
    'check.takeBack': ({ id, label }, call) => check.edit(id, { kind: 'takeBack', label }, call),
    'check.redo': ({ id }, call) => check.edit(id, { kind: 'redo' }, call),

    'organizationRules.get': () => rules.get(),
    'organizationRules.set': (settings) => rules.set(settings),

    'doNotScreen.get': () => suppression.view(),
    'doNotScreen.add': (input) => suppression.add(input),
    'doNotScreen.addPerson': (input) => suppression.addPerson(input),
    'doNotScreen.remove': ({ id }) => suppression.remove(id),
    'doNotScreen.removePerson': (input) => suppression.removePerson(input),
    'doNotScreen.clear': () => suppression.clear(),

    'cost.get': ({ id }) => cost.get(id),
    'cost.choose': (input, call) => cost.choose(input, call),
    'cost.baselines': ({ id }) => baseline.offers(id),
    'cost.elsewhere': ({ id }) => cost.elsewhere(id),

    'project.send': (input) => submission.send(input),
    'project.sendRest': (input) => submission.sendRest(input),
    'project.comparePilot': (input) => submission.comparePilot(input),
    'project.pause': ({ id }) => submission.control(id, 'pause'),
    'project.resume': ({ id }) => submission.control(id, 'resume'),
    'project.cancel': ({ id }) => submission.control(id, 'cancel'),
    'project.decide': (input) => submission.decide(input),
    'parts.sendNext': ({ id }) => parts.sendNext(id),
    'parts.release': ({ id }) => parts.releaseWaiting(id),
    'project.timeline': ({ id }) => submission.timeline(id),

    'people.find': (input, call) => everywhere.find(input, call),
    'people.export': (input) => personExport.start(input),
    'people.letters': (input, { signal }) => personExport.letters(input, signal),
    'people.erasing': (input, { signal }) => erasure.outlook(input, signal),
    'people.erase': (input) => erasure.erase(input),
    'people.neverScreen': (input) => personExport.neverScreen(input),
    'results.screenedBefore': (input) => personSearch.find(input),
    'results.openLink': (input) => profileLinks.open(input),
    'notes.get': ({ id, row }) => personNotes.of(id, row),
    'notes.save': ({ id, row, ...notes }) => personNotes.save(id, row, notes),
    'review.history': ({ id, row }) => review.history(id, row),
    'review.set': (input) => review.set(input),
    'review.undo': ({ id }) => review.undo(id),
    'review.carry': ({ id }) => review.carry(id),
    'review.import': (input) => reviewImport.read(input),
    'review.accept': ({ id, acceptAt }) => review.accept(id, acceptAt),
    'ratings.save': (input) => office.saveRating(input),
    'ratings.remove': (input) => office.removeRating(input),
    'officers.choose': (input) => office.chooseOfficer(input),
    'officers.assign': (input) => office.assign(input),
    'officers.undo': ({ id }) => office.undo(id),
    'results.joinByOrder': ({ id, previewId }) => orderJoin.join(id, previewId),
    'results.undoOrderJoin': ({ id }) => orderJoin.undo(id),
    'results.fetchAgain': ({ id }) => fetchAgain.fetch(id),
    'results.arrange': (input) => arrangement.arrange(input),
    'segments.save': (input) => arrangement.saveSegment(input),
    'segments.remove': (input) => arrangement.removeSegment(input),
    'layouts.list': ({ id }) => arrangement.layouts(id),
    'layouts.save': (input) => arrangement.saveLayout(input),
    'layouts.remove': (input) => arrangement.removeLayout(input),
    'results.export': (input) => exports.start(input),
    'exports.get': ({ id }) => exportRuns.view(id),
    'exports.cancel': ({ id }) => exportRuns.cancel(id),
    'exports.reveal': ({ id }) => exportRuns.reveal(id),
    'gifts.get': ({ id }) => gifts.get(id),
    'gifts.read': (input, call) => gifts.read(input, call),
    'gifts.choose': (input, call) => gifts.choose(input, call),
    'gifts.use': ({ id }, call) => gifts.use(id, call),
    'gifts.remove': ({ id }) => gifts.remove(id),
    'gifts.restore': ({ id }) => gifts.restore(id),
    'gifts.report': (input) => gifts.report(input),
    'writeBack.plan': (input, call) => writeBack.plan(input, call),
    'writeBack.save': (input) => writeBack.save(input),
    'proof.run': (input) => writeBack.prove(input),
    'proof.columns': (input) => writeBack.columns(input),
    'proof.choose': (input) => writeBack.choose(input),
    'proof.get': ({ id }) => writeBack.proof(id),
    'proof.page': (input) => writeBack.page(input),
    'proof.repair': (input) => writeBack.repair(input),
    'proof.save': (input) => writeBack.saveProof(input),
    'report.get': ({ id }) => reports.get(id),
    'report.save': (input) => reports.save(input),
    'record.get': ({ id }) => screeningRecord.get(id),
    'records.chain': () => screeningRecord.chain(),
    'record.export': ({ id }) => screeningRecord.export(id),
    'bundles.make': (input, call) => bundleMaking.make(input, call),
    'bundles.open': (input, call) => bundleOpening.open(input, call),
    'bundles.takeBack': ({ id }) => bundleMaking.takeBack(id),
    'service.exportProfiles': ({ connectionId, format }) => profileExport.start(connectionId, format),

    'scorePresets.list': () => presets.list(),
    'scorePresets.save': (input) => presets.save(input),
    'scorePresets.rename': ({ name, to }) => presets.rename(name, to),
    'scorePresets.remove': ({ name }) => presets.remove(name),

    'service.projects': ({ connectionId }) => service.projects(connectionId),
    'service.profiles': (input) => service.profiles(input),
    'service.findProfiles': (input) => service.findProfiles(input),
    'service.profile': ({ connectionId, profileId }) => service.profile(connectionId, profileId),
    'service.screenedAlone': (input) => singles.screenedAlone(input),
    'service.screenOne': (input) => singles.screenOne(input),
    'service.requestScore': (input) => singles.requestScore(input),
    'service.scoreRequest': ({ connectionId, requestId }) => service.scoreRequest(connectionId, requestId),
  };
}
