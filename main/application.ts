/** The app as its hosts use it: the contract, and what only a host may do. */
import type { ContractTransport } from '../shared/contract/index.ts';
import type { TargetRules } from './results/index.ts';
import type { AnswerStream } from './service/index.ts';

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
  /**
   * Continues work that the last program left unfinished: one project by its ID, or everything. A window calls it at start, a command only
   * when the user asks. Resolves once all of it runs.
   */
  continueWork(id: string | null): Promise<void>;
  /** Ends the projects of this program whose lists no changing call has reached, so nothing was spent. Call it before `close`. */
  endUnspent(): Promise<void>;
  /**
   * Checks where a file will be saved, before anything is paid or read for it.
   * @throws TARGET_UNWRITABLE when it cannot be written there, or would replace a file that the user did not name for it; POLICY_REFUSED; DISK_FULL.
   */
  checkTarget(path: string, rules: TargetRules): Promise<void>;
  /** Records that something other than an export wrote this file, so that the next export may replace it. */
  targetWritten(path: string): Promise<void>;
  /** Resolves once no project runs: each is done, waits for the user, or is paused. */
  idle(): Promise<void>;
  /** Stops at the next safe point and closes files and databases. Running projects wait for `continueWork`. */
  close(): Promise<void>;
}
