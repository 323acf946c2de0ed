/** The composition root: constructs the use cases in the order of their folders, and connects them with events. */
import { AppError } from '../shared/base/index.ts';
import { isQuery } from '../shared/contract/index.ts';
import { AppViewPublisher } from './app-view.ts';
import type { Application } from './application.ts';
import {
  Baseline,
  CheckInputSource,
  ColumnMapping,
  ProjectGifts,
  EarlierSettings,
  ProjectCheck,
  ProjectOptions,
  ProjectQueries,
  ScorePresets,
  StoredOrganizationRules,
  SuppressionList,
  Templates,
} from './checking/index.ts';
import { createConnections, PracticeService } from './connections/index.ts';
import { openDataFolder } from './open-data-folder.ts';
import { Desktop } from './desktop.ts';
import { Diagnostics } from './diagnostics/index.ts';
import { createDispatch } from './dispatch.ts';
import { createResults } from './create-results.ts';
import { doneEvent, DomainEventBus, HostEvents } from './events/index.ts';
import { createHandlers } from './handlers.ts';
import { ListImport, ListReader } from './importing/index.ts';
import { closeAll, type Ports } from './platform/index.ts';
import { ManagedPolicy } from './policy/index.ts';
import {
  ActivityTracker,
  FileTokens,
  ImportFailures,
  Lineage,
  ProjectFileQueue,
  ProjectPublisher,
  ProjectRemoval,
  ProjectStore,
  QuerySessions,
  ResultMerge,
  ScreeningIndex,
  SourceFiles,
} from './projects/index.ts';
import { arrivedRecord, BundleMaking, BundleOpening, UnfinishedOpenings } from './bundles/index.ts';
import { Adoption } from './adoption/index.ts';
import { FolderTexts, Mentions, PersonErasure, PersonEverywhere, PersonExport, ProjectTexts } from './people/index.ts';
import { ScreeningRecord } from './results/index.ts';
import { ScreeningPlan } from './plan/index.ts';
import { Retention } from './retention/index.ts';
import { Recipes } from './recipes/index.ts';
import { RecordBook } from './records/index.ts';
import { Runner, RunnerOwnership } from './runner/index.ts';
import { PersonCodes } from './matching/index.ts';
import { deriveKey } from './store/project-file/index.ts';
import {
  CostEstimate,
  DerivedProjects,
  OverlapGuard,
  PartSequence,
  PilotComparison,
  ProjectDeletion,
  Submission,
} from './submission/index.ts';
import { ServiceReads, SingleScreening } from './single-calls/index.ts';
import { UnfinishedWork } from './unfinished-work.ts';

/** @throws DATA_FOLDER, DATABASE_NEWER, DATABASE_DAMAGED or KEYCHAIN_LOCKED when the data folder cannot be used. */
export async function createApplication(ports: Ports): Promise<Application> {
  const { dataDir, samplesDir, noticesFile, clock, log, secrets, spawnWorker } = ports;
  const policy = new ManagedPolicy(ports.policy);
  const host = policy.host(ports.host);
  const { database, lock, dataKey, keys } = await openDataFolder(ports);
  const { settings } = database;
  const hosts = new HostEvents();
  const events = new DomainEventBus(log);

  const practice = new PracticeService({ ...ports, database, storeKey: deriveKey(dataKey, 'practice') });
  const { connections, services, connectionChanges } = createConnections({ ...ports, database, policy, practice, events, hosts });

  const records = new RecordBook({ database, log, fingerprintKey: deriveKey(dataKey, 'fingerprints of lists') });
  const store = new ProjectStore(dataDir, database, keys, clock, events, records);
  const lineage = new Lineage(database);
  const activity = new ActivityTracker(clock, events);
  const publisher = new ProjectPublisher(store, connections, activity, hosts);
  const sessions = new QuerySessions(spawnWorker, clock);
  const queue = new ProjectFileQueue(spawnWorker, sessions, activity);
  const removal = new ProjectRemoval(store, queue, sessions, practice);
  const index = new ScreeningIndex(store, queue, log, deriveKey(dataKey, 'records as sent'));
  const merge = new ResultMerge(store, queue, lineage, index, log);
  const failures = new ImportFailures(store, activity);
  const files = new FileTokens();
  const sources = new SourceFiles(files);

  const presets = new ScorePresets(settings);
  const rules = new StoredOrganizationRules(settings, hosts, policy);
  const suppression = new SuppressionList({ database, clock, files, spawnWorker, dataKey, hosts });
  const inputs = new CheckInputSource({ database, store, lineage, index, connections, services, rules, suppression });
  const queries = new ProjectQueries(database, store, inputs, sessions);
  const baseline = new Baseline(store, connections, lineage, queries);
  const options = new ProjectOptions(store, connections, publisher, baseline);
  const columns = new ColumnMapping(store, queue, queries, sources);
  const gifts = new ProjectGifts({ store, queue, queries, files });
  const check = new ProjectCheck({ store, queue, inputs, queries, baseline });
  const templates = new Templates({ database, key: deriveKey(dataKey, 'templates'), clock, host, files, store, columns });

  const listReader = new ListReader({ store, queue, inputs, earlier: new EarlierSettings(store) });
  const listImport = new ListImport({
    samplesDir,
    log,
    connections,
    store,
    failures,
    queue,
    publisher,
    sessions,
    files,
    sources,
    reader: listReader,
    baseline,
  });

  const ownership = new RunnerOwnership(lock, clock, events);
  const { random } = Math;
  const runner = new Runner({
    database,
    store,
    activity,
    connections,
    services,
    policy,
    merge,
    ownership,
    events,
    clock,
    host,
    log,
    spawnWorker,
    random,
  });

  const guard = new OverlapGuard({ database, store, queue, lineage, connections, inputs, queries });
  const personKey = deriveKey(dataKey, 'people screened alone');
  const cost = new CostEstimate({ database, store, connections, services, inputs, queries, check, guard, personKey });
  const derived = new DerivedProjects({ log, store, failures, queue, publisher, lineage, merge, queries, check, guard, connections });
  const parts = new PartSequence({ log, store, publisher, removal, lineage, merge, connections, check, derived, guard, ownership, runner });
  const comparison = new PilotComparison({ log, store, lineage, removal, derived, guard });
  const common = {
    dataDir,
    clock,
    host,
    hosts,
    log,
    spawnWorker,
    database,
    connections,
    services,
    store,
    lineage,
    queue,
    publisher,
    files,
    check,
    queries,
    ownership,
  };
  const submission = new Submission({
    ...common,
    connectionChanges,
    policy,
    sources,
    columns,
    cost,
    guard,
    parts,
    derived,
    comparison,
    removal,
    runner,
    rules,
  });
  const deletion = new ProjectDeletion(store, sources, removal, baseline, parts);
  const service = new ServiceReads(connections, services, database);
  const people = new PersonCodes(personKey);
  const singles = new SingleScreening({ connections, services, suppression, database, clock, people });

  const arrived = (id: string) => arrivedRecord(database, keys, id);
  const screeningRecord = new ScreeningRecord({ database, rules, host, arrived });
  const resultUseCases = createResults({ ...common, dataKey, merge, baseline, derived, service, screeningRecord });
  const {
    preferences,
    verdicts,
    journal,
    personNotes,
    profileLinks: links,
    fetchAgain,
    orderJoin,
    unfinished,
    targets,
    exportRuns,
    reports,
  } = resultUseCases;
  const retention = new Retention({ ...common, settings, inputs, removal, baseline });
  const aboutPeople = { ...common, verdicts, officers: journal, notes: personNotes };
  const projectTexts = new ProjectTexts({ ...aboutPeople, reports, retention, arrived });
  const folderTexts = new FolderTexts({ ...common, templates, preferences, presets, rules, suppression });
  const mentions = new Mentions({ store, projectTexts, folderTexts });
  const everywhere = new PersonEverywhere({ ...aboutPeople, suppression, projectTexts, folderTexts, people });
  const personExport = new PersonExport({ everywhere, mentions, connections, store, suppression, clock, host, runs: exportRuns });
  const erasure = new PersonErasure({ ...aboutPeople, sessions, index, sources, gifts, links, mentions, everywhere, personExport });
  const recipes = new Recipes({ store, queries, check, columns, listImport, cost, connections, preferences });
  const plan = new ScreeningPlan({ ...common, settings, rules, suppression, failures });
  const adoption = new Adoption({ ...common, listReader, templates });

  const openings = new UnfinishedOpenings(database, store.folder);
  openings.removeLeftovers(log);
  const bundleMaking = new BundleMaking({ ...common, guard, keys, sessions, records, screeningRecord, unfinished });
  const bundleOpening = new BundleOpening({ ...common, keys, sessions, records, openings });

  const appView = new AppViewPublisher({
    host,
    secrets,
    database,
    connections,
    services,
    preferences,
    ownership,
    hosts,
    policy,
    restarted: ports.restarted ?? false,
  });
  const desktop = new Desktop({ host, dataDir, noticesFile, appView, unfinished });
  const diagnostics = new Diagnostics({ ...ports, host });
  const handlers = createHandlers({
    ...resultUseCases,
    appView,
    desktop,
    diagnostics,
    connections,
    services,
    connectionChanges,
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
    screeningRecord,
    everywhere,
    erasure,
    personExport,
  });
  const dispatch = createDispatch(handlers, log);

  events.on('project.changed', ({ id }) => publisher.publish(id));
  events.on('project.removed', ({ id }) => publisher.publishRemoved(id));
  // Resets `isNew` in open pages once no project is left.
  events.on('project.removed', () => void appView.publish());
  events.on('project.removed', ({ id }) => personNotes.removeAll(id));
  events.on('project.removed', ({ id }) => retention.forget(id));
  events.on('project.removed', ({ id }) => erasure.forget(id));
  // On Windows, deleting fails while another program has a copy open. The copy is then removed when this program closes or starts again.
  const notRemoved = (error: unknown) => log.error('event.project.removed', error);
  events.on('project.removed', ({ id }) => void gifts.forgetFile(id).catch(notRemoved));
  // A list that was still being imported when its removal was requested has kept its copy until now.
  events.on('project.removed', ({ id }) => void sources.deleteSpooledCopy(id).catch(notRemoved));
  // Files that the browser has not fetched yet can belong to the removed list.
  events.on('project.removed', () => void host.removeUnfetched?.().catch(notRemoved));
  events.on('project.removed', ({ id }) => reports.removeOf(id));
  events.on('project.removed', ({ id }) => bundleOpening.removeRecord(id));
  events.on('project.removed', ({ id }) => verdicts.forget(id));
  events.on('project.removed', ({ id }) => journal.removeAll(id));
  events.on('connection.removed', ({ id }) => preferences.remove(id));
  events.on('connection.removed', ({ id, account }) => plan.forget(id, account));
  events.on('run.completed', ({ id }) => void parts.submitNext(id));
  events.on('run.completed', ({ id }) => void desktop.announceDone(store.get(id)));
  hosts.subscribe((event) => desktop.showProgress(event));
  events.on('proxy.changed', () => void appView.publish());
  events.on('proxy.passed', () => runner.wake());
  events.on('runner.gained', () => database.watchLog(clock.now()));
  let closing = false;
  const work = new UnfinishedWork({
    erasure,
    retention,
    openings,
    practice,
    host,
    log,
    store,
    appView,
    fetchAgain,
    orderJoin,
    parts,
    comparison,
    plan,
    derived,
    listImport,
    runner,
  });
  events.on('runner.gained', () => work.begin());
  events.on('runner.gained', () => publisher.publishAll());
  events.on('runner.gained', () => void appView.publish());
  events.on('runner.lost', () => void runner.stop());
  events.on('runner.lost', () => void appView.publish());
  const stopWaking = host.onWake(() => {
    runner.wake();
    retention.wake();
  });
  // Now, because the user may choose another connection later. A command names its connection itself.
  if (host.kind !== 'cli') connections.placeSessionToken();
  if (lock.heldBy === null) work.begin();
  else ownership.watch();

  return {
    async call(method, input, options) {
      if (closing) return { ok: false, error: new AppError('CLOSING', 'Screening Desk is closing.').toFailure() };
      const answer = await dispatch(method, input, options);
      if (closing) return answer;
      // Before the views, so that other pages read what depends on both once.
      const done = answer.ok ? doneEvent(method, input) : null;
      if (done !== null) hosts.emit('command.done', done);
      publisher.flush(isQuery(method) ? 'query' : 'command');
      return answer;
    },
    subscribe: (listener) => hosts.subscribe(listener),
    projectScores: (connectionId, remoteId, signal) => service.projectScores(connectionId, remoteId, signal),
    offerFile: (path, name, spooled = false) => files.offer(path, name, spooled),
    async continueWork(id) {
      ownership.assertOwned();
      await work.continue(id);
    },
    endUnspent: () => runner.endUnspent(),
    checkTarget: async (path, rules) => targets.check(await policy.exportPath(path), rules),
    targetWritten: (path) => targets.written(path),
    async idle() {
      await work.idle();
      await queue.idle();
      do await runner.idle();
      while (await parts.idle());
      await retention.idle();
      await exportRuns.idle();
    },
    async close() {
      if (closing) return;
      closing = true;
      await closeAll([
        () => work.stop(),
        () => retention.stop(),
        () => publisher.close(),
        () => desktop.close(),
        () => ownership.close(),
        stopWaking,
        () => queue.close(),
        () => sources.close(),
        () => gifts.close(),
        () => runner.stop(),
        () => exportRuns.close(),
        () => sessions.close(),
        () => files.close(),
        () => unfinished.close(),
        () => practice.close(),
        () => store.readers.close(),
        () => lock.release(),
        () => database.close(),
      ]);
    },
  };
}
