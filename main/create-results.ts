/** Constructs the use cases about results, for the composition root. */
import type { Baseline, ProjectCheck, ProjectQueries } from './checking/index.ts';
import type { ConnectedServices, Connections } from './connections/index.ts';
import type { HostEvents } from './events/index.ts';
import type { Ports } from './platform/index.ts';
import type { FileTokens, Lineage, ProjectFileQueue, ProjectPublisher, ProjectStore, ResultMerge } from './projects/index.ts';
import { Office, OfficerJournal, officeColumns } from './ratings/index.ts';
import {
  ExportRuns,
  ExportTargets,
  Exports,
  FetchAgain,
  OrderJoin,
  PersonNotes,
  PersonSearch,
  ProfileLinks,
  ProfileListExport,
  ProjectAnswers,
  RefusedRows,
  Reports,
  ResultArrangement,
  ResultPreferences,
  ReviewImport,
  ReviewVerdicts,
  type ScreeningRecord,
  ScreeningResults,
  UnfinishedExports,
  VerdictBooks,
  WriteBack,
} from './results/index.ts';
import type { RunnerOwnership } from './runner/index.ts';
import type { ServiceReads } from './single-calls/index.ts';
import type { AppDatabase } from './store/app-database/index.ts';
import type { DerivedProjects } from './submission/index.ts';

interface ResultsDeps extends Pick<Ports, 'dataDir' | 'clock' | 'host' | 'log' | 'spawnWorker'> {
  readonly hosts: HostEvents;
  readonly database: AppDatabase;
  readonly dataKey: Buffer;
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly queue: ProjectFileQueue;
  readonly publisher: ProjectPublisher;
  readonly merge: ResultMerge;
  readonly files: FileTokens;
  readonly connections: Connections;
  readonly services: ConnectedServices;
  readonly baseline: Baseline;
  readonly check: ProjectCheck;
  readonly queries: ProjectQueries;
  readonly derived: DerivedProjects;
  readonly ownership: RunnerOwnership;
  readonly service: ServiceReads;
  readonly screeningRecord: ScreeningRecord;
}

/** Also removes unfinished exports of an earlier program. */
export function createResults(deps: ResultsDeps) {
  const { database, dataKey, store, clock, connections, spawnWorker } = deps;
  const { settings } = database;
  const preferences = new ResultPreferences(settings, dataKey);
  const results = new ScreeningResults(store, connections);
  const verdicts = new VerdictBooks(database.reviews, preferences);
  const journal = new OfficerJournal(settings, store, clock);
  const officeOf = officeColumns(preferences, journal);
  const answers = new ProjectAnswers({ ...deps, preferences, results, verdicts, office: officeOf });
  const review = new ReviewVerdicts({ ...deps, preferences, results, verdicts });
  const office = new Office({ ...deps, results, preferences, journal, verdicts });
  const reviewImport = new ReviewImport({ ...deps, results, review, verdicts });
  const arrangement = new ResultArrangement(results, preferences, answers);
  const personNotes = new PersonNotes(settings, store, results);
  const personSearch = new PersonSearch(store, connections, results, spawnWorker);
  const profileLinks = new ProfileLinks({ ...deps, settings, results, answers });
  const fetchAgain = new FetchAgain({ ...deps, settings, results });
  const refusedRows = new RefusedRows({ ...deps, fetchAgain });
  const orderJoin = new OrderJoin({ ...deps, settings, results });
  const unfinished = new UnfinishedExports(settings, clock, dataKey);
  unfinished.removeLeftovers();
  const targets = new ExportTargets(settings, clock);
  const runs = new ExportRuns({ ...deps, unfinished, targets });
  const reports = new Reports({ ...deps, settings, results, answers });
  const exported = { results, preferences, runs, verdicts, office: officeOf };
  const exports = new Exports({ ...deps, ...exported, answers, notes: personNotes, reports });
  const writeBack = new WriteBack({ ...deps, ...exported, exports });
  const profileExport = new ProfileListExport({ ...deps, runs });
  return {
    preferences,
    verdicts,
    journal,
    answers,
    review,
    office,
    reviewImport,
    arrangement,
    personNotes,
    personSearch,
    profileLinks,
    fetchAgain,
    refusedRows,
    orderJoin,
    unfinished,
    targets,
    exportRuns: runs,
    reports,
    exports,
    writeBack,
    profileExport,
  };
}
