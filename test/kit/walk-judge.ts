/** Compares what the service recorded with what the program stores, after each step of a random walk over the features. */
import type { Walk } from './feature-walk.ts';

interface ServiceProfile {
  readonly id: string;
  readonly constituentId?: string;
  readonly mostRecentScore?: { readonly overallScore: number; readonly analytics: { readonly estimatedNetWorth: number } };
}

export class WalkJudge {
  private readonly walk: Walk;
  /** What was read about each processed project of the service; it no longer changes. */
  private readonly seen = new Map<string, { name: string; profiles: ServiceProfile[] }>();

  constructor(walk: Walk) {
    this.walk = walk;
  }

  /** The profiles of the projects that the service has processed, by the ID of the project. */
  private async profiles(): Promise<Map<string, { name: string; profiles: ServiceProfile[] }>> {
    const { client } = this.walk.desk.practice;
    const found = new Map<string, { name: string; profiles: ServiceProfile[] }>();
    for (const { id, name, status, processActs } of (await client.ledger()).projects) {
      if (processActs > 1) throw new Error(`${name} was started ${processActs} times`);
      if (status !== 'processed') continue;
      const kept = this.seen.get(id);
      if (kept !== undefined) found.set(id, kept);
      else {
        const { items } = await client.read<{ items: ServiceProfile[] }>(`/project/${id}/profiles?itemsPerPage=100`);
        this.seen.set(id, { name, profiles: items });
        found.set(id, { name, profiles: items });
      }
    }
    return found;
  }

  /** @throws Error when somebody was charged twice, or the results here differ from those of the service. */
  async check(): Promise<void> {
    const charged = new Map<string, string>();
    const byPerson = new Map<string, ServiceProfile[]>();
    const remote = await this.profiles();
    for (const [remoteId, { name, profiles }] of remote)
      for (const profile of profiles) {
        const {
          id: _,
          mostRecentScore: __,
          pendingScore: ___,
          profileUrl: ____,
          ...record
        } = profile as unknown as Record<string, unknown>;
        const who = `${String(record['primaryFirst'])} ${String(record['primaryLast'])}`;
        byPerson.set(who, [...(byPerson.get(who) ?? []), profile]);
        if (name.startsWith('Comparison') || this.walk.removed.has(remoteId)) continue;
        const key = JSON.stringify(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
        const before = charged.get(key);
        if (before !== undefined) throw new Error(`charged twice: ${key} in ${before} and ${name}`);
        charged.set(key, name);
      }
    for (const project of await this.walk.projects()) {
      const { state, id, name } = project;
      if (state.at !== 'done') continue;
      const { submitted, scored, refused, unknown } = state.counts;
      if (submitted !== scored + refused + unknown) throw new Error(`${name}: ${JSON.stringify(state.counts)}`);
      if (project.activity !== null) continue;
      const page = await this.walk.desk.call('results.get', { id });
      const columns = ['overallScore', 'estimatedNetWorth']
        .map((key) => page.columns.find((column) => column.key.endsWith(key))?.key)
        .filter((key) => key !== undefined);
      const { rows, total } = await this.walk.desk.call('results.page', {
        id,
        selection: { outcome: 'scored', filters: [], find: '' },
        columns,
        sort: null,
        offset: 0,
        limit: 200,
      });
      if (total !== scored) throw new Error(`${name}: ${total} rows are scored, and the counts say ${scored}`);
      for (const row of rows) {
        const theirs = byPerson.get(row.name) ?? [];
        if (row.name === '') continue;
        const cells = row.cells.map(Number).join();
        const fits = theirs.some(
          ({ mostRecentScore: score }) =>
            [score?.overallScore, score?.analytics.estimatedNetWorth].slice(0, columns.length).map(Number).join() === cells,
        );
        if (!fits)
          throw new Error(
            `${name} row ${String(row.row)} ${row.name} has ${JSON.stringify(row.cells)}, and the service ${JSON.stringify(theirs.map((one) => one.mostRecentScore))}`,
          );
      }
    }
    // An erasure that another program delays is finished at the next start.
    const defects = this.walk.desk.log.errors.filter((error) => !String((error as unknown[])[1]).includes('Another program reads'));
    if (defects.length > 0) throw new Error(`defects: ${defects.map((error) => (error as unknown[]).join(' ')).join('\n')}`);
  }
}
