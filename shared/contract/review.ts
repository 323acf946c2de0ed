/** Review of matches: which people to review first, verdicts, and how often matches are right. None of this reaches the service. */
import { z } from 'zod';
import { Field } from '../mapping/index.ts';
import { ColumnKey, Conditions, MAX_CHOSEN, RowOutcome } from '../results/index.ts';
import { Verdict, VerdictKind } from '../review/index.ts';
import { FileToken, Id, Page, SheetRow, Time } from './basics.ts';
import { all, ById, command, NOTHING_ANSWERED, projectQuery, query, same } from './method.ts';

/** The scored people to review, and the column with their value. `value` null: the capacity. */
const Review = z.strictObject({ id: Id, ...Conditions.shape, value: ColumnKey.nullable() });

/** `left`: no verdict and not accepted. `accepted`: no verdict, but a match number of at least `acceptAt`. */
export const ReviewPart = z.enum(['left', 'right', 'wrong', 'unsure', 'accepted', 'all']);
export type ReviewPart = z.infer<typeof ReviewPart>;

const Kinds = z.strictObject({ right: z.int(), wrong: z.int(), unsure: z.int() });

const ReviewView = z.strictObject({
  /** People who meet the conditions. `scored` = `left` + `accepted` + the verdicts. */
  scored: z.int(),
  left: z.int(),
  accepted: z.int(),
  verdicts: Kinds,
  /** All scored people, regardless of the conditions. */
  all: z.strictObject({ scored: z.int(), left: z.int(), wrong: z.int() }),
  /** Sheet rows of verdicts whose pair no longer exists, at most 200. */
  stale: z.array(SheetRow),
  /**
   * The source of the doubt: `match`: the service's match number. `echo`: name and address in the profile. `none`: no source, so only the
   * value determines the order.
   */
  doubtBy: z.enum(['match', 'echo', 'none']),
  /** The column with the value; null for none, so only the doubt determines the order. */
  value: z.strictObject({ key: z.string(), title: z.string(), isMoney: z.boolean() }).nullable(),
  /** The sum of value × doubt of all people who are left. */
  doubtful: z.number(),
  /** How many people from the top of the queue settle most of `doubtful`; null when it is zero. */
  next: z.strictObject({ people: z.int(), percent: z.int(), sum: z.number() }).nullable(),
  /** The share of `doubtful` that the first people settle, as a curve in equal steps from 0 to all people. */
  curve: z.array(z.number()),
  /** Verdicts by match number, the highest first, over all scored people; empty without match numbers. `unsure` counts as not right. */
  bands: z.array(z.strictObject({ text: z.string(), right: z.int(), verdicts: z.int() })),
  /** The match number from which profiles are accepted without a review; null without one. */
  acceptAt: z.number().nullable(),
  canUndo: z.boolean(),
});

const ReviewRow = z.strictObject({
  row: SheetRow,
  name: z.string(),
  value: z.number().nullable(),
  match: z.number().nullable(),
  /** 0 to 1. */
  doubt: z.number(),
  verdict: VerdictKind.nullable(),
});

const ReviewedPerson = ReviewRow.extend({
  constituentId: z.string(),
  /** Identifies the pair, so that a verdict applies only to what the user saw. */
  pair: z.string(),
  fields: z.array(
    z.strictObject({
      field: Field,
      ours: z.string(),
      theirs: z.string(),
      state: z.enum(['same', 'fits', 'differs', 'onlyOurs', 'onlyTheirs']),
    }),
  ),
  /** Whether the profile shows name and address. */
  shows: z.enum(['both', 'name', 'address', 'nothing']),
  /** Values of the profile that contain a web address. */
  links: z.array(z.strictObject({ key: z.string(), title: z.string(), value: z.string() })),
  byOrder: z.boolean(),
});

/** The other rows of the file that belong to a person's household. */
const HouseholdView = z.strictObject({
  total: z.int(),
  /** In the order of the file, at most 50. */
  rows: z.array(
    z.strictObject({
      row: SheetRow,
      name: z.string(),
      address: z.string(),
      /** `name`: the same name at the same address. `profileAddress`: an address that only the profile shows. */
      shares: z.array(z.enum(['name', 'spouse', 'address', 'profileAddress', 'email'])),
      outcome: RowOutcome,
    }),
  ),
});

/** The steps about a person's row, newest first. */
const VerdictHistory = z.strictObject({
  steps: z.array(
    z.strictObject({
      at: Time,
      who: z.string(),
      kind: z.enum(['set', 'undo', 'carried', 'imported']),
      from: z.string().nullable(),
      before: Verdict.nullable(),
      after: Verdict.nullable(),
      /** False for a verdict on a pair that no longer exists. */
      isPresent: z.boolean(),
    }),
  ),
});

/** The effect of a new `acceptAt`, over all scored people. */
const AcceptView = z.strictObject({
  acceptAt: z.number().nullable(),
  scored: z.int(),
  accepted: z.int(),
  /** Verdicts of people below the number. */
  reviewedBelow: z.int(),
  left: z.int(),
  /** People who are accepted with it but not with the present number. */
  more: z.int(),
  /**
   * About how many accepted people have the profile of somebody else, estimated from the verdicts in their bands; null with too few
   * verdicts.
   */
  notRight: z.int().nullable(),
});

/** The rows whose verdicts changed. */
const Changed = z.strictObject({ rows: z.array(SheetRow) });

/** The result of importing a review workbook. Each list has at most 200 rows. */
const ReviewImported = z.strictObject({
  /** Sheet rows whose verdict changed. */
  changed: z.int(),
  /** Verdicts that were here already. */
  same: z.int(),
  /** Rows of the file that match nobody, or a person who now has another profile. `line`: in the file, from 1. */
  nobody: z.array(z.strictObject({ line: z.int(), text: z.string() })),
  /** People with two verdicts in the file. */
  twice: z.array(z.strictObject({ row: SheetRow, verdicts: z.array(VerdictKind) })),
  /** Cells that are not a verdict. */
  unknown: z.array(z.strictObject({ line: z.int(), text: z.string() })),
  /** The number of rows whose verdict was not used, including those beyond 200 of the three lists above. */
  unread: z.int(),
  /** People who have a different verdict here. */
  conflicts: z.array(z.strictObject({ row: SheetRow, here: Verdict, file: Verdict })),
});

const AcceptAt = z.number().min(0).max(100).nullable();

export const REVIEW_METHODS = {
  'review.get': projectQuery(Review, ReviewView, {
    reads: ['results', 'arrangement', 'verdicts'],
    needs: 'results',
    adds: ['preferences', 'verdicts'],
  }),
  'review.queue': projectQuery(Review.extend({ part: ReviewPart, ...Page }), z.strictObject({ total: z.int(), rows: z.array(ReviewRow) }), {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['verdicts'],
  }),
  'review.person': projectQuery(z.strictObject({ id: Id, row: SheetRow, value: ColumnKey.nullable() }), ReviewedPerson, {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['verdicts'],
  }),
  'review.household': projectQuery(z.strictObject({ id: Id, row: SheetRow }), HouseholdView, { reads: ['results'], needs: 'results' }),
  'review.accepting': projectQuery(z.strictObject({ id: Id, acceptAt: AcceptAt }), AcceptView, {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['verdicts'],
  }),
  'review.history': query(z.strictObject({ id: Id, row: SheetRow }), VerdictHistory, { reads: ['results', 'verdicts'] }),
  /**
   * Sets the verdict of people; null removes it. `pair`: the pair that the user saw; without it, the verdict is about the present profile.
   * Returns the rows whose verdict changed.
   */
  'review.set': command(
    z.strictObject({
      id: Id,
      people: z
        .array(z.strictObject({ row: SheetRow, pair: z.string().max(100).optional() }))
        .min(1)
        .max(MAX_CHOSEN),
      verdict: Verdict.nullable(),
    }),
    Changed,
    { answers: NOTHING_ANSWERED, changes: same('verdicts', 'segments') },
  ),
  /** Undoes the last step. */
  'review.undo': command(ById, Changed, { answers: NOTHING_ANSWERED, changes: same('verdicts', 'segments') }),
  /** Copies verdicts from earlier screenings of the account for pairs with the same ID, name and address on both sides. */
  'review.carry': command(ById, z.strictObject({ carried: z.int(), from: z.string().nullable() }), {
    answers: NOTHING_ANSWERED,
    changes: same('verdicts', 'segments'),
  }),
  /**
   * Imports the verdicts of a sheet To review. `take`: which verdict applies if the file and the verdict here differ; null: they are only
   * listed. Rows that match nobody or have two verdicts are never used.
   */
  'review.import': command(z.strictObject({ id: Id, file: FileToken, take: z.enum(['file', 'here']).nullable() }), ReviewImported, {
    answers: NOTHING_ANSWERED,
    changes: same('verdicts', 'segments'),
  }),
  /** Applies to all projects of the connection. */
  'review.accept': command(z.strictObject({ id: Id, acceptAt: AcceptAt }), z.strictObject({}), {
    answers: NOTHING_ANSWERED,
    changes: all('verdicts'),
  }),
};
