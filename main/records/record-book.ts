/** Writes the screening record: an entry when a list is about to be sent, when the screening ends, and when its declaration changes. */
import { createHmac, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { type JournalEvent, type ProjectState, bodyOf, isRest } from '../../shared/project/index.ts';
import { Content, type Declaration, EndedContent, type MovedContent, type SentContent } from '../../shared/record/index.ts';
import { rowsByDisposition } from '../../shared/rows/index.ts';
import { type Log, sha256Of, userName } from '../platform/index.ts';
import type { AppDatabase, ProjectRow, StoredList } from '../store/app-database/index.ts';
import { decisionsIn } from './decisions.ts';

export interface RecordBookDeps {
  readonly database: Pick<AppDatabase, 'records' | 'journal' | 'connections' | 'projects'>;
  readonly log: Log;
  /** The key for the fingerprints of lists, 32 bytes. Without a key, a list of few people could be guessed from its fingerprint. */
  readonly fingerprintKey: Buffer;
}

interface Noted {
  readonly at: number;
  readonly event: JournalEvent;
}

const declaredIn = ({ options }: Pick<ProjectRow, 'options'>): Declaration => ({
  purpose: options.purpose,
  lawfulBasis: options.lawfulBasis || null,
  assessment: options.assessment || null,
  noticeDate: options.noticeDate || null,
});

const randomId = () => randomBytes(16).toString('hex');

export class RecordBook {
  private readonly deps: RecordBookDeps;

  constructor(deps: RecordBookDeps) {
    this.deps = deps;
  }

  /** True for a step that gets an entry in the record: the intent to send the list, and the end of the screening. */
  isNoted(state: ProjectState, event: JournalEvent): boolean {
    if (event.type === 'intend') return event.what === 'add';
    // Merged results belong to the records of the projects that they come from.
    return (state.at === 'done' || state.at === 'ended') && event.type !== 'joined';
  }

  /**
   * Within the transaction that stores the step, adds an entry about it. `list`: reads the stored list; null if nothing is stored. If an
   * intent to send cannot be recorded, this throws and undoes the step, so that nothing is sent without a record.
   */
  add(project: ProjectRow, { at, event }: Noted, list: () => StoredList | null): void {
    const { records } = this.deps.database;
    // An entry that cannot be read does not stop this step. The verification of the chain reports it.
    const entries = records.contentsOf(project.id);
    if (event.type === 'intend') {
      // A list that is sent again because it did not arrive already has its entry.
      const last = entries.findLast(({ kind }) => kind === 'sent' || kind === 'ended');
      if (last?.kind !== 'sent') this.append(at, Content.parse(this.sent(project, list())));
      return;
    }
    if (!entries.some(({ kind }) => kind === 'sent') || this.hasMerged(project)) return;
    const content = this.tryEnded(project);
    if (content === null) return;
    const before = entries.findLast(({ kind }) => kind === 'ended')?.content;
    if (before?.kind !== 'ended' || outcomeKey(before) !== outcomeKey(content)) this.append(at, content);
  }

  /** Within the transaction that stores the declaration of a sent list, adds an entry about it, if it differs from the last one. */
  addDeclared(project: ProjectRow, at: number): void {
    const last = this.deps.database.records.contentsOf(project.id).findLast(({ kind }) => kind === 'sent' || kind === 'declared');
    const declared = declaredIn(project);
    const before = last?.content ?? null;
    if (last === undefined || (before !== null && 'declared' in before && isSame(before.declared, declared))) return;
    this.append(at, Content.parse({ kind: 'declared', ...this.author(project), declared }));
  }

  /** Within the same transaction, records that a screening moves to another data folder, or comes from one. */
  addMoved(project: ProjectRow, at: number, moved: Pick<MovedContent, 'step' | 'bundle' | 'computer'>): void {
    this.append(at, Content.parse({ kind: 'moved', ...this.author(project), ...moved }));
  }

  /**
   * Within the transaction that removes a list, or a person from it, adds an entry if the list was sent. `what`: as in `RemovedContent`.
   */
  addRemoved(id: string, at: number, what: 'list' | 'person'): void {
    if (this.deps.database.records.has(id)) this.append(at, Content.parse({ kind: 'removed', ...this.author({ id }), what }));
  }

  private append(at: number, content: Content): void {
    this.deps.database.records.append({ at, computer: hostname() }, randomId(), content, sha256Of);
  }

  private author({ id }: Pick<ProjectRow, 'id'>) {
    return { nonce: randomId(), project: id, user: userName() };
  }

  private decisions(id: string) {
    return decisionsIn(this.deps.database.journal.entries(id));
  }

  /** True if the counts of a project include those of other projects. */
  private hasMerged({ id }: ProjectRow): boolean {
    return this.deps.database.projects
      .childrenOf(id)
      .some(({ lineage }) => lineage !== null && 'merged' in lineage && lineage.merged === true);
  }

  private sent(project: ProjectRow, list: StoredList | null): SentContent {
    const { options, submission, lineage, state } = project;
    const connection = this.deps.database.connections.find(project.connectionId)!;
    const { sendErrors, sendAnyway, resendRecent, allowDuplicate } = options;
    const body = bodyOf(state)!;
    const check = list?.check ?? null;
    const rows = check === null ? null : rowsByDisposition(check.histogram, { sendErrors, resendRecent });
    const { sent = body.rows, ...leftOut } = rows ?? {};
    const kinds = Object.entries(leftOut).filter(([, count]) => count > 0);
    const kind = isRest(lineage) ? 'rest' : lineage?.kind;
    return {
      kind: 'sent',
      ...this.author(project),
      connection: {
        name: connection.name,
        kind: connection.kind,
        host: new URL(connection.baseUrl).host,
        organization: connection.organization,
      },
      declared: declaredIn(project),
      marker: submission.marker,
      from: lineage === null || kind === undefined ? null : { kind, project: lineage.of },
      rows: {
        list: kinds.reduce((sum, [, count]) => sum + count, sent),
        sent: body.rows,
        laterParts: Math.max(0, sent - body.rows),
        leftOut: Object.fromEntries(kinds),
      },
      fields: (check?.fields ?? []).filter((field) => body.neverSent?.includes(field) !== true),
      format: body.format,
      options: { sendErrors, sendAnyway, resendRecent, allowDuplicate },
      creditsPerRecord: connection.creditsPerRecord,
      fingerprint: createHmac('sha256', this.deps.fingerprintKey).update(body.sha256).digest('hex'),
      decisions: this.decisions(project.id),
    };
  }

  /** Null if a defect prevents it. The defect is logged: results must not wait for their record. */
  private tryEnded(project: ProjectRow): EndedContent | null {
    const { state, submission } = project;
    const { startedAt, processedAt, creditsBefore, creditsAfter } = submission;
    try {
      return EndedContent.parse({
        kind: 'ended',
        ...this.author(project),
        outcome: state.at === 'done' ? 'done' : 'stopped',
        counts: state.at === 'done' ? state.counts : null,
        startedAt,
        processedAt,
        credits: { before: creditsBefore, after: creditsAfter },
        decisions: this.decisions(project.id),
      });
    } catch (error) {
      this.deps.log.error('record', error, { project: project.id });
      return null;
    }
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The facts about the end of a screening. If one of them changes, the end gets another entry. */
const outcomeKey = ({ outcome, counts, startedAt, processedAt, credits }: EndedContent): string =>
  JSON.stringify([outcome, counts, startedAt, processedAt, credits]);
