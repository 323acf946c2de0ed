/** The results of a finished project: what came back, joined to the rows. */
import type { Input, Output, ResultsView } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { ProjectState } from '../../shared/project.ts';
import type { ProjectRow } from '../store/history.ts';
import type { ExportSummary } from '../worker/messages.ts';
import type { Connections } from './connections.ts';
import type { Shelf } from './shelf.ts';

type Done = ProjectRow & { readonly state: Extract<ProjectState, { at: 'done' }> };

export class Outcomes {
  private readonly shelf: Shelf;
  private readonly connections: Connections;

  constructor(shelf: Shelf, connections: Connections) {
    this.shelf = shelf;
    this.connections = connections;
  }

  private done(id: string): Done {
    const project = this.shelf.row(id);
    const { state } = project;
    if (state.at !== 'done') throw new AppError('NOT_NOW', 'The results are not there yet.');
    return { ...project, state };
  }

  async results(id: string): Promise<ResultsView> {
    const { rowBase } = this.done(id).facts;
    return { ...(await this.shelf.ask(id, { ask: 'results' })), rowBase };
  }

  async page(input: Input<'results.page'>): Promise<Output<'results.page'>> {
    this.done(input.id);
    const { id, selection, columns, sort, offset, limit } = input;
    return await this.shelf.ask(id, { ask: 'resultsPage', selection, columns, sort, offset, limit });
  }

  async distribution(input: Input<'results.distribution'>): Promise<Output<'results.distribution'>> {
    this.done(input.id);
    return await this.shelf.ask(input.id, { ask: 'distribution', selection: input.selection, column: input.column });
  }

  async person(input: Input<'results.person'>): Promise<Output<'results.person'>> {
    this.done(input.id);
    return await this.shelf.ask(input.id, { ask: 'person', row: input.row });
  }

  /** What the summary sheet says: facts of the run, none of a person. The counts balance or say so. */
  summary(id: string): ExportSummary {
    const { facts, state, ...project } = this.done(id);
    const connection = this.connections.row(project.connectionId);
    const inFile = facts.rows ?? state.counts.submitted;
    const { submitted, scored, refused, unknown, unmatched } = state.counts;
    const known = (value: number | null) => value ?? 'not known';
    const time = (at: number | null) => (at === null ? 'not known' : new Date(at).toISOString());
    const spent = facts.creditsBefore !== null && facts.creditsAfter !== null ? facts.creditsBefore - facts.creditsAfter : null;
    return {
      lines: [
        { label: 'Project', value: project.name },
        { label: 'Purpose note', value: facts.purpose },
        { label: 'Rows in the file', value: inFile },
        { label: 'Left out before sending', value: inFile - submitted },
        { label: 'Rows submitted', value: submitted },
        { label: 'Scored', value: scored },
        { label: 'Refused by the service', value: refused },
        { label: 'Unknown', value: unknown },
        { label: 'Scored + refused + unknown', value: scored + refused + unknown },
        { label: 'Profiles that match no row', value: unmatched },
        { label: 'Credits before', value: known(facts.creditsBefore) },
        { label: 'Credits after', value: known(facts.creditsAfter) },
        { label: 'Credits charged', value: known(spent) },
        { label: 'File', value: project.fileName },
        { label: 'File SHA-256', value: project.fileSha256 ?? 'not known' },
        { label: 'Sheet', value: facts.sheetName ?? '' },
        { label: 'List SHA-256', value: state.body.sha256 },
        { label: 'List format', value: state.body.format },
        { label: 'Connection', value: connection.name },
        { label: 'Service', value: connection.kind === 'practice' ? 'Practice service on this computer' : connection.baseUrl },
        { label: 'Interface version', value: connection.version },
        { label: 'Project on the service', value: state.remoteId },
        { label: 'Brought at', value: time(project.createdAt) },
        { label: 'Screening started at', value: time(facts.startedAt) },
        { label: 'Processed at', value: time(facts.processedAt) },
        {
          label: 'Score settings',
          value: facts.scoreConfiguration === null ? "The service's own" : JSON.stringify(facts.scoreConfiguration),
        },
        { label: 'Rows with errors', value: facts.sendErrors ? 'Sent all the same' : 'Left out' },
        ...(facts.rowBase === null ? [] : [{ label: 'Row numbers in the error report', value: facts.rowBase }]),
      ],
    };
  }
}
