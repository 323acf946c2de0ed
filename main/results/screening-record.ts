/** Shows and exports the screening record: the entries of one project, and the chain, verified each time. */
import type { ChainView, RecordView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import {
  type Declaration,
  type Entry,
  creditsBetween,
  missingFields,
  RECORD_FORMAT,
  RECORD_VERSION,
  type RecordFile,
  verifyChain,
} from '../../shared/record/index.ts';
import type { StoredOrganizationRules } from '../checking/index.ts';
import { type Host, saveWhole, sha256Of } from '../platform/index.ts';
import type { AppDatabase } from '../store/app-database/index.ts';

const MAX_SHOWN = 200;

export interface ScreeningRecordDeps {
  readonly database: Pick<AppDatabase, 'records' | 'projects'>;
  readonly rules: Pick<StoredOrganizationRules, 'get'>;
  readonly host: Pick<Host, 'saveTarget'>;
  /** The record that came with a project in a bundle; null if there is none. */
  readonly arrived: (id: string) => RecordFile | null;
}

type Chain = ReturnType<AppDatabase['records']['chain']>;

/** The last declaration; null before the list was sent. */
function declaredLast(entries: readonly Entry[]): Declaration | null {
  const last = entries.findLast(({ content }) => 'declared' in content)?.content;
  return last !== undefined && 'declared' in last ? last.declared : null;
}

export class ScreeningRecord {
  private readonly deps: ScreeningRecordDeps;

  constructor(deps: ScreeningRecordDeps) {
    this.deps = deps;
  }

  /** @throws NOT_FOUND when there is neither such a project nor a record of it; DATABASE_DAMAGED. */
  get(id: string): RecordView {
    const { database, rules } = this.deps;
    const { entries, chain } = this.source(id);
    const project = database.projects.findKnown(id);
    if (project === null && entries.length === 0) throw new AppError('NOT_FOUND', 'There is no such project, and no record of it.');
    const sent = entries.findLast(({ content }) => content.kind === 'sent')?.content;
    const ended =
      entries.findLast(({ content }) => content.kind !== 'moved' && content.kind !== 'removed')?.content.kind === 'sent'
        ? undefined
        : entries.findLast(({ content }) => content.kind === 'ended')?.content;
    const declared = declaredLast(entries);
    return {
      id,
      name: project?.name ?? null,
      entries: entries.map(({ link, content }) => ({
        number: link.number,
        at: link.at,
        kind: content.kind,
        user: content.user,
        computer: link.computer,
        hash: link.hash,
      })),
      sent: sent?.kind === 'sent' ? without(sent) : null,
      ended: ended?.kind === 'ended' ? without(ended) : null,
      declared,
      missing: declared === null ? [] : missingFields(declared, rules.get().record),
      related: this.related(id, chain),
      chain: this.viewOf(chain),
    };
  }

  chain(): ChainView {
    return this.viewOf(this.deps.database.records.chain());
  }

  /**
   * Saves the record of a project in a file; null if the user cancels.
   * @throws NOT_FOUND without a record; TARGET_UNWRITABLE; DISK_FULL.
   */
  async export(id: string): Promise<{ readonly shown: string; readonly download: string | null } | null> {
    const file = this.file(id);
    if (file === null) throw new AppError('NOT_FOUND', 'This list was not sent from here, so it has no record.');
    const last = file.entries.at(-1)!.number;
    // The project's name can contain the name of a person, so the file name has only the number of the entry.
    const target = await this.deps.host.saveTarget(`Screening record ${last}.json`);
    if (target === null) return null;
    await saveWhole(target.path, `${JSON.stringify(file, null, 2)}\n`, 'record');
    return { shown: target.shown, download: target.download };
  }

  /** The entries of a screening with their chain. For a list that was sent elsewhere, those that came with it in a bundle. */
  private source(id: string): { readonly entries: readonly Entry[]; readonly chain: Chain } {
    const { records } = this.deps.database;
    const own = { entries: records.of(id), chain: records.chain() };
    const file = own.entries.some(({ content }) => content.kind === 'sent') ? null : this.deps.arrived(id);
    if (file === null) return own;
    const entries = file.entries.flatMap(({ number, content }) => {
      const link = file.links.find((one) => one.number === number);
      return link === undefined ? [] : [{ link, content }];
    });
    return {
      entries,
      chain: {
        links: file.links,
        entries: entries.map(({ link, content }) => ({ number: link.number, projectId: content.project, content })),
      },
    };
  }

  /**
   * The record of a screening as it is exported; null if there is none.
   * @throws DATABASE_DAMAGED for an entry that cannot be read.
   */
  file(id: string): RecordFile | null {
    const { entries, chain } = this.source(id);
    if (entries.length === 0) return null;
    return {
      format: RECORD_FORMAT,
      version: RECORD_VERSION,
      entries: entries.map(({ link, content }) => ({ number: link.number, content })),
      links: chain.links,
    };
  }

  private nameOf(id: string): string | null {
    return this.deps.database.projects.findKnown(id)?.name ?? null;
  }

  private viewOf({ links, entries }: Chain): ChainView {
    const contents = new Map(entries.map((entry) => [entry.number, entry]));
    return {
      verdict: verifyChain(links, entries, sha256Of),
      entries: entries.length,
      since: links[0]?.at ?? null,
      mark: links.at(-1)?.hash ?? null,
      newest: links
        .slice(-MAX_SHOWN)
        .toReversed()
        .flatMap(({ number, at, hash, previous }) => {
          const entry = contents.get(number);
          if (entry === undefined) return [];
          const { projectId, content } = entry;
          return [{ number, at, kind: content?.kind ?? null, projectId, name: this.nameOf(projectId), hash, previous }];
        }),
    };
  }

  /** The records of projects that this one was made from, and of those that were made from it. */
  private related(id: string, { links, entries }: Chain): RecordView['related'] {
    const times = new Map(links.map(({ number, at }) => [number, at]));
    const all = entries.flatMap(({ number, projectId, content }) =>
      content?.kind === 'sent' ? [{ id: projectId, at: times.get(number) ?? 0, from: content.from, rows: content.rows.sent }] : [],
    );
    const own = all.find((one) => one.id === id)?.from;
    const creditsOf = (other: string) => {
      const end = entries.findLast(({ projectId, content }) => projectId === other && content?.kind === 'ended')?.content;
      return end?.kind === 'ended' ? creditsBetween(end.credits.before, end.credits.after) : null;
    };
    return all.flatMap(({ id: other, at, from, rows }): RecordView['related'] => {
      const shown = { id: other, name: this.nameOf(other), at, rows, credits: creditsOf(other) };
      if (from?.project === id) return [{ ...shown, is: 'later', kind: from.kind }];
      return own?.project === other ? [{ ...shown, is: 'earlier', kind: own.kind }] : [];
    });
  }
}

function without<C extends { readonly nonce: string; readonly kind: string }>(content: C): Omit<C, 'nonce' | 'kind'> {
  const { nonce: _, kind: __, ...shown } = content;
  return shown;
}
