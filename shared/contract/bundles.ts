/** Hand-over: one project as an encrypted bundle, which a colleague opens on another computer. */
import { z } from 'zod';
import { FileToken, Id, SavedFile } from './basics.ts';
import { ById, all, command, NOTHING_ANSWERED, view } from './method.ts';
import { ProjectView } from './projects.ts';

/** Minimum number of characters in a new passphrase. */
export const LEAST_PASSPHRASE = 12;
/** May be empty here, so that the application can refuse it with a sentence. */
const Passphrase = z.string().max(1024);

export const BUNDLE_METHODS = {
  /**
   * Writes the bundle; null when the user cancels. An event announces the changed project. `hand-over`: the project can then no longer be
   * sent from here.
   * @throws NOT_FOUND; NOT_NOW; HELD_ELSEWHERE; BUNDLE_PASSPHRASE; TARGET_UNWRITABLE; DISK_FULL; CANCELED.
   */
  'bundles.make': command(
    z.strictObject({ id: Id, right: z.enum(['copy', 'hand-over']), passphrase: Passphrase }),
    SavedFile.extend({ bytes: z.number(), right: z.enum(['copy', 'hand-over']) }).nullable(),
    { answers: NOTHING_ANSWERED, changes: [] },
  ),
  /**
   * Opens a bundle as a project. `connectionId`: used instead of a connection to the bundle's account. `holder`: whether the project can be
   * sent from here. `copy`: it can only be read and saved.
   * @throws BUNDLE_FOREIGN; BUNDLE_NEWER; BUNDLE_OLDER; BUNDLE_PASSPHRASE; BUNDLE_DAMAGED; BUNDLE_CONNECTION; BUNDLE_PRESENT; NOT_FOUND.
   */
  'bundles.open': command(
    z.strictObject({ file: FileToken, passphrase: Passphrase, connectionId: Id.optional() }),
    z.strictObject({ project: ProjectView, holder: z.enum(['here', 'copy']), isSameAccount: z.boolean() }),
    { answers: view('project', 'project'), changes: all('check', 'cost', 'baselines', 'comparisons', 'screenings', 'record') },
  ),
  /**
   * Takes back a project that was handed over from here. `confirmed`: the user confirms that nobody will open the bundle.
   * @throws NOT_FOUND; NOT_NOW.
   */
  'bundles.takeBack': command(ById.extend({ confirmed: z.literal(true) }), ProjectView, { answers: view('project'), changes: [] }),
};
