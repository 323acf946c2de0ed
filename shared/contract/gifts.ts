/** The gift file of a draft, a second file that fills its giving fields. */
import { z } from 'zod';
import { GiftChoices, GiftReport, ListGifts } from '../gifts/index.ts';
import { ImportOptions } from '../mapping/index.ts';
import { FilePassword, FileToken, Id } from './basics.ts';
import { ById, answerOf, command, query, same } from './method.ts';

const NewFile = z.strictObject({
  id: Id,
  file: FileToken,
  password: FilePassword.optional(),
  options: ImportOptions,
  choices: GiftChoices,
});
const MAX_OTHERS = 100;

export const GIFT_METHODS = {
  /** The gift file of a list; null without one. */
  'gifts.get': query(ById, ListGifts.nullable(), { reads: ['list'] }),
  /** Reads a file with one gift per row, and replaces an earlier gift file. Does not fill any field yet. */
  'gifts.read': command(NewFile, ListGifts, { answers: answerOf('gifts.get'), changes: [] }),
  /** Applies other choices, and reads the gift file again if they need it. */
  'gifts.choose': command(
    z.strictObject({ id: Id, options: ImportOptions, choices: GiftChoices, others: z.int().min(0).max(MAX_OTHERS) }),
    ListGifts,
    { answers: answerOf('gifts.get'), changes: [] },
  ),
  /** Fills the giving fields of a draft from its gift file. */
  'gifts.use': command(ById, ListGifts, { answers: answerOf('gifts.get'), changes: same('list', 'check', 'cost') }),
  /** Removes the gifts from the list, which then has its own values again. */
  'gifts.remove': command(ById, ListGifts.nullable(), { answers: answerOf('gifts.get'), changes: same('list', 'check', 'cost') }),
  /** Restores removed gifts. */
  'gifts.restore': command(ById, ListGifts.nullable(), { answers: answerOf('gifts.get'), changes: same('list', 'check', 'cost') }),
  /** Stores the totals of the user's own report. */
  'gifts.report': command(z.strictObject({ id: Id, report: GiftReport }), ListGifts, { answers: answerOf('gifts.get'), changes: [] }),
};
