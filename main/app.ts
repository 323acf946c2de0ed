/** The composition root: receives the ports, hands back what a host needs. It reaches for nothing by itself. */
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { type AppEvent, type AppView, EVENTS, type EventName, type EventPayload } from '../shared/contract/index.ts';
import { AppError } from '../shared/base/errors.ts';
import type { Application } from './application.ts';
import { createDispatch } from './dispatch.ts';
import { createHandlers } from './handlers.ts';
import { OneRunner } from './runner/ownership.ts';
import type { Ports, RunningPractice } from './platform/ports.ts';
import { Arrangements } from './results/result-preferences.ts';
import { Bases } from './checking/check-inputs.ts';
import { Connections, PRACTICE } from './connections/connections.ts';
import { DoNotScreen } from './checking/suppression-list.ts';
import { Exports } from './results/exports.ts';
import { FetchAgain } from './results/fetch-again.ts';
import { OfferedFiles } from './projects/file-tokens.ts';
import { ProjectKeys } from './projects/project-keys.ts';
import { Drafts } from './checking/project-check.ts';
import { Intake } from './importing/list-import.ts';
import { Linked } from './submission/derived-projects.ts';
import { Outcomes } from './results/screening-results.ts';
import { Parts } from './submission/part-sequence.ts';
import { nameOnService, Sending } from './submission/submission.ts';
import { Shelf } from './projects/project-store.ts';
import { Since } from './checking/baseline.ts';
import { Queries } from './projects/query-sessions.ts';
import { Runner } from './runner/runner.ts';
import { ServiceCalls } from './submission/service-calls.ts';
import { Templates } from './checking/templates.ts';
import { deriveKey } from './store/project-file/cipher.ts';
import { History } from './store/app-database/history.ts';
import { takeRunnerLock } from './store/app-database/lock.ts';

/** A project's snapshots are told at most this often while bytes move, in milliseconds. */
const TELL_EVERY = 100;

/**
 * Opens the data folder and answers the application. Ends in DATA_FOLDER, DATABASE_NEWER, DATABASE_DAMAGED or KEYCHAIN_LOCKED
 * when the folder cannot be used.
 */
export async function createApplication(ports: Ports): Promise<Application> {
  const { dataDir, clock, host, log, network, secrets, spawnWorker } = ports;
  const history = new History(dataDir);
  // What was spooled and not read when the program last ended is of no use any more.
  const spool = join(dataDir, 'spool');
  const lock = takeRunnerLock(dataDir, `${hostName(host.kind)} (process ${process.pid}), since ${new Date(clock.now()).toISOString()}`);
  if (lock.heldBy === null) {
    history.begin(clock.now());
    await rm(spool, { recursive: true, force: true });
    mkdirSync(spool, { recursive: true, mode: 0o700 });
  }
  const dataKey = await secrets.dataKey().catch((error: unknown) => {
    lock.release();
    history.close();
    throw error;
  });
  const keys = new ProjectKeys(dataKey);

  const listeners = new Set<(event: AppEvent) => void>();
  const emit = <N extends EventName>(name: N, payload: EventPayload<N>) => {
    const event = { name, payload: EVENTS[name].payload.parse(payload) } as AppEvent;
    for (const listener of listeners) listener(event);
  };

  let practice: Promise<RunningPractice> | null = null;
  const startPractice = (): Promise<RunningPractice> => {
    practice ??= ports
      .startPractice({ dataDir: join(dataDir, 'practice'), storeKey: deriveKey(dataKey, 'practice') })
      .catch((error: unknown) => {
        practice = null;
        throw new AppError('SERVICE_UNREACHABLE', 'The practice service could not be started on this computer.', {}, { cause: error });
      });
    return practice;
  };

  const arrangements = new Arrangements(history, dataKey);
  const connections = new Connections({
    history,
    secrets,
    network,
    clock,
    practice: startPractice,
    changed: (view) => {
      emit('connection.changed', view);
    },
  });
  const files = new OfferedFiles();
  const queries = new Queries(spawnWorker, clock);

  const due = new Map<string, NodeJS.Timeout>();
  const told = new Map<string, number>();
  const tellProject = (id: string) => {
    if (due.has(id)) return;
    const wait = Math.max(0, (told.get(id) ?? 0) + TELL_EVERY - performance.now());
    const timer = setTimeout(() => {
      due.delete(id);
      told.set(id, performance.now());
      if (!closing) shelf.tell(id);
    }, wait);
    due.set(id, timer);
  };

  let closing = false;
  const runner = new Runner({
    history,
    clock,
    host,
    log,
    spawnWorker,
    random: Math.random,
    client: (id) => connections.client(id),
    connectionKind: (id) => connections.row(id).kind,
    accountOf: (id) => connections.accountOf(id),
    listFormat: (id) => connections.row(id).settings.listFormat,
    rowBase: (id) => connections.row(id).settings.rowBase,
    recipe: (id) => shelf.recipe(id),
    nameOnService: (project) => nameOnService(project.name, project.facts.marker),
    changed: tellProject,
    credits: (id, remaining) => {
      connections.noteCredits(id, remaining);
    },
    collected: (id) => linked.collected(id),
    done: (id) => linked.done(id),
    learn: (id, creditsPerRecord) => {
      connections.learn(id, creditsPerRecord);
    },
    mayRun: () => oneRunner.confirm(),
  });
  const oneRunner = new OneRunner({
    lock,
    clock,
    gained: () => {
      history.begin(clock.now());
      for (const part of [intake, runner])
        try {
          part.takeUp();
        } catch (error) {
          log.error('runner.gained', error);
        }
      void linked.takeUp();
      // What the other program did was told to its own page.
      for (const { id } of history.projects()) shelf.tell(id);
      emit('app.changed', appView());
    },
    lost: () => {
      void runner.stop();
      emit('app.changed', appView());
    },
  });
  const mine = (): Runner | null => (oneRunner.take() ? runner : null);
  const runnerHere = (): Runner => {
    const available = mine();
    if (available === null)
      throw new AppError('RUNNER_ELSEWHERE', lock.heldBy ?? 'Another program has worked on this data folder until now. Try again.');
    return available;
  };

  const doNotScreen = new DoNotScreen({
    history,
    clock,
    files,
    spawnWorker,
    dataKey,
    changed: (view) => {
      emit('doNotScreen.changed', view);
    },
  });
  const bases: Bases = new Bases({
    history,
    log,
    connections,
    doNotScreen,
    recordKey: deriveKey(dataKey, 'records as sent'),
    fileOf: (project) => shelf.fileOf(project),
    listOf: (project) => shelf.listOf(project),
    remember: (id, key) => shelf.remember(id, key),
    rulesChanged: (rules) => {
      emit('houseRules.changed', rules);
    },
  });
  const shelf: Shelf = new Shelf({
    dataDir,
    history,
    keys,
    clock,
    spawnWorker,
    connections,
    queries,
    basisOf: (project) => bases.of(project).basis,
    running: (id) => runner.activity(id),
    hindrance: (id) => runner.hindrance(id),
    changed: (view) => {
      emit('project.changed', view);
    },
    removed: (id) => {
      emit('project.removed', { id });
    },
  });
  const since = new Since({ history, clock, connections, shelf });
  const intake = new Intake({ samplesDir: ports.samplesDir, history, keys, clock, log, connections, files, shelf, bases, since });
  const drafts = new Drafts(shelf, bases);
  const linked: Linked = new Linked({
    history,
    keys,
    clock,
    log,
    shelf,
    drafts,
    remember: (id) => bases.remember(id),
    runner: mine,
  });
  const outcomes = new Outcomes(shelf, arrangements, since, connections);
  const sending = new Sending({
    history,
    clock,
    connections,
    shelf,
    drafts,
    linked,
    since,
    bases,
    runner: runnerHere,
    runnerOrNull: mine,
  });
  const fetchAgain = new FetchAgain({
    history,
    clock,
    host,
    spawnWorker,
    connections,
    shelf,
    linked,
    outcomes,
    runner: runnerHere,
  });
  const exports = new Exports({
    host,
    log,
    spawnWorker,
    shelf,
    outcomes,
    arrangements,
    connections,
    since,
    changed: (view) => {
      emit('export.changed', view);
    },
    saved: (id, rows) => {
      history.appendJournal(id, clock.now(), { type: 'exported', rows });
    },
  });

  const appView = (): AppView => ({
    version: packageFile.version,
    host: host.kind,
    platform: process.platform,
    secrets: { kind: secrets.kind, notice: secrets.notice },
    runnerElsewhere: lock.heldBy,
    notice: noticeOf(history.changesMissingSince()),
    connectionId: chosenConnection(),
  });
  const chosenConnection = (): string => {
    const chosen = history.setting('connection');
    return chosen !== null && history.connection(chosen) !== null ? chosen : PRACTICE;
  };
  const chooseConnection = (id: string): AppView => {
    history.setSetting('connection', connections.row(id).id);
    const view = appView();
    emit('app.changed', view);
    return view;
  };

  const dismissNotice = (): AppView => {
    history.dismissMissingChanges();
    const view = appView();
    emit('app.changed', view);
    return view;
  };

  const dispatch = createDispatch(
    createHandlers({
      appView,
      dismissNotice,
      chooseConnection,
      connections,
      arrangements,
      shelf,
      intake,
      drafts,
      templates: new Templates({ history, key: deriveKey(dataKey, 'templates'), clock, host, files, shelf, drafts }),
      bases,
      doNotScreen,
      sending,
      linked,
      parts: new Parts({ history, clock, connections, shelf, drafts, linked, bases, runner: runnerHere }),
      since,
      outcomes,
      fetchAgain,
      exports,
      service: new ServiceCalls(connections, doNotScreen, history, clock),
    }),
    log,
  );
  const unwake = host.onWake(() => {
    runner.wake();
  });
  if (lock.heldBy === null) {
    intake.takeUp();
    runner.takeUp();
    void linked.takeUp();
  } else oneRunner.watch();

  return {
    call: async (method, input) =>
      closing ? { ok: false, error: new AppError('CLOSING', 'Screening Desk is closing.').toFailure() } : await dispatch(method, input),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    offerFile: (path, name, spooled = false) => files.offer(path, name, spooled),
    async idle() {
      await shelf.idle();
      await runner.idle();
      await exports.idle();
    },
    async close() {
      if (closing) return;
      closing = true;
      oneRunner.close();
      unwake();
      await shelf.close();
      await intake.close();
      await runner.stop();
      queries.close();
      for (const timer of due.values()) clearTimeout(timer);
      await files.close();
      if (practice !== null) await (await practice.catch(() => null))?.close();
      lock.release();
      history.close();
    },
  };
}

function hostName(kind: Ports['host']['kind']): string {
  return { electron: 'The window', loopback: 'The window in the browser', cli: 'The command line', test: 'A test' }[kind];
}

/** What is said of changes that were found missing at a time, in milliseconds since 1970. */
function noticeOf(missingSince: number | null): string | null {
  if (missingSince === null) return null;
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(missingSince);
  return `The last changes of the history are missing: when the data folder was opened on ${day}, history.sqlite-wal was no longer beside history.sqlite. Screenings may have been sent that are not shown here. Before you send a list, look at all projects of its connection on the service.`;
}
