/** The office's own columns: ratings, and who looks after a person. All of it stays on this computer. */
import { z } from 'zod';
import { Rating } from '../ratings/index.ts';
import { ColumnKey, ResultSelection } from '../results/index.ts';
import { Id } from './basics.ts';
import { all, ById, command, Nothing, NOTHING_ANSWERED, projectQuery, same } from './method.ts';

const Count = z.strictObject({ people: z.int(), sum: z.number() });

/** A head of a matrix. `text`: as in the cells of its column; '' for people without a value. */
const MatrixHead = Count.extend({ text: z.string() });

/** People by two rated columns. Everybody who is selected is in one cell. */
export const MatrixView = z.strictObject({
  rows: z.array(MatrixHead),
  columns: z.array(MatrixHead),
  /** By row, then by column. */
  cells: z.array(z.array(Count)),
  all: Count,
});
export type MatrixView = z.infer<typeof MatrixView>;

/** Officers with their people, nobody (named '') first, then the largest sum. */
export const OfficersView = z.strictObject({
  officers: z.array(Count.extend({ name: z.string(), /** Of them in the top group or the two highest bands. */ top: z.int() })),
  all: Count.extend({ top: z.int() }),
  /** The codes or words of the two highest bands; null where the top group is that of the scale. */
  topText: z.string().nullable(),
  /** The lowest capacity of a person on top; null where nobody has a capacity. */
  least: z.number().nullable(),
  /** The last assignment, which can be undone: "12 people to J. Castellan"; null for none. */
  undo: z.string().nullable(),
});
export type OfficersView = z.infer<typeof OfficersView>;

/** The values of a score, for a rating: the lowest and the highest first, evenly spread between; those that are few with their people. */
export const RatingBasis = z.strictObject({
  /** Numbers from the lowest up: all of them, or an even sample. */
  sorted: z.array(z.number()),
  /** Values with their number of people where they are few, the highest first; empty otherwise. */
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
  /** How many people a rating that is not saved has in each of its steps, then outside of them, then without a value. */
  'ratings.count': projectQuery(z.strictObject({ id: Id, rating: Rating }), z.strictObject({ people: z.array(z.int()) }), {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['office', 'verdicts'],
  }),
  /** Saves the rating of a score with the connection, in the place of the one that the score has. */
  'ratings.save': command(z.strictObject({ id: Id, rating: Rating }), Nothing, OF_CONNECTION),
  'ratings.remove': command(z.strictObject({ id: Id, column: ColumnKey }), Nothing, OF_CONNECTION),
  /** The heading of the column that names the officer, for each list of the connection that has it; null: found by its heading. */
  'officers.choose': command(z.strictObject({ id: Id, heading: z.string().max(1000).nullable() }), Nothing, OF_CONNECTION),
  /**
   * Gives the selected people to an officer; '' to nobody. `people`: how many the user agreed to. It is kept here, can be undone, and is
   * never sent.
   */
  'officers.assign': command(
    z.strictObject({ id: Id, selection: ResultSelection, officer: z.string().trim().max(120), people: z.int() }),
    Changed,
    OF_PROJECT,
  ),
  /** Takes back the last assignment. */
  'officers.undo': command(ById, Changed, OF_PROJECT),
};
