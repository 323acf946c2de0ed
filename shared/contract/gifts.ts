/** Gifts of a second file, which fill the giving fields of a draft. */
import { z } from 'zod';
import { GiftChoices, GiftsView } from '../gifts/index.ts';
import { ImportOptions } from '../mapping/index.ts';
import { FilePassword, FileToken, Id } from './basics.ts';
import { command, NOTHING_ANSWERED, same } from './method.ts';

export const GIFT_METHODS = {
  /** Fills the giving fields of a draft from a file with one gift per row, in place of an earlier gift file. */
  'gifts.use': command(
    z.strictObject({ id: Id, file: FileToken, password: FilePassword.optional(), options: ImportOptions, choices: GiftChoices }),
    GiftsView,
    { answers: NOTHING_ANSWERED, changes: same('list', 'check', 'cost') },
  ),
};
