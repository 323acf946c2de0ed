/** How the people of a pilot did, before the others are sent. */
import { z } from 'zod';
import { ScoreConfiguration } from '../base/index.ts';
import { Field } from '../mapping/index.ts';
import { Outcome } from '../results/index.ts';
import { Id, SheetRow } from './basics.ts';
import { projectQuery } from './method.ts';

/** `asItCame`: ready for a match without a correction. `corrected`: ready, with corrections. `incomplete`: all others. */
const PilotReadiness = z.enum(['asItCame', 'corrected', 'incomplete']);

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

const pair = <T extends z.ZodType>(of: T) => z.tuple([of, of]);

/** The people of a pilot, scored in two ways: each pair has the pilot first. */
export const PilotComparisonView = z.strictObject({
  /** How each was sent. `credits`: charged according to the balance; null when unknown or none. `isPractice`: practice credits. */
  ways: pair(
    z.strictObject({
      id: Id,
      connection: z.strictObject({ id: Id, name: z.string() }),
      isPractice: z.boolean(),
      scoreConfiguration: ScoreConfiguration.nullable(),
      credits: z.number().nullable(),
    }),
  ),
  people: z.int(),
  /** `strong` to `weak` are scored people by the number of the match, `scored` all of them. */
  counts: pair(z.strictObject({ scored: z.int(), refused: z.int(), unknown: z.int(), strong: z.int(), fair: z.int(), weak: z.int() })),
  /** People who were scored in one of them only. */
  scoredOnce: pair(z.int()),
  /** How many of the scored people have a value in each score column. */
  columns: z.array(z.strictObject({ key: z.string(), title: z.string(), filled: pair(z.int()) })),
  /** Columns of numbers of both, and the one that is compared; null without one. */
  rankColumns: z.array(z.strictObject({ key: z.string(), title: z.string() })),
  rankedBy: z.string().nullable(),
  /** People with a number in both, by how the second one differs. */
  differs: z.strictObject({ same: z.int(), higher: z.int(), lower: z.int() }),
  /** The people whose numbers differ most. */
  biggest: z.array(z.strictObject({ row: SheetRow, name: z.string(), numbers: pair(z.number()), percentiles: pair(z.int()) })),
  /** The people whom the office knows. `percentiles`: as of the pilot. */
  knownPeople: z.array(
    z.strictObject({
      row: SheetRow,
      name: z.string(),
      what: z.string(),
      outcomes: pair(Outcome),
      percentiles: pair(z.int().nullable()),
    }),
  ),
});
export type PilotComparisonView = z.infer<typeof PilotComparisonView>;

export const PILOT_METHODS = {
  /** How a finished pilot did; null for a list that was no pilot. `rankBy`: a score column; null: the capacity, else the first number. */
  'results.pilot': projectQuery(z.strictObject({ id: Id, rankBy: z.string().nullable() }), PilotView.nullable(), {
    reads: ['results'],
    needs: 'results',
    adds: ['preferences'],
  }),
  /** Two results for the people of a pilot; null while there is only one. `rankBy`: as for `results.pilot`. */
  'results.pilotComparison': projectQuery(z.strictObject({ id: Id, rankBy: z.string().nullable() }), PilotComparisonView.nullable(), {
    reads: ['results', 'comparisons'],
    needs: 'results',
    adds: ['preferences', 'compared'],
  }),
};
