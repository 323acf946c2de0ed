/**
 * The report about a finished screening: asks for what Scores, Review and Write back show, and stores what the user chose for the page.
 * This is encrypted with the project's key, because the steps that users type can name people.
 */
import { CONTRACT, type Parsed, type ResultsView } from '../../shared/contract/index.ts';
import { comparedKey, matrixRatings, type ReportFacts, reportOf, type ReportSettings, type ReportView } from '../../shared/report/index.ts';
import {
  capacityColumn,
  matchColumn,
  MATCH_STEPS,
  OFFICER_KEY,
  propensityColumn,
  ratingKey,
  type ResultSelection,
} from '../../shared/results/index.ts';
import { creditsSaved, rowsByDisposition } from '../../shared/rows/index.ts';
import type { Connections } from '../connections/index.ts';
import type { SpawnWorker } from '../platform/index.ts';
import { creditsCharged, type Lineage, type ProjectStore, sendOptionsOf } from '../projects/index.ts';
import { parsedRow, type Settings } from '../store/app-database/index.ts';
import { decryptJson, deriveKey, encryptJson } from '../store/project-file/index.ts';
import { sumOfKnown } from './later-sends.ts';
import { notChosenOf } from './not-chosen.ts';
import type { ProjectAnswers } from './project-answers.ts';
import type { DoneProject, ScreeningResults } from './screening-results.ts';

export interface ReportsDeps {
  readonly settings: Settings;
  readonly store: ProjectStore;
  readonly lineage: Lineage;
  readonly connections: Connections;
  readonly results: ScreeningResults;
  readonly answers: Pick<ProjectAnswers, 'answer'>;
  readonly spawnWorker: SpawnWorker;
}

const Stored = CONTRACT['report.save'].input.shape.settings;

/** The settings of a report that the user has not changed. */
const USUAL: ReportSettings = { hidden: [], paper: null, names: false, subtitle: null, steps: null };

const EVERYBODY: ResultSelection = { outcome: 'scored', filters: [], find: '' };
/** The most people named in a report with names. */
const MAX_NAMES = 20;

const nameOf = (id: string) => `report/${id}`;

export class Reports {
  private readonly deps: ReportsDeps;

  constructor(deps: ReportsDeps) {
    this.deps = deps;
  }

  private keyOf(id: string): Buffer {
    return deriveKey(Buffer.from(this.deps.store.fileRef(this.deps.results.done(id)).key), 'report');
  }

  /** @throws NOT_FOUND; NOT_NOW before the project has its results; DATABASE_DAMAGED for settings that cannot be read. */
  settings(id: string): ReportSettings {
    const key = this.keyOf(id);
    const stored = this.deps.settings.get(nameOf(id));
    if (stored === null) return USUAL;
    return parsedRow('report', () => Stored.parse(decryptJson(key, nameOf(id), Buffer.from(stored, 'base64'))));
  }

  /** @throws NOT_FOUND; NOT_NOW before the project has its results. */
  save({ id, settings }: Parsed<'report.save'>): Record<string, never> {
    this.deps.settings.set(nameOf(id), encryptJson(this.keyOf(id), nameOf(id), settings).toString('base64'));
    return {};
  }

  /** Call it for a removed project. */
  removeOf(id: string): void {
    this.deps.settings.remove(nameOf(id));
  }

  /** @throws as `settings`; CANCELED; what the worker throws. */
  async get(id: string): Promise<{ settings: ReportSettings; report: ReportView }> {
    const settings = this.settings(id);
    return { settings, report: reportOf(await this.facts(this.deps.results.done(id), settings)) };
  }

  private async facts(project: DoneProject, settings: ReportSettings): Promise<ReportFacts> {
    const { answers, connections, lineage, spawnWorker, store } = this.deps;
    const { id, submission } = project;
    const results = await answers.answer('results.get', { id });
    const keys = results.columns.map(({ key }) => key);
    const capacity = capacityColumn(keys);
    const ratings = matrixRatings(results);
    const isRated = capacity !== null && results.ratings.some(({ column, kind }) => column === capacity && kind === 'bands');
    const matrixBy = (rows: string, columns: string) =>
      answers.answer('results.matrix', { id, selection: EVERYBODY, rows, columns, sum: capacity });
    const rated = isRated ? ratingKey(capacity) : null;
    const matrix = ratings === null ? null : await matrixBy(ratings.rows, ratings.columns);
    const merged = lineage.mergedInto(id);
    const compared = lineage.comparisonsOf(id);
    const connection = connections.row(project.connectionId);
    const { check } = store.listState(project);
    const rows = check === null ? null : rowsByDisposition(check.histogram, sendOptionsOf(project));
    return {
      project: {
        name: project.name,
        purpose: project.options.purpose,
        list: project.fileName,
        screenedAt: submission.processedAt,
        isPractice: connection.kind === 'practice',
        connection: connection.name,
        creditsSpent: sumOfKnown([project, ...merged, ...compared].map(creditsCharged)),
        creditsCompared: sumOfKnown(compared.map(creditsCharged)) ?? 0,
        creditsLeft: merged.length + compared.length === 0 ? submission.creditsAfter : null,
        creditsSaved: rows === null ? 0 : creditsSaved(rows, connection.creditsPerRecord ?? 1),
        notChosen: notChosenOf(this.deps, project),
        unchanged: rows?.unchanged ?? 0,
      },
      settings,
      results,
      capacity: await answers.answer('results.capacity', { id }),
      order: await answers.answer('results.order', { id }),
      bands: rated === null ? null : rated === ratings?.rows ? matrix : await matrixBy(rated, rated),
      matrix,
      distribution: ratings === null ? await this.distribution(id, results) : null,
      officers: await answers.answer('results.officers', { id }),
      matches: await this.matches(id, results),
      review: await answers.answer('review.get', { id, filters: [], find: '', value: null }),
      since: await this.since(project, results),
      proof: await spawnWorker('proof', store.fileRef(project)).result,
      names: settings.names ? await this.names(id, results, rated) : null,
    };
  }

  /** How people are distributed by propensity, or otherwise by a rating of the service. */
  private async distribution(id: string, { columns, shown }: ResultsView): Promise<ReportFacts['distribution']> {
    const key = propensityColumn(columns.map((column) => column.key)) ?? shown.find((one) => /rating$/i.test(one));
    const column = columns.find((one) => one.key === key);
    if (column === undefined) return null;
    return {
      title: column.title,
      found: await this.deps.answers.answer('results.distribution', { id, selection: EVERYBODY, column: column.key }),
    };
  }

  private async matches(id: string, { columns }: ResultsView): Promise<number[] | null> {
    const column = matchColumn(columns)?.key;
    if (column === undefined) return null;
    const rows: number[] = [];
    for (const { min, max } of MATCH_STEPS) {
      const filters = [{ kind: 'range' as const, column, min, max }];
      const found = await this.deps.answers.answer('results.sum', { id, selection: { ...EVERYBODY, filters }, column });
      rows.push(found.rows);
    }
    return rows;
  }

  /** The comparison that Scores shows. */
  private async since({ id }: DoneProject, results: ResultsView): Promise<ReportFacts['since']> {
    const since = comparedKey(results);
    return since === null ? null : await this.deps.answers.answer('results.since', { id, since });
  }

  private async names(id: string, results: ResultsView, rated: string | null): Promise<ReportFacts['names']> {
    const capacity = capacityColumn(results.columns.map(({ key }) => key));
    if (capacity === null) return [];
    const columns = [capacity, ...(rated === null ? [] : [rated]), ...(results.officer === null ? [] : [OFFICER_KEY])];
    const sort = { column: capacity, descending: true };
    const { rows } = await this.deps.answers.answer('results.page', {
      id,
      selection: EVERYBODY,
      columns,
      sort,
      offset: 0,
      limit: MAX_NAMES,
    });
    return rows.map(({ name, locality, cells }) => {
      const cell = (key: string | null) => (key === null ? '' : (cells[columns.indexOf(key)] ?? ''));
      const amount = cell(capacity);
      return {
        name,
        place: locality,
        capacity: amount === '' ? null : Number(amount),
        rating: cell(rated),
        officer: cell(OFFICER_KEY),
      };
    });
  }
}
