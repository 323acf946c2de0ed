/** The program as a host sees it. */
import { z } from 'zod';
import { Id } from './basics.ts';
import { answerOf, command, event, Nothing, query } from './method.ts';

export const AppView = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'loopback', 'cli', 'test']),
  platform: z.string(),
  secrets: z.strictObject({ kind: z.enum(['keychain', 'key-file']), notice: z.string().nullable() }),
  /** Set when another process runs the projects of this data folder: a sentence that names it. */
  runnerElsewhere: z.string().nullable(),
  /**
   * What a person must know about the data folder before sending, in sentences; null when there is nothing or it was
   * dismissed.
   */
  notice: z.string().nullable(),
  /** The connection that new screenings use. */
  connectionId: Id,
});
export type AppView = z.infer<typeof AppView>;

export const APP_METHODS = {
  'app.get': query(Nothing, AppView, { reads: ['app'] }),
  /** The notice does not appear again. */
  'app.dismissNotice': command(Nothing, AppView, { answers: answerOf('app.get'), changes: [] }),
  'connections.use': command(z.strictObject({ id: Id }), AppView, { answers: answerOf('app.get'), changes: [] }),
};

export const APP_EVENTS = { 'app.changed': event(AppView, { answers: answerOf('app.get'), changes: [] }) };
