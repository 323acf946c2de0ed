/** The office's own columns of a project: its ratings and officers. Nothing of this is sent or charged. */
import { AppError, countText } from '../../shared/base/index.ts';
import { ratingProblem } from '../../shared/ratings/index.ts';
import { isScoreKey, ratingKey } from '../../shared/results/index.ts';
import type { Input, Parsed } from '../../shared/contract/index.ts';
import type { ProjectQueries } from '../checking/index.ts';
import type { ResultPreferences, ScreeningResults, VerdictBooks } from '../results/index.ts';
import type { OfficeColumns } from '../worker-protocol/index.ts';
import type { OfficerJournal } from './officer-journal.ts';

/** Reads the office's own columns for the results of a project. */
export const officeColumns =
  (preferences: ResultPreferences, journal: OfficerJournal) =>
  ({ id, connectionId }: { readonly id: string; readonly connectionId: string }): OfficeColumns => {
    const { officerHeading: heading, ratings } = preferences.of(connectionId);
    const { entries, rows, names, undo } = journal.of(id);
    return { revision: JSON.stringify([entries, heading, ratings]), heading, ratings, assigned: rows, names, undo };
  };

export interface OfficeDeps {
  readonly results: ScreeningResults;
  readonly preferences: ResultPreferences;
  readonly journal: OfficerJournal;
  readonly queries: ProjectQueries;
  readonly verdicts: VerdictBooks;
}

export class Office {
  private readonly deps: OfficeDeps;

  constructor(deps: OfficeDeps) {
    this.deps = deps;
  }

  /** @throws NOT_FOUND; NOT_NOW; INPUT_INVALID for a rating that is not in order. */
  saveRating({ id, rating }: Parsed<'ratings.save'>): Record<string, never> {
    const problem = isScoreKey(rating.column) ? ratingProblem(rating) : 'Only a score can be rated.';
    if (problem !== null) throw new AppError('INPUT_INVALID', problem);
    this.deps.preferences.saveRating(this.deps.results.done(id).connectionId, rating, ratingKey(rating.column));
    return {};
  }

  removeRating({ id, column }: Input<'ratings.remove'>): Record<string, never> {
    this.deps.preferences.removeRating(this.deps.results.done(id).connectionId, column, ratingKey(column));
    return {};
  }

  chooseOfficer({ id, heading }: Input<'officers.choose'>): Record<string, never> {
    this.deps.preferences.chooseOfficer(this.deps.results.done(id).connectionId, heading);
    return {};
  }

  /**
   * Assigns an officer to the selected people.
   * @throws NOT_FOUND; NOT_NOW when the selection no longer matches the people that the user agreed to; INPUT_INVALID for results without a
   * row, and when nobody is selected.
   */
  async assign({ id, selection, officer, people }: Parsed<'officers.assign'>): Promise<{ people: number }> {
    const { queries, results, preferences, journal, verdicts } = this.deps;
    const project = results.done(id);
    if (selection.outcome === 'unmatched') throw new AppError('INPUT_INVALID', 'A result without a row has no person to assign.');
    const office = officeColumns(preferences, journal)(project);
    const rows = await queries.ask(id, 'selectedRows', { selection, office, verdicts: verdicts.packed(project) });
    if (rows.length === 0) throw new AppError('INPUT_INVALID', 'Nobody is selected.');
    if (rows.length !== people)
      throw new AppError(
        'NOT_NOW',
        `${countText(rows.length, 'person matches', 'people match')} by now, not ${people}. Nothing was assigned. Check the list and assign again.`,
      );
    journal.assign(id, officer, rows.toSorted());
    return { people: rows.length };
  }

  /**
   * Takes back the last assignment.
   * @throws NOT_FOUND; NOT_NOW before the project has its results, and when no assignment is left.
   */
  undo(id: string): { people: number } {
    this.deps.results.done(id);
    const people = this.deps.journal.undo(id);
    if (people === 0) throw new AppError('NOT_NOW', 'There is no assignment to undo.');
    return { people };
  }
}
