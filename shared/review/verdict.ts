/** Verdicts of users about matches: is this profile the person in our row? A verdict stays on this computer and does not change scores. */
import { z } from 'zod';

export const VerdictKind = z.enum(['right', 'wrong', 'unsure']);
export type VerdictKind = z.infer<typeof VerdictKind>;

export const VERDICT_TEXTS: Readonly<Record<VerdictKind, string>> = { right: 'Right', wrong: 'Wrong', unsure: 'Unsure' };

export const Reason = z.enum(['moved', 'newName', 'generation', 'sameName', 'family', 'known', 'other']);
export type Reason = z.infer<typeof Reason>;

export const REASON_TEXTS: Readonly<Record<Reason, string>> = {
  moved: 'Moved',
  newName: 'New name',
  generation: 'Another generation',
  sameName: 'Same name only',
  family: 'Spouse or relative',
  known: 'Known to the office',
  other: 'Other',
};

export const LONGEST_NOTE = 2000;

export const Verdict = z.strictObject({ is: VerdictKind, reason: Reason.nullable(), note: z.string().max(LONGEST_NOTE) });
export type Verdict = z.infer<typeof Verdict>;

export const areSameVerdict = (one: Verdict | null, other: Verdict | null): boolean =>
  one === null || other === null ? one === other : one.is === other.is && one.reason === other.reason && one.note === other.note;

/** A person and the profile that was matched to them. The codes are digests, which can compare pairs but identify nobody. */
export const Pair = z.strictObject({
  row: z.int().min(1),
  /** Digest of the record as sent and of the profile's identity. */
  pair: z.string(),
  /**
   * Digest of ID, name and address on both sides, by which a later screening recognizes the pair; null when the profile repeats too little
   * of the record.
   */
  carry: z.string().nullable(),
  constituentId: z.string(),
});
export type Pair = z.infer<typeof Pair>;

/** One changed verdict. `first`: who decided it originally, and when, for a verdict from another screening or a workbook. */
export const VerdictChange = Pair.extend({
  before: Verdict.nullable(),
  after: Verdict.nullable(),
  first: z.strictObject({ who: z.string(), at: z.number() }).optional(),
});
export type VerdictChange = z.infer<typeof VerdictChange>;

/** One step of a user, as stored in the journal of verdicts. */
export const ReviewStep = z.strictObject({
  /** `carried`: from earlier screenings. `imported`: from a workbook. */
  kind: z.enum(['set', 'undo', 'carried', 'imported']),
  /** The user's name on the computer. */
  who: z.string(),
  /** The number of the step that this one undoes. */
  undoes: z.int().nullable(),
  /** The name of the workbook or the screening. */
  from: z.string().nullable(),
  /** The number of transactions of the project file when the pairs were read. While that number is the same, the pairs are current. */
  changes: z.int(),
  verdicts: z.array(VerdictChange),
});
export type ReviewStep = z.infer<typeof ReviewStep>;
