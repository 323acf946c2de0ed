/** The office's own columns: ratings, and the officers of people. They stay on this computer. */
import { z } from 'zod';
import { Rating } from '../ratings/index.ts';
import { ColumnKey, ResultSelection } from '../results/index.ts';
import { Id } from './basics.ts';
import { all, ById, command, Nothing, NOTHING_ANSWERED, projectQuery, same } from './method.ts';

const Count = z.strictObject({ people: z.int(), sum: z.number() });

/** A row or column of a matrix. `text`: as in the cells of the rated column; '' for people without a value. */
const MatrixHead = Count.extend({ text: z.string() });

/** People by two rated columns. Each selected person is in one cell. */
export const MatrixView = z.strictObject({
  rows: z.array(MatrixHead),
  columns: z.array(MatrixHead),
  /** By row, then by column. */
  cells: z.array(z.array(Count)),
  all: Count,
});
export type MatrixView = z.infer<typeof MatrixView>;

/** Officers with their people: first '' for people without an officer, then by sum, largest first. */
export const OfficersView = z.strictObject({
  officers: z.array(Count.extend({ name: z.string(), /** People in the top group, or in the two highest bands. */ top: z.int() })),
  all: Count.extend({ top: z.int() }),
  /** The codes or labels of the two highest bands; null if the top group is that of the service's scale. */
  topText: z.string().nullable(),
  /** The lowest capacity in the top group; null if nobody has a capacity. */
  least: z.number().nullable(),
  /** The last assignment, which can be undone: "12 people to J. Castellan"; null for none. */
  undo: z.string().nullable(),
});
export type OfficersView = z.infer<typeof OfficersView>;

/** The values of a score, for creating a rating. `without`: people without a value. */
export const RatingBasis = z.strictObject({
  /** All numbers in ascending order, or an evenly spaced sample that includes the lowest and the highest. */
  sorted: z.array(z.number()),
  /** If there are few different values: each with its number of people, the highest value first. Otherwise empty. */
  values: z.array(z.strictObject({ value: z.string(), people: z.int() })),
  without: z.int(),
});
export type RatingBasis = z.infer<typeof RatingBasis>;

/** Ratings belong to a connection, and assignments to a project. */
const OF_CONNECTION = { answers: NOTHING_ANSWERED, changes: all('results', 'segments') } as const;
const OF_PROJECT = { answers: NOTHING_ANSWERED, changes: same('results', 'segments') } as const;
const Changed = z.strictObject({ people: z.int() });

export const RATING_METHODS = {
  /** `sum`: the column whose numbers are added up; null adds nothing. */
  'results.matrix': projectQuery(
    z.strictObject({ id: Id, selection: ResultSelection, rows: ColumnKey, columns: ColumnKey, sum: ColumnKey.nullable() }),
    MatrixView,
    { reads: ['results', 'verdicts'], needs: 'results', adds: ['office', 'verdicts'] },
  ),
  'results.officers': projectQuery(ById, OfficersView, { reads: ['results', 'verdicts'], needs: 'results', adds: ['office', 'verdicts'] }),
  'ratings.basis': projectQuery(z.strictObject({ id: Id, column: ColumnKey }), RatingBasis, {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['office', 'verdicts'],
  }),
  /** How many people an unsaved rating has in each step, then outside all steps, then without a value. */
  'ratings.count': projectQuery(z.strictObject({ id: Id, rating: Rating }), z.strictObject({ people: z.array(z.int()) }), {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['office', 'verdicts'],
  }),
  /** Saves the rating of a score with the connection, and replaces the score's former rating. */
  'ratings.save': command(z.strictObject({ id: Id, rating: Rating }), Nothing, OF_CONNECTION),
  'ratings.remove': command(z.strictObject({ id: Id, column: ColumnKey }), Nothing, OF_CONNECTION),
  /** Chooses the column that names the officer, by heading, for all lists of the connection that have it; null: the column is detected. */
  'officers.choose': command(z.strictObject({ id: Id, heading: z.string().max(1000).nullable() }), Nothing, OF_CONNECTION),
  /**
   * Assigns the selected people to an officer; '' for no officer. `people`: the number that the user agreed to. The assignment is stored
   * here, can be undone, and is never sent.
   */
  'officers.assign': command(
    z.strictObject({ id: Id, selection: ResultSelection, officer: z.string().trim().max(120), people: z.int() }),
    Changed,
    OF_PROJECT,
  ),
  /** Undoes the last assignment. */
  'officers.undo': command(ById, Changed, OF_PROJECT),
};
