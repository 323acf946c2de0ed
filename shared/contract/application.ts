/** The program as a host sees it. */
import { z } from 'zod';
import { Policy } from '../policy/index.ts';
import { Id, SavedFile, Text } from './basics.ts';
import { answerOf, command, event, Nothing, NOTHING_ANSWERED, query } from './method.ts';

/** What the user dismisses: a word for its kind, and the ID of its subject. */
const DismissKey = z.string().regex(/^[a-z]{1,20}(?::[\w-]{1,64})?$/);

export const AppView = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'loopback', 'cli', 'test']),
  platform: z.string(),
  /** What the desktop shows by itself; the page shows the rest. */
  desktop: z.strictObject({ progress: z.boolean(), notifications: z.boolean() }),
  secrets: z.strictObject({ kind: z.enum(['keychain', 'key-file']), notice: z.string().nullable() }),
  /** Set when another process runs the projects of this data folder: a sentence that names it. */
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
  /** A proxy of the network that waits for a user name and password; null without one. `refused`: it refused those that it got. */
  proxy: z.strictObject({ address: z.string(), refused: z.boolean() }).nullable(),
  /** The connection that new screenings use. */
  connectionId: Id,
  /** True until the first list is imported into this data folder. */
  isNew: z.boolean(),
  /** What the user has dismissed for good, the latest last. */
  dismissed: z.array(DismissKey),
});
export type AppView = z.infer<typeof AppView>;

/** The longest text that can be put on the clipboard, in characters. */
const COPY_MAX = 1_000_000;

export const APP_METHODS = {
  'app.get': query(Nothing, AppView, { reads: ['app'] }),
  /** The notice does not appear again. */
  'app.dismissNotice': command(Nothing, AppView, { answers: answerOf('app.get'), changes: [] }),
  /** It is not shown again, in any window. */
  'app.dismiss': command(z.strictObject({ key: DismissKey }), AppView, { answers: answerOf('app.get'), changes: [] }),
  /** The data folder, for backing it up or moving it. `canOpen`: the host can show it in the file manager. */
  'app.folder': query(Nothing, z.strictObject({ path: z.string(), canOpen: z.boolean() }), { reads: ['app'] }),
  'app.openFolder': command(Nothing, z.strictObject({ opened: z.boolean() }), { answers: NOTHING_ANSWERED, changes: [] }),
  /** Puts a text on the clipboard of the host's desktop; a page in a browser uses that of the browser. */
  'app.copy': command(z.strictObject({ text: Text(COPY_MAX) }), z.strictObject({ copied: z.boolean() }), {
    answers: NOTHING_ANSWERED,
    changes: [],
  }),
  /** Saves the page as it prints to a PDF, on the usual paper of the region without `paper`; `shown`: its name for the user, null when nothing was saved. Only in the program's own window. */
  'app.savePdf': command(
    z.strictObject({ name: Text(200), paper: z.enum(['letter', 'a4']).optional() }),
    z.strictObject({ shown: z.string().nullable() }),
    {
      answers: NOTHING_ANSWERED,
      changes: [],
    },
  ),
  /** What support needs to know, without any person: the user reads all of it before saving it. */
  'app.diagnostics': query(Nothing, z.strictObject({ text: z.string() }), { reads: ['app'] }),
  /** `text`: what the user has read. Null when the user cancels. */
  'app.saveDiagnostics': command(z.strictObject({ text: Text(COPY_MAX) }), SavedFile.nullable(), {
    answers: NOTHING_ANSWERED,
    changes: [],
  }),
  /** The licenses of the software in the program; null where no package was built. */
  'app.notices': query(Nothing, z.strictObject({ text: z.string().nullable() }), { reads: ['app'] }),
  /**
   * Signs in to the proxy of `AppView.proxy`, with one request that costs nothing. `keep`: in the keychain; else until the program ends.
   * A refusal leaves everything as it was.
   */
  'app.signInToProxy': command(
    z.strictObject({ user: Text(256).min(1), password: Text(1024), keep: z.boolean() }),
    z.strictObject({ kept: z.boolean() }),
    { answers: NOTHING_ANSWERED, changes: [] },
  ),
  /** Forgets the user names and passwords of the proxies on the way to a connection, in the keychain too. */
  'app.forgetProxies': command(z.strictObject({ connectionId: Id }), Nothing, { answers: NOTHING_ANSWERED, changes: [] }),
  'connections.use': command(z.strictObject({ id: Id }), AppView, { answers: answerOf('app.get'), changes: [] }),
};

export const APP_EVENTS = { 'app.changed': event(AppView, { answers: answerOf('app.get'), changes: [] }) };
