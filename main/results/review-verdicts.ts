/** Verdicts about matches: sets them, takes them back, and carries them from earlier screenings. Nothing is sent or charged. */
import type { Input, Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type ReviewStep, type Verdict, areSameVerdict } from '../../shared/review/index.ts';
import type { ProjectQueries } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import { type Clock, userName } from '../platform/index.ts';
import type { CarriableVerdict } from '../worker-protocol/index.ts';
import type { ResultPreferences } from './result-preferences.ts';
import type { ScreeningResults } from './screening-results.ts';
import { type JudgedPair, type VerdictBooks, nothingToUndo, rowsOf } from './verdict-books.ts';

export interface ReviewVerdictsDeps {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly preferences: ResultPreferences;
  readonly queries: ProjectQueries;
  readonly results: ScreeningResults;
  readonly verdicts: VerdictBooks;
}

export class ReviewVerdicts {
  private readonly deps: ReviewVerdictsDeps;

  constructor(deps: ReviewVerdictsDeps) {
    this.deps = deps;
  }

  private step(kind: ReviewStep['kind'], changes: number, verdicts: ReviewStep['verdicts'], from: string | null = null): ReviewStep {
    return { kind, who: userName(), undoes: null, from, changes, verdicts };
  }

  /**
   * Sets the same verdict for several people.
   * @throws NOT_FOUND; NOT_NOW before the project has its results; INPUT_INVALID when the profile is not the one that was shown.
   */
  async set({ id, people, verdict }: Input<'review.set'>): Promise<Output<'review.set'>> {
    const seen = new Map(people.map(({ row, pair }) => [row, pair]));
    return await this.change(id, 'set', null, [...seen.keys()], (row, pair) => {
      if ((seen.get(row) ?? pair) !== pair)
        throw new AppError('INPUT_INVALID', 'The profile of this row has changed since it was shown. Review it again.');
      return verdict;
    });
  }

  /**
   * Sets the verdicts that `verdictOf` returns for rows, in one step. `from`: the file name of an imported workbook.
   * @throws as `set`.
   */
  async change(
    id: string,
    kind: 'set' | 'imported',
    from: string | null,
    rows: readonly number[],
    verdictOf: (row: number, pair: string) => Verdict | null,
  ): Promise<Output<'review.set'>> {
    const { clock, queries, results, verdicts } = this.deps;
    results.done(id);
    const { pairs, changes } = await queries.ask(id, 'pairs', { rows });
    if (pairs.length === 0) throw new AppError('NOT_FOUND', 'These rows have no profile to review.');
    const book = verdicts.of(id);
    const stored = book.add(clock.now(), () => {
      const changed = pairs.flatMap((pair) => {
        const before = book.of(pair.pair)?.after ?? null;
        const after = verdictOf(pair.row, pair.pair);
        return areSameVerdict(before, after) ? [] : [{ ...pair, before, after }];
      });
      return changed.length === 0 ? null : this.step(kind, changes, changed, from);
    });
    return { rows: rowsOf(stored) };
  }

  /**
   * Takes back the user's last step that was not taken back yet.
   * @throws NOT_FOUND; NOT_NOW when there is none.
   */
  async undo(id: string): Promise<Output<'review.undo'>> {
    const { clock, results, verdicts } = this.deps;
    results.done(id);
    const book = verdicts.of(id);
    const stored = book.add(clock.now(), () => {
      const last = book.undoable;
      if (last === undefined) throw nothingToUndo();
      const back = last.step.verdicts.map(({ row, pair, carry, constituentId, before, after }) => ({
        row,
        pair,
        carry,
        constituentId,
        before: after,
        after: before,
      }));
      return { ...this.step('undo', last.step.changes, back), undoes: last.number };
    });
    return await Promise.resolve({ rows: rowsOf(stored) });
  }

  /**
   * The steps of a row, newest first.
   * @throws NOT_FOUND; NOT_NOW before the project has its results.
   */
  async history(id: string, row: number): Promise<Output<'review.history'>> {
    const { queries, results, verdicts } = this.deps;
    results.done(id);
    const { pairs } = await queries.ask(id, 'pairs', { rows: [row] });
    const present = pairs[0]?.pair;
    const steps = verdicts.of(id).steps.flatMap(({ at, step }) =>
      step.verdicts
        .filter((change) => change.row === row)
        .map(({ first, before, after, pair }) => ({
          at: first?.at ?? at,
          who: first?.who ?? step.who,
          kind: step.kind,
          from: step.from,
          before,
          after,
          isPresent: pair === present,
        })),
    );
    return { steps: steps.toReversed() };
  }

  /**
   * Carries over the verdicts of earlier screenings of the account, if the ID, name and address of a pair are the same on both sides. Does
   * this once for each state of the results, and never for a pair that was judged here.
   * @throws NOT_FOUND; NOT_NOW before the project has its results.
   */
  async carry(id: string): Promise<Output<'review.carry'>> {
    const { clock, queries, verdicts } = this.deps;
    const book = verdicts.of(id);
    const earlier = this.earlier(id);
    if (earlier.length > 0) {
      const { changes } = await queries.ask(id, 'pairs', { rows: [] });
      if (!book.steps.some(({ step }) => step.kind === 'carried' && step.changes === changes)) {
        const found = await queries.ask(id, 'carriable', { verdicts: earlier });
        book.add(clock.now(), () => {
          const carried = found.found
            .filter(({ pair }) => book.of(pair.pair) === undefined)
            .map(({ pair, from: { verdict, who, at } }) => ({ ...pair, before: null, after: verdict, first: { who, at } }));
          const from = [...new Set(found.found.map(({ from: { screening } }) => screening))].join(', ');
          return this.step('carried', found.changes, carried, carried.length === 0 ? null : from);
        });
      }
    }
    const steps = book.steps.flatMap(({ step }) => (step.kind === 'carried' && step.verdicts.length > 0 ? [step] : []));
    return { carried: steps.reduce((sum, step) => sum + step.verdicts.length, 0), from: steps.at(-1)?.from ?? null };
  }

  /** The newest verdict on each pair of the account's other screenings, the newest first. */
  private earlier(id: string): CarriableVerdict[] {
    const { connections, results } = this.deps;
    const { connectionId } = results.done(id);
    const byCarry = new Map<string, CarriableVerdict>();
    for (const other of results.finished(connections.accountOf(connectionId), id)) {
      for (const { carry, constituentId, after, who, at } of this.judgedIn(other.id)) {
        if (carry === null || constituentId === '') continue;
        if (at > (byCarry.get(carry)?.at ?? 0))
          byCarry.set(carry, { carry, constituentId, verdict: after, who, at, screening: other.name });
      }
    }
    return [...byCarry.values()].toSorted((a, b) => b.at - a.at);
  }

  /** The verdicts of another screening. Empty if its journal is damaged, which its own review reports. */
  private judgedIn(id: string): Iterable<JudgedPair> {
    try {
      return this.deps.verdicts.of(id).judged();
    } catch (error) {
      if (error instanceof AppError && error.code === 'DATABASE_DAMAGED') return [];
      throw error;
    }
  }

  /**
   * Sets the match number of the connection.
   * @throws NOT_FOUND; NOT_NOW before the project has its results.
   */
  accept(id: string, acceptAt: number | null): Record<string, never> {
    const { preferences, results } = this.deps;
    preferences.accept(results.done(id).connectionId, acceptAt);
    return {};
  }
}
