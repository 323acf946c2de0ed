/** The app as its hosts use it: the contract, and what only a host may do. */
import type { ContractTransport } from '../shared/contract/index.ts';
import type { AnswerStream } from './service/client.ts';

export interface Application extends ContractTransport {
  /**
   * The token of a file that the user chose, with its size in bytes. `spooled`: the host's copy, deleted after reading.
   * @throws FILE_NOT_FOUND, FILE_IS_FOLDER, FILE_NO_PERMISSION, FILE_EMPTY and similar codes.
   */
  offerFile(
    path: string,
    name: string,
    spooled?: boolean,
  ): Promise<{ readonly token: string; readonly name: string; readonly bytes: number }>;
  /**
   * The scores of a project on the service, by the deprecated endpoint, as bytes of any length. Costs nothing.
   * @throws as `ServiceClient.projectScores`
   */
  projectScores(connectionId: string, remoteId: string, signal: AbortSignal): Promise<AnswerStream>;
  /** Resolves once no project runs: each is done, waits for the user, or is paused. */
  idle(): Promise<void>;
  /** Stops at the next safe point and closes files and databases. The next start continues what was running. */
  close(): Promise<void>;
}
