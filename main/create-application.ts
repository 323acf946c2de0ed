/** The composition root: constructs the use cases in the order of their folders, and connects them with events. */
import { AppError } from '../shared/base/errors.ts';
import { isRunning } from '../shared/project/project.ts';
import { AppViewPublisher } from './app-view.ts';
import type { Application } from './application.ts';
import { Baseline } from './checking/baseline.ts';
import { EarlierSettings } from './checking/earlier-settings.ts';
import { CheckInputSource } from './checking/check-inputs.ts';
import { ColumnMapping } from './checking/column-mapping.ts';
import { ProjectCheck } from './checking/project-check.ts';
import { ProjectOptions } from './checking/project-options.ts';
import { ProjectQueries } from './checking/project-queries.ts';
import { RuleSettings } from './checking/rule-settings.ts';
import { ScorePresets } from './checking/score-presets.ts';
import { SuppressionList } from './checking/suppression-list.ts';
import { Templates } from './checking/templates.ts';
import { Connections } from './connections/connections.ts';
import { PracticeService } from './connections/practice-service.ts';
import { openDataFolder } from './open-data-folder.ts';
import { Desktop } from './desktop.ts';
import { createDispatch } from './dispatch.ts';
import { DomainEventBus } from './events/domain-events.ts';
import { HostEvents } from './events/host-events.ts';
import { createHandlers } from './handlers.ts';
import { ListImport } from './importing/list-import.ts';
import { ListReader } from './importing/list-reader.ts';
import type { Ports } from './platform/ports.ts';
import { ActivityTracker } from './projects/activity-tracker.ts';
import { FileTokens } from './projects/file-tokens.ts';
import { ImportFailures } from './projects/import-failures.ts';
import { Lineage } from './projects/lineage.ts';
import { ProjectFileQueue } from './projects/project-file-queue.ts';
import { ProjectPublisher } from './projects/project-publisher.ts';
import { ProjectRemoval } from './projects/project-removal.ts';
import { ProjectStore } from './projects/project-store.ts';
import { QuerySessions } from './projects/query-sessions.ts';
import { ResultMerge } from './projects/result-merge.ts';
import { ScreeningIndex } from './projects/screening-index.ts';
import { SourceFiles } from './projects/source-files.ts';
import { Adoption } from './results/adoption.ts';
import { Exports } from './results/exports.ts';
import { ExportTargets } from './results/export-targets.ts';
import { ExportRuns } from './results/export-runs.ts';
import { FetchAgain } from './results/fetch-again.ts';
import { RefusedRows } from './results/refused-rows.ts';
import { OrderJoin } from './results/order-join.ts';
import { ResultPreferences } from './results/result-preferences.ts';
import { PersonSearch } from './results/person-search.ts';
import { ProfileListExport } from './results/profile-list-export.ts';
import { ProfileLinks } from './results/profile-links.ts';
import { ScreeningResults } from './results/screening-results.ts';
import { UnfinishedExports } from './results/unfinished-exports.ts';
import { RunnerOwnership } from './runner/ownership.ts';
import { Runner } from './runner/runner.ts';
import { PersonCodes } from './matching/person-codes.ts';
import { deriveKey } from './store/project-file/cipher.ts';
import { CostEstimate } from './submission/cost-estimate.ts';
import { DerivedProjects } from './submission/derived-projects.ts';
import { OverlapGuard } from './submission/overlap-guard.ts';
import { PartSequence } from './submission/part-sequence.ts';
import { ProjectDeletion } from './submission/project-deletion.ts';
import { ServiceReads } from './submission/service-reads.ts';
import { SingleScreening } from './submission/single-screening.ts';
import { Submission } from './submission/submission.ts';

/** @throws DATA_FOLDER, DATABASE_NEWER, DATABASE_DAMAGED or KEYCHAIN_LOCKED when the data folder cannot be used. */
export async function createApplication(ports: Ports): Promise<Application> {
  const { dataDir, samplesDir, noticesFile, clock, host, log, network, secrets, spawnWorker } = ports;
  const { database, lock, dataKey, keys } = await openDataFolder(ports);
  const { settings } = database;
  const hosts = new HostEvents();
  const events = new DomainEventBus(log);

  const practice = new PracticeService({
    startPractice: ports.startPractice,
    dataDir,
    storeKey: deriveKey(dataKey, 'practice'),
    database,
    log,
  });
  const connections = new Connections({ database, secrets, network, clock, practice, events, hosts });

  const store = new ProjectStore(dataDir, database, keys, clock, events);
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
  const rules = new RuleSettings(settings, hosts);
  const suppression = new SuppressionList({ database, clock, files, spawnWorker, dataKey, hosts });
  const inputs = new CheckInputSource({ database, store, lineage, index, connections, rules, suppression });
  const queries = new ProjectQueries(database, store, inputs, sessions);
  const baseline = new Baseline(store, connections, lineage, queries);
  const options = new ProjectOptions(store, connections, publisher, baseline);
  const columns = new ColumnMapping(store, queue, queries, sources);
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
  const runner = new Runner({ database, store, activity, connections, merge, ownership, events, clock, host, log, spawnWorker, random });

  const guard = new OverlapGuard({ database, store, queue, lineage, connections, inputs, queries });
  const personKey = deriveKey(dataKey, 'people screened alone');
  const cost = new CostEstimate({ database, store, connections, inputs, queries, check, personKey });
  const common = { database, clock, connections, store, publisher, queries, ownership };
  const derived = new DerivedProjects({ log, store, failures, queue, publisher, lineage, merge, queries, check });
  const parts = new PartSequence({ log, store, publisher, removal, lineage, merge, connections, check, derived, guard, ownership, runner });
  const submission = new Submission({ ...common, sources, columns, check, cost, guard, parts, runner });
  const deletion = new ProjectDeletion(store, sources, removal, baseline, parts);
  const service = new ServiceReads(connections, database);
  const people = new PersonCodes(personKey);
  const singles = new SingleScreening({ connections, suppression, database, clock, people });

  const preferences = new ResultPreferences(settings, dataKey);
  const results = new ScreeningResults(store, lineage, queries, connections, preferences);
  const personSearch = new PersonSearch(store, connections, results, spawnWorker);
  const profileLinks = new ProfileLinks({ host, settings, connections, results });
  const fetchAgain = new FetchAgain({ ...common, settings, log, host, spawnWorker, queue, merge, results });
  const refusedRows = new RefusedRows({ store, lineage, merge, queries, connections, derived, fetchAgain });
  const orderJoin = new OrderJoin({ settings, log, store, queue, publisher, merge, queries, ownership, results });
  const adoption = new Adoption({
    clock,
    connections,
    store,
    queue,
    publisher,
    ownership,
    files,
    listReader,
    templates,
    host,
    spawnWorker,
  });
  const unfinished = new UnfinishedExports(settings, clock);
  unfinished.removeLeftovers();
  const targets = new ExportTargets(settings, clock);
  const runs = new ExportRuns({ host, log, hosts, unfinished, targets });
  const exports = new Exports({ host, spawnWorker, store, lineage, connections, check, results, preferences, runs });
  const profileExport = new ProfileListExport({ dataDir, clock, host, spawnWorker, connections, service, runs });

  const appView = new AppViewPublisher({ host, secrets, database, connections, ownership, hosts, restarted: ports.restarted ?? false });
  const desktop = new Desktop({ host, dataDir, noticesFile, appView });
  const handlers = createHandlers({
    store,
    queries,
    appView,
    desktop,
    connections,
    publisher,
    baseline,
    check,
    columns,
    options,
    presets,
    rules,
    suppression,
    templates,
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
    exportRuns: runs,
    profileExport,
    fetchAgain,
    refusedRows,
    personSearch,
    profileLinks,
    orderJoin,
    results,
  });
  const dispatch = createDispatch(handlers, log);

  events.on('project.changed', ({ id }) => publisher.publish(id));
  events.on('project.removed', ({ id }) => publisher.publishRemoved(id));
  // A page that has `isNew` from before the first project reads it again once no project is left.
  events.on('project.removed', () => void appView.publish());
  events.on('connection.removed', ({ id }) => preferences.remove(id));
  events.on('run.completed', ({ id }) => void parts.submitNext(id));
  events.on('run.completed', ({ id }) => void desktop.announceDone(store.get(id)));
  hosts.subscribe((event) => desktop.showProgress(event));
  events.on('runner.gained', () => database.watchLog(clock.now()));
  // In this order: the first two repair the counts of results that the third one merges.
  const repairResults = async () => {
    await fetchAgain.resumeAll();
    await orderJoin.resumeAll();
    await parts.mergeAll();
  };
  let closing = false;
  let repaired = Promise.resolve();
  const continueWork = async (id: string | null) => {
    listImport.resumeAll(id);
    runner.resumeAll(id);
    await repaired;
    if (!closing) await parts.resumeAll(id);
  };
  const begin = () => {
    repaired = repairResults();
    // A command that only reads must not spend: it leaves unfinished work as it is.
    if (host.kind === 'cli') return;
    appView.showContinued(store.all().flatMap(({ name, state }) => (isRunning(state) ? [name] : [])));
    void continueWork(null);
  };
  events.on('runner.gained', begin);
  events.on('runner.gained', () => publisher.publishAll());
  events.on('runner.gained', () => void appView.publish());
  events.on('runner.lost', () => void runner.stop());
  events.on('runner.lost', () => void appView.publish());
  const stopWaking = host.onWake(() => runner.wake());
  if (lock.heldBy === null) begin();
  else ownership.watch();

  return {
    call: async (method, input, options) =>
      closing
        ? { ok: false, error: new AppError('CLOSING', 'Screening Desk is closing.').toFailure() }
        : await dispatch(method, input, options),
    subscribe: (listener) => hosts.subscribe(listener),
    projectScores: (connectionId, remoteId, signal) => service.projectScores(connectionId, remoteId, signal),
    offerFile: (path, name, spooled = false) => files.offer(path, name, spooled),
    async continueWork(id) {
      ownership.assertOwned();
      await continueWork(id);
    },
    endUnspent: () => runner.endUnspent(),
    checkTarget: (path, rules) => targets.check(path, rules),
    targetWritten: (path) => targets.written(path),
    async idle() {
      await queue.idle();
      await runner.idle();
      await runs.idle();
    },
    async close() {
      if (closing) return;
      closing = true;
      publisher.close();
      desktop.close();
      ownership.close();
      stopWaking();
      await queue.close();
      await sources.close();
      await runner.stop();
      await runs.close();
      await sessions.close();
      await files.close();
      await unfinished.close();
      await practice.close();
      store.readers.close();
      lock.release();
      database.close();
    },
  };
}
