/** A user's actions through the contract: import a list, send it, read its outcome. */
import type { Application } from '../../main/application.ts';
import { callThrough } from '../../main/dispatch.ts';
import type { ConnectionSettings, Input, MethodName, Output, ProjectView } from '../../shared/contract/index.ts';
import { isSubmittable, wasSent } from '../../shared/project/state-properties.ts';
import { pilot } from './ranked-lists.ts';

export type Call = <N extends MethodName>(method: N, input: Input<N>) => Promise<Output<N>>;

export const callOf =
  (application: Application): Call =>
  (method, input) =>
    callThrough((name, value) => application.call(name, value), method, input);

export interface DeskReport {
  readonly state: ProjectView['state'];
  readonly lastError: ProjectView['lastError'];
  readonly creditsCharged: number | null;
  /** Scored cells of the columns that every dialect returns, by sheet row. */
  readonly scores: Readonly<Record<string, string>>;
  readonly timeline: readonly string[];
  /** Logged defects. */
  readonly defects: readonly string[];
}

/** Columns to compare; times and addresses differ between runs. */
const COMPARED = ['overallScore', 'capacityRating', 'capacityValue', 'capacityRange', 'propensityRating', 'rfmScore', 'estimatedNetWorth'];

/** Imports a CSV file over a new connection, up to the moment before it is sent. */
export async function importList(
  application: Application,
  list: string,
  baseUrl: string,
  settings: Partial<ConnectionSettings> = {},
): Promise<string> {
  const call = callOf(application);
  const { id: connectionId } = await call('connections.add', { name: 'Service', baseUrl });
  await call('connections.change', { id: connectionId, settings: { listFormat: 'json', rowBase: 'find', ...settings } });
  const { token } = await application.offerFile(list, 'list.csv');
  const { id } = await call('projects.create', { file: token, connectionId });
  await application.idle();
  await call('projects.change', { id, sendErrors: true });
  return id;
}

/** The single project of the folder, ignoring projects derived from it. */
export async function rootProject(call: Call): Promise<ProjectView> {
  const project = (await call('projects.list', {})).find(({ lineage }) => lineage === null);
  if (project === undefined) throw new Error('the folder holds no project');
  return project;
}

/** Sends the list after reading its cost. `people`: sends a pilot of that many people. */
export async function sendList(call: Call, name?: string, people?: number): Promise<void> {
  const { id } = await rootProject(call);
  if (name !== undefined) await call('projects.change', { id, name });
  if (people !== undefined) await call('cost.choose', { id, best: pilot(people) });
  await send(call, id);
}

async function send(call: Call, id: string): Promise<void> {
  const { connection } = await call('projects.get', { id });
  const { rowsToSend, parts } = await call('cost.get', { id });
  await call('project.send', { id, rows: rowsToSend, connectionId: connection.id, parts });
}

/** Scores the people of the folder's pilot again with other score settings, unless that was done, and waits for the results. */
export async function sendAgain(application: Application): Promise<void> {
  const call = callOf(application);
  const { id, connection } = await rootProject(call);
  const made = (await call('projects.list', {})).find(({ lineage, state }) => lineage?.kind === 'comparison' && wasSent(state));
  if (made !== undefined) return;
  const { chosen: rows } = (await call('results.pilot', { id, rankBy: null }))!;
  const scoreConfiguration = { scoreWeights: { propensity: 1, affinity: 1, capacity: 8 } };
  await call('project.comparePilot', { id, connectionId: connection.id, scoreConfiguration, rows, credits: rows });
  await application.idle();
}

/**
 * Sends the rest of the folder's pilot unless it was sent, and waits for its results. If a kill left the rest without rows, makes another.
 */
export async function sendRest(application: Application): Promise<void> {
  const call = callOf(application);
  const { id } = await rootProject(call);
  const made = (await call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'baseline' && lineage.of === id);
  if (made !== undefined && !isSubmittable(made.state) && made.state.at !== 'unreadable') return;
  if (made !== undefined && made.state.at !== 'draft') await call('projects.remove', { id: made.id });
  const rest = await call('projects.screenRest', { id });
  await application.idle();
  await send(call, rest.id);
  await application.idle();
}

async function scoresOf(call: Call, id: string): Promise<Record<string, string>> {
  const scores: Record<string, string> = {};
  const { columns } = await call('results.get', { id });
  const keys = COMPARED.map((name) => columns.find(({ key }) => key.endsWith(name))?.key).filter((key) => key !== undefined);
  for (let offset = 0; ; offset += 200) {
    const selection = { outcome: 'scored' as const, filters: [], find: '' };
    const { rows, total } = await call('results.page', { id, selection, columns: keys, sort: null, offset, limit: 200 });
    for (const row of rows) scores[String(row.row)] = row.cells.join(' | ');
    if (offset + rows.length >= total) return scores;
  }
}

/** The state of the folder's single project. */
export async function reportOf(call: Call, defects: readonly unknown[]): Promise<DeskReport> {
  const { id, state, lastError, creditsCharged } = await rootProject(call);
  const timeline = await call('project.timeline', { id });
  return {
    state,
    lastError: lastError,
    creditsCharged,
    scores: state.at === 'done' ? await scoresOf(call, id) : {},
    timeline: timeline.map(({ title, evidence }) => (evidence === null ? title : `${title} – ${evidence}`)),
    defects: defects.map(String),
  };
}
