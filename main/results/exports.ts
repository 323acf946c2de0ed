/**
 * Exports results: the host asks the user for a file, a worker writes it, and events report the progress to the page.
 */
import type { ExportRequest, ExportView } from '../../shared/contract/index.ts';
import { byOrderInLayout, recordSections } from '../../shared/view-texts/index.ts';
import { AppError, localDay, paperOf } from '../../shared/base/index.ts';
import { orderResultSentences } from '../../shared/order/index.ts';
import { type ReportView, shortMoney, shownReport } from '../../shared/report/index.ts';
import { type ExportedPart, wasSent } from '../../shared/project/index.ts';
import type { ProjectCheck } from '../checking/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import { type Host, type SpawnWorker, abortableResult, fileNameOf } from '../platform/index.ts';
import type { ExportContents, ExportLine } from '../worker-protocol/index.ts';
import type { Connections } from '../connections/index.ts';
import type { ExportRuns } from './export-runs.ts';
import { settingsLines, summarySentences, titlesIn } from './export-summary.ts';
import { type Lineage, type ProjectStore, sendOptionsOf } from '../projects/index.ts';
import { notChosenOf } from './not-chosen.ts';
import type { PersonNotes } from './person-notes.ts';
import type { ProjectAnswers, ProjectAnswersDeps } from './project-answers.ts';
import type { Reports } from './report.ts';
import type { ResultPreferences } from './result-preferences.ts';
import type { ScreeningRecord } from './screening-record.ts';
import { type DoneProject, type ScreeningResults } from './screening-results.ts';
import type { VerdictBooks } from './verdict-books.ts';

export interface ExportsDeps {
  readonly host: Host;
  readonly spawnWorker: SpawnWorker;
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly connections: Connections;
  readonly check: Pick<ProjectCheck, 'current'>;
  readonly results: ScreeningResults;
  readonly answers: Pick<ProjectAnswers, 'answer' | 'release'>;
  readonly preferences: ResultPreferences;
  readonly runs: ExportRuns;
  readonly verdicts: VerdictBooks;
  readonly office: ProjectAnswersDeps['office'];
  readonly notes: Pick<PersonNotes, 'all'>;
  readonly reports: Pick<Reports, 'get'>;
  readonly screeningRecord: Pick<ScreeningRecord, 'get'>;
}

/** A request for a table with one row per person. */
type TableRequest = Extract<ExportRequest, { kind: 'workbook' | 'list' | 'scoresById' }>;

const dayOf = (at: number | null): string => (at === null ? '' : localDay(at));

export class Exports {
  private readonly deps: ExportsDeps;

  constructor(deps: ExportsDeps) {
    this.deps = deps;
  }

  /** Starts an export and returns at once; null if the user canceled the dialog. */
  async start(input: ExportRequest): Promise<ExportView | null> {
    const { store, host, spawnWorker } = this.deps;
    const ready = await this.prepare(input);
    const format = typeof input.format === 'string' ? input.format : input.format.kind;
    const target = await host.saveTarget(
      `${fileNameOf(ready.project.name, input.kind === 'cleanedList' ? 'List' : 'Results')} - ${nameOf(ready.contents)
        .slice(0, 40)
        .replaceAll(/[^\w-]/g, '')}.${'byOfficer' in input && input.byOfficer === 'files' ? 'zip' : format}`,
    );
    if (target === null) return null;
    // A draft may have changed while the user chose the file.
    const { project, contents } = input.kind === 'cleanedList' ? await this.prepare(input) : ready;
    return await this.deps.runs.start(target, { projectId: input.id, state: 'writing' }, async ({ path, signal, show }) => {
      const paper = paperOf(Intl.DateTimeFormat().resolvedOptions().locale);
      const task = spawnWorker('export', { ...store.source(project), ...contents, target: path, format, paper }, ({ done, total }) =>
        show({ done, total }),
      );
      const { rows, ...notes } = await abortableResult(task, signal);
      if (contents.kind === 'cleanedList') store.appendJournal(input.id, { type: 'exported-list', rows });
      else {
        const what = partOf(contents);
        const layout = contents.kind === 'layout' ? contents.layout.name : undefined;
        store.appendJournal(input.id, { type: 'exported', rows, ...(layout !== undefined && { layout }), ...(what !== null && { what }) });
      }
      return { ...notes, emptyColumns: [...notes.emptyColumns], done: rows };
    });
  }

  /** @throws NOT_FOUND; NOT_NOW before there are results or, for the list, before it has been read. */
  private async prepare(input: ExportRequest): Promise<{ readonly project: ProjectRow; readonly contents: ExportContents }> {
    const { store, results, check } = this.deps;
    if (input.kind !== 'cleanedList') {
      const done = results.done(input.id);
      return { project: done, contents: await this.contentsOf(input, done) };
    }
    await check.current(input.id);
    const project = store.get(input.id);
    return { project, contents: { kind: input.kind, options: sendOptionsOf(project), isSent: wasSent(project.state) } };
  }

  /** @throws NOT_FOUND when there is no such layout; as `ScreeningResults.comparable`. */
  private async contentsOf(input: Exclude<ExportRequest, { kind: 'cleanedList' }>, project: DoneProject): Promise<ExportContents> {
    const { store, results, preferences, verdicts, answers } = this.deps;
    switch (input.kind) {
      case 'workbook':
        return await this.workbookOf(input, project);
      case 'list':
      case 'scoresById':
        return { ...this.tableOf(input, project), kind: input.kind };
      case 'layout': {
        const { kind, segment, columns } = input;
        await this.assertOrderKnown(input);
        return { ...this.listOf(input, project), kind, segment, columns, layout: preferences.layout(project.connectionId, input.layoutId) };
      }
      case 'refusedRows':
        return { kind: input.kind, marker: project.submission.marker };
      case 'toReview': {
        const { kind, filters, find } = input;
        return { kind, verdicts: verdicts.packed(project), conditions: { filters, find } };
      }
      case 'report':
        return { kind: input.kind, report: await this.reportOf(input.id) };
      case 'comparison': {
        const { id, kind, column } = input;
        const other = store.source(results.comparable(id, input.withId));
        const { columns } = await answers.answer('results.get', { id });
        const title = columns.find(({ key }) => key === column)?.title ?? column;
        return { kind, other, column, title, summary: this.summaryOf(project) };
      }
    }
  }

  /** What is needed for every file with rows of the list. */
  private listOf(input: object, project: DoneProject) {
    const { preferences, verdicts, office, notes } = this.deps;
    return {
      options: sendOptionsOf(project),
      titles: titlesIn(preferences.of(project.connectionId)),
      day: dayOf(project.submission.processedAt),
      verdicts: verdicts.packed(project),
      office: office(project),
      notes: 'notes' in input && input.notes === true ? notes.all(project.id) : null,
    };
  }

  private summaryOf(project: DoneProject): string[] {
    const { lineage, connections } = this.deps;
    const later = [...lineage.mergedInto(project.id), ...lineage.comparisonsOf(project.id)];
    return summarySentences(project, connections.row(project.connectionId), later, notChosenOf(this.deps, project));
  }

  /** A table with one row per person. */
  private tableOf(input: TableRequest, project: DoneProject) {
    const { store, lineage, preferences, connections, verdicts } = this.deps;
    const { format, people, columns } = input;
    const { connectionId } = project;
    const before = people.kind === 'everyone' && people.priorScores ? lineage.rootsOfBaselines(project) : [];
    const priorScores = before.map((row) => ({
      source: store.source(row),
      day: dayOf(row.submission.processedAt),
      verdicts: verdicts.packed(row),
    }));
    return {
      ...this.listOf(input, project),
      marker: project.submission.marker,
      columns,
      byOfficer: input.byOfficer ?? null,
      isIntactOnly: input.kind === 'list' && input.intact === true,
      bars: format.kind === 'xlsx' ? format.bars : [],
      people: people.kind === 'everyone' ? ({ kind: 'everyone', priorScores } as const) : people,
      summary: this.summaryOf(project),
      given: [...verdicts.of(project.id).judged()].map(({ row, pair, constituentId, after: verdict, who, at }) => {
        return { row, pair, constituentId, verdict, who, at };
      }),
      settings: [
        ...settingsLines(project, connections.row(connectionId), store.source(project), input, preferences.of(connectionId)),
        ...before.map(({ name }) => ({ label: 'Unchanged people have their scores from', value: name })),
      ],
    };
  }

  private async workbookOf(input: Extract<TableRequest, { kind: 'workbook' }>, project: DoneProject): Promise<ExportContents> {
    const { id, name, connectionId } = project;
    const table = this.tableOf(input, project);
    // A file with one table has no room for the sheets of a workbook.
    if (input.format.kind !== 'xlsx') return { ...table, kind: 'list' };
    const isWhole = input.people.kind === 'everyone' && input.byOfficer !== 'files';
    const order = isWhole ? await this.deps.answers.answer('results.order', { id }) : null;
    return {
      ...table,
      kind: 'workbook',
      name,
      shown: this.deps.preferences.of(connectionId).shown,
      summary: [...table.summary, ...orderResultSentences(order, shortMoney).map((sentence) => `${sentence}.`)],
      order,
      report: isWhole ? await this.reportOf(id) : null,
      record: isWhole ? this.recordLines(id) : [],
    };
  }

  /** The lines of the sheet Record. */
  private recordLines(id: string): ExportLine[] {
    try {
      return recordSections(this.deps.screeningRecord.get(id)).flatMap(({ title, lines }) =>
        lines.map(({ label, value }) => ({ label: label === title ? title : `${title}: ${label}`, value })),
      );
    } catch (error) {
      // A damaged record must not prevent the export of the results.
      if (!(error instanceof AppError && error.code === 'DATABASE_DAMAGED')) throw error;
      return [{ label: 'Record', value: 'An entry of the record cannot be read. Restore the data folder from a backup to see it.' }];
    }
  }

  /** The report as the user arranged it. */
  private async reportOf(id: string): Promise<ReportView> {
    const { report, settings } = await this.deps.reports.get(id);
    // Building the report reads whole columns. This frees its thread and memory for the export.
    await this.deps.answers.release(id);
    return shownReport(report, settings.hidden);
  }

  /**
   * Requires the user's agreement, because a layout does not mark rows that were joined by order.
   * @throws INPUT_INVALID without it.
   */
  private async assertOrderKnown({ id, byOrder: isKnown = false }: Extract<ExportRequest, { kind: 'layout' }>): Promise<void> {
    const { byOrder } = await this.deps.answers.answer('results.get', { id });
    if (byOrder > 0 && !isKnown) throw new AppError('INPUT_INVALID', `${byOrderInLayout(byOrder)} Nothing was written.`);
  }
}

/** The part of the file name that describes the contents. */
/** What a file has if it does not have the results of everybody; otherwise null. */
function partOf(contents: Exclude<ExportContents, { kind: 'cleanedList' }>): ExportedPart | null {
  if (contents.kind === 'layout') return 'forSystem';
  if (contents.kind === 'workbook' || contents.kind === 'list' || contents.kind === 'scoresById')
    return contents.people.kind === 'everyone' ? null : 'some';
  return contents.kind;
}

function nameOf(contents: ExportContents): string {
  switch (contents.kind) {
    case 'workbook':
    case 'list':
    case 'scoresById':
      return 'scores';
    case 'layout':
      return contents.layout.id;
    case 'refusedRows':
      return 'errors';
    case 'comparison':
      return 'changes';
    case 'cleanedList':
      return 'cleaned';
    case 'toReview':
      return 'review';
    case 'report':
      return 'report';
  }
}
