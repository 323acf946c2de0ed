/** How the people of a pilot did, before the others are sent. */
import { z } from 'zod';
import { Field } from '../mapping/index.ts';
import { Outcome } from '../results/index.ts';
import { Id, SheetRow } from './basics.ts';
import { projectQuery } from './method.ts';

/** `asItCame`: ready for a match without a correction. `corrected`: ready, with corrections. `incomplete`: all others. */
const PilotReadiness = z.enum(['asItCame', 'corrected', 'incomplete']);
export type PilotReadiness = z.infer<typeof PilotReadiness>;

const ByReadiness = z.strictObject({ asItCame: z.int(), corrected: z.int(), incomplete: z.int() });

export const PilotView = z.strictObject({
  /** `people` can be sent; `chosen` of them are in the pilot: `known` and drawn ones. */
  people: z.int(),
  chosen: z.int(),
  known: z.int(),
  seed: z.int(),
  scored: z.int(),
  refused: z.int(),
  /** In the pilot and without a result. */
  unknown: z.int(),
  /** Refused people by what the service said, most first. `rule`: the check that finds the same; null where none does. */
  refusals: z.array(
    z.strictObject({ message: z.string(), field: Field.nullable(), rule: z.string().nullable(), rows: z.int(), by: ByReadiness }),
  ),
  /**
   * `people` of the pilot are the sum of the others; `strong` to `weak` by the number of the match, `scored` without one. `others` are those
   * of the list who were not chosen.
   */
  quality: z.array(
    z.strictObject({
      readiness: PilotReadiness,
      people: z.int(),
      strong: z.int(),
      fair: z.int(),
      weak: z.int(),
      scored: z.int(),
      refused: z.int(),
      unknown: z.int(),
      others: z.int(),
    }),
  ),
  /** How many of the scored people have a value in each score column. */
  columns: z.array(z.strictObject({ key: z.string(), title: z.string(), filled: z.int() })),
  /** How many of the others the service would refuse at this rate, as a round number; null: too few were refused to tell. */
  expected: z.int().nullable(),
  /** Columns of numbers by which people can be ranked, and the one that ranks them; null without one. */
  rankColumns: z.array(z.strictObject({ key: z.string(), title: z.string() })),
  rankedBy: z.string().nullable(),
  /** The people whom the office knows, the highest first. */
  knownPeople: z.array(
    z.strictObject({
      row: SheetRow,
      name: z.string(),
      /** The text of the column that names known people; '' without one. */
      what: z.string(),
      outcome: Outcome,
      /** The share of the scored people of the pilot with a lower number, in percent; null without a number. */
      percentile: z.int().nullable(),
      /** What the service said about a person whom it refused; ''. */
      reason: z.string(),
      /** Gives in the top tenth of the list, and ranks below half. */
      isDoubtful: z.boolean(),
    }),
  ),
});
export type PilotView = z.infer<typeof PilotView>;

export const PILOT_METHODS = {
  /** How a finished pilot did; null for a list that was no pilot. `rankBy`: a score column; null: the capacity, else the first number. */
  'results.pilot': projectQuery(z.strictObject({ id: Id, rankBy: z.string().nullable() }), PilotView.nullable(), {
    reads: ['results'],
    needs: 'results',
    adds: ['preferences'],
  }),
};
