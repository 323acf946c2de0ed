/** The results of a pilot, for the decision about sending the others. */
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
  /**
   * `people`: everyone who can be sent. `chosen`: people in the pilot. `known`: people in the pilot whom the office knows. The others were
   * drawn.
   */
  people: z.int(),
  chosen: z.int(),
  known: z.int(),
  seed: z.int(),
  scored: z.int(),
  refused: z.int(),
  /** People in the pilot without a result. */
  unknown: z.int(),
  /** Refused people by message of the service, most first. `rule`: the rule that finds the same problem; null for none. */
  refusals: z.array(
    z.strictObject({ message: z.string(), field: Field.nullable(), rule: z.string().nullable(), rows: z.int(), by: ByReadiness }),
  ),
  /**
   * People by readiness. `people`: all people of the pilot. `strong`, `fair` and `weak`: scored people by match number. `scored`: scored
   * people without a match number. `others`: people who were not in the pilot.
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
  /** Number columns by which people can be ranked. `rankedBy`: the key of the one that is used; null for none. */
  rankColumns: z.array(z.strictObject({ key: z.string(), title: z.string() })),
  rankedBy: z.string().nullable(),
  /** The people whom the office knows, the highest rank first. */
  knownPeople: z.array(
    z.strictObject({
      row: SheetRow,
      name: z.string(),
      /** The text of the column of known people, which says why they are known; '' for none. */
      what: z.string(),
      outcome: Outcome,
      /** The share of the scored people of the pilot with a lower number, in percent; null without a number. */
      percentile: z.int().nullable(),
      /** The message of the service for a refused person; otherwise ''. */
      reason: z.string(),
      /** The person's giving is in the top tenth of the list, but the rank is in the lower half. */
      isDoubtful: z.boolean(),
    }),
  ),
});
export type PilotView = z.infer<typeof PilotView>;

const pair = <T extends z.ZodType>(of: T) => z.tuple([of, of]);

/** The people of a pilot, scored in two ways. The first of each pair is the pilot. */
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
  /** `strong`, `fair` and `weak`: scored people by match number. `scored`: all scored people. */
  counts: pair(z.strictObject({ scored: z.int(), refused: z.int(), unknown: z.int(), strong: z.int(), fair: z.int(), weak: z.int() })),
  /** People who were scored in only one of the two ways. */
  scoredOnce: pair(z.int()),
  /** How many of the scored people have a value in each score column. */
  columns: z.array(z.strictObject({ key: z.string(), title: z.string(), filled: pair(z.int()) })),
  /** Number columns that both have. `rankedBy`: the key of the one that is compared; null for none. */
  rankColumns: z.array(z.strictObject({ key: z.string(), title: z.string() })),
  rankedBy: z.string().nullable(),
  /** People with a number in both, by how the second one differs. */
  differs: z.strictObject({ same: z.int(), higher: z.int(), lower: z.int() }),
  /** The people whose numbers differ most. */
  biggest: z.array(z.strictObject({ row: SheetRow, name: z.string(), numbers: pair(z.number()), percentiles: pair(z.int()) })),
  /** The people whom the office knows. `percentiles`: as in `PilotView`. */
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
  /**
   * The results of a finished pilot; null if the list was not a pilot. `rankBy`: a score column; null: the capacity, or else the first
   * number column.
   */
  'results.pilot': projectQuery(z.strictObject({ id: Id, rankBy: z.string().nullable() }), PilotView.nullable(), {
    reads: ['results'],
    needs: 'results',
    adds: ['preferences'],
  }),
  /** Compares two results for the people of a pilot; null while there is only one. `rankBy`: as in `results.pilot`. */
  'results.pilotComparison': projectQuery(z.strictObject({ id: Id, rankBy: z.string().nullable() }), PilotComparisonView.nullable(), {
    reads: ['results', 'comparisons'],
    needs: 'results',
    adds: ['preferences', 'compared'],
  }),
};
