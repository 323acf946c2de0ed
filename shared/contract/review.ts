/** Review of matches: whose decision is needed first, verdicts, and how often matches are right. Nothing here reaches the service. */
import { z } from 'zod';
import { Field } from '../mapping/index.ts';
import { ColumnKey, Conditions, MOST_CHOSEN, RowOutcome } from '../results/index.ts';
import { Verdict, VerdictKind } from '../review/index.ts';
import { FileToken, Id, Page, SheetRow, Time } from './basics.ts';
import { all, ById, command, NOTHING_ANSWERED, projectQuery, query, same } from './method.ts';

/** Which scored people a review looks at, and by which column's value. `value`: null for the capacity. */
const Review = z.strictObject({ id: Id, ...Conditions.shape, value: ColumnKey.nullable() });

/** `left`: without a verdict and not accepted. `accepted`: without a verdict, at or above the number of the office. */
export const ReviewPart = z.enum(['left', 'right', 'wrong', 'unsure', 'accepted', 'all']);
export type ReviewPart = z.infer<typeof ReviewPart>;

const Kinds = z.strictObject({ right: z.int(), wrong: z.int(), unsure: z.int() });

const ReviewView = z.strictObject({
  /** Of the conditions. `scored` = `left` + `accepted` + the verdicts. */
  scored: z.int(),
  left: z.int(),
  accepted: z.int(),
  verdicts: Kinds,
  /** Of all scored people, with and without the conditions. */
  all: z.strictObject({ scored: z.int(), left: z.int(), wrong: z.int() }),
  /** Sheet rows of verdicts whose pair no longer exists, at most 200. */
  stale: z.array(SheetRow),
  /** Where doubt comes from: the service's match number, name and address in the profile, or nothing: then only the value orders. */
  doubtBy: z.enum(['match', 'echo', 'none']),
  /** The column whose value counts; null without one: then only doubt orders. */
  value: z.strictObject({ key: z.string(), title: z.string(), isMoney: z.boolean() }).nullable(),
  /** Value × doubt of those who are left. */
  doubtful: z.number(),
  /** How many people from the top of the queue settle most of it; null when nothing is doubtful. */
  next: z.strictObject({ people: z.int(), percent: z.int(), sum: z.number() }).nullable(),
  /** Shares of what is doubtful that the first people settle, for a curve: at equal steps of people, from 0 to all. */
  curve: z.array(z.number()),
  /** By match number, the highest first, over all scored people; empty without match numbers. Unsure counts as not right. */
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
  /** Identifies the pair: a verdict applies only to what the user saw. */
  pair: z.string(),
  fields: z.array(
    z.strictObject({
      field: Field,
      ours: z.string(),
      theirs: z.string(),
      state: z.enum(['same', 'fits', 'differs', 'onlyOurs', 'onlyTheirs']),
    }),
  ),
  /** What of name and address the profile shows. */
  shows: z.enum(['both', 'name', 'address', 'nothing']),
  /** Values of the profile that hold a web address. */
  links: z.array(z.strictObject({ key: z.string(), title: z.string(), value: z.string() })),
  byOrder: z.boolean(),
});

/** The other rows of the file that belong to the household of a person. */
const HouseholdView = z.strictObject({
  total: z.int(),
  /** In the order of the file, at most 50. */
  rows: z.array(
    z.strictObject({
      row: SheetRow,
      name: z.string(),
      address: z.string(),
      /** `name`: the same name at the same address. `profileAddress`: the address that only the profile shows. */
      shares: z.array(z.enum(['name', 'spouse', 'address', 'profileAddress', 'email'])),
      outcome: RowOutcome,
    }),
  ),
});

/** Steps of a person's row, newest first. */
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

/** What a match number from which profiles are accepted would mean, over all scored people. */
const AcceptView = z.strictObject({
  acceptAt: z.number().nullable(),
  scored: z.int(),
  accepted: z.int(),
  /** Verdicts of people below the number. */
  reviewedBelow: z.int(),
  left: z.int(),
  /** People whom it accepts and the present number does not. */
  more: z.int(),
  /** About how many of the accepted people have the profile of somebody else, by the verdicts in their bands; null where these are too few. */
  notRight: z.int().nullable(),
});

/** How many verdicts changed, and of whom. */
const Changed = z.strictObject({ rows: z.array(SheetRow) });

/** What a review workbook brought. Lists hold at most 200 rows. */
const ReviewImported = z.strictObject({
  /** Sheet rows whose verdict changed. */
  changed: z.int(),
  /** Verdicts that were here already. */
  same: z.int(),
  /** Rows of the file that fit nobody, or a person who has another profile now. `line`: in the file, from 1. */
  nobody: z.array(z.strictObject({ line: z.int(), text: z.string() })),
  /** People with two verdicts in the file. */
  twice: z.array(z.strictObject({ row: SheetRow, verdicts: z.array(VerdictKind) })),
  /** Words that are no verdict. */
  unknown: z.array(z.strictObject({ line: z.int(), text: z.string() })),
  /** Rows of the file whose verdict was not used: those of the three lists above, and those beyond 200. */
  unread: z.int(),
  /** People with another verdict here. */
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
   * Sets the verdict of people; null takes it away. `pair`: of the person as shown; without it the present profile is judged. Answers with
   * the rows whose verdict changed.
   */
  'review.set': command(
    z.strictObject({
      id: Id,
      people: z
        .array(z.strictObject({ row: SheetRow, pair: z.string().max(100).optional() }))
        .min(1)
        .max(MOST_CHOSEN),
      verdict: Verdict.nullable(),
    }),
    Changed,
    { answers: NOTHING_ANSWERED, changes: same('verdicts', 'segments') },
  ),
  /** Takes the last step back. */
  'review.undo': command(ById, Changed, { answers: NOTHING_ANSWERED, changes: same('verdicts', 'segments') }),
  /** Takes verdicts over from earlier screenings of the account where ID, name and address of both sides are the same. */
  'review.carry': command(ById, z.strictObject({ carried: z.int(), from: z.string().nullable() }), {
    answers: NOTHING_ANSWERED,
    changes: same('verdicts', 'segments'),
  }),
  /**
   * Reads the verdicts of a sheet To review. Without `take`, verdicts that differ from those here are only listed; with it the file or what
   * is here wins. Rows that fit nobody or have two verdicts are never used.
   */
  'review.import': command(z.strictObject({ id: Id, file: FileToken, take: z.enum(['file', 'here']).nullable() }), ReviewImported, {
    answers: NOTHING_ANSWERED,
    changes: same('verdicts', 'segments'),
  }),
  /** For every project of the connection. */
  'review.accept': command(z.strictObject({ id: Id, acceptAt: AcceptAt }), z.strictObject({}), {
    answers: NOTHING_ANSWERED,
    changes: all('verdicts'),
  }),
};
