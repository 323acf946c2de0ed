/** The program as a host sees it. */
import { z } from 'zod';
import { Policy } from '../policy/index.ts';
import { Id, SavedFile, Text } from './basics.ts';
import { answerOf, command, event, Nothing, NOTHING_ANSWERED, query } from './method.ts';

/** A message that the user dismissed: its kind, and the ID of its subject. */
const DismissKey = z.string().regex(/^[a-z]{1,20}(?::[\w-]{1,64})?$/);

export const AppView = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'loopback', 'cli', 'test']),
  platform: z.string(),
  /** What the desktop shows. The page shows the rest. */
  desktop: z.strictObject({ progress: z.boolean(), notifications: z.boolean() }),
  secrets: z.strictObject({ kind: z.enum(['keychain', 'key-file']), notice: z.string().nullable() }),
  /** A sentence that names the other process that runs the projects of this data folder; otherwise null. */
  runnerElsewhere: z.string().nullable(),
  /**
   * What the user must know about the data folder before sending, in sentences; null when there is nothing or it was
   * dismissed.
   */
  notice: z.string().nullable(),
  /** The screenings that this program continued when it started, as a sentence; null when there were none. */
  continued: z.string().nullable(),
  /** The policy of the administrator; null without one. `problem`: why nothing is sent, in sentences; null when the policy is valid. */
  policy: z.strictObject({ source: z.string(), problem: z.string().nullable(), values: Policy.nullable() }).nullable(),
  /** A proxy of the network that asks for a user name and password; null for none. `refused`: it refused the ones that it got. */
  proxy: z.strictObject({ address: z.string(), refused: z.boolean() }).nullable(),
  /** The connection that new screenings use. */
  connectionId: Id,
  /** True until the first list is imported into this data folder. */
  isNew: z.boolean(),
  /** The messages that the user has dismissed for good, the newest last. */
  dismissed: z.array(DismissKey),
});
export type AppView = z.infer<typeof AppView>;

/** The longest text that can be put on the clipboard, in characters. */
const COPY_MAX = 1_000_000;

export const APP_METHODS = {
  'app.get': query(Nothing, AppView, { reads: ['app'] }),
  /** Hides the notice for good. */
  'app.dismissNotice': command(Nothing, AppView, { answers: answerOf('app.get'), changes: [] }),
  /** Hides a message for good, in all windows. */
  'app.dismiss': command(z.strictObject({ key: DismissKey }), AppView, { answers: answerOf('app.get'), changes: [] }),
  /** The data folder, for backing it up or moving it. `canOpen`: the host can show it in the file manager. */
  'app.folder': query(Nothing, z.strictObject({ path: z.string(), canOpen: z.boolean() }), { reads: ['app'] }),
  'app.openFolder': command(Nothing, z.strictObject({ opened: z.boolean() }), { answers: NOTHING_ANSWERED, changes: [] }),
  /** Copies a text to the clipboard of the desktop. A page in a browser uses the browser's clipboard instead. */
  'app.copy': command(z.strictObject({ text: Text(COPY_MAX) }), z.strictObject({ copied: z.boolean() }), {
    answers: NOTHING_ANSWERED,
    changes: [],
  }),
  /**
   * Prints the page to a PDF file. Only in the program's own window. `paper` missing: the usual paper of the region. `shown`: the name of
   * the file for the user; null when nothing was saved.
   */
  'app.savePdf': command(
    z.strictObject({ name: Text(200), paper: z.enum(['letter', 'a4']).optional() }),
    z.strictObject({ shown: z.string().nullable() }),
    {
      answers: NOTHING_ANSWERED,
      changes: [],
    },
  ),
  /** Information for support, without personal data. The user can read all of it before saving it. */
  'app.diagnostics': query(Nothing, z.strictObject({ text: z.string() }), { reads: ['app'] }),
  /** `text`: the diagnostics that the user has read. Null when the user cancels. */
  'app.saveDiagnostics': command(z.strictObject({ text: Text(COPY_MAX) }), SavedFile.nullable(), {
    answers: NOTHING_ANSWERED,
    changes: [],
  }),
  /** The licenses of the software in the program; null in a program that is not packaged. */
  'app.notices': query(Nothing, z.strictObject({ text: z.string().nullable() }), { reads: ['app'] }),
  /**
   * Signs in to the proxy of `AppView.proxy`, with one request that costs nothing. `keep`: stores the password in the keychain; otherwise
   * it is kept until the program ends. After a refusal nothing has changed.
   */
  'app.signInToProxy': command(
    z.strictObject({ user: Text(256).min(1), password: Text(1024), keep: z.boolean() }),
    z.strictObject({ kept: z.boolean() }),
    { answers: NOTHING_ANSWERED, changes: [] },
  ),
  /** Forgets the user names and passwords of the proxies between this computer and a connection, also in the keychain. */
  'app.forgetProxies': command(z.strictObject({ connectionId: Id }), Nothing, { answers: NOTHING_ANSWERED, changes: [] }),
  'connections.use': command(z.strictObject({ id: Id }), AppView, { answers: answerOf('app.get'), changes: [] }),
};

/** A command that has ended. `id`: the ID in its input; empty without one. */
const DoneCommand = z.strictObject({ method: z.string(), id: z.string() });

export const APP_EVENTS = {
  'app.changed': event(AppView, { answers: answerOf('app.get'), changes: [] }),
  /** Its command declares what has changed. A page that did not make the command reads that again. */
  'command.done': event(DoneCommand, { answers: NOTHING_ANSWERED, changes: [] }),
};
