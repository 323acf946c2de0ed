/** The app as its hosts use it: the contract, and what only a host may do. */
import type { ContractTransport } from '../shared/contract/index.ts';

export interface Application extends ContractTransport {
  /**
   * Returns the token of a file that the user chose, by which the page names it. `spooled`: the file is a copy that the host made, and is
   * deleted once it is read. `bytes`: its size. @throws FILE_NOT_FOUND, FILE_IS_FOLDER, FILE_NO_PERMISSION, FILE_EMPTY and the like.
   */
  offerFile(
    path: string,
    name: string,
    spooled?: boolean,
  ): Promise<{ readonly token: string; readonly name: string; readonly bytes: number }>;
  /** Resolves once no project runs: each is done, waits for the user, or is paused. */
  idle(): Promise<void>;
  /** Stops at the next safe point and closes files and databases. The next start continues what was running. */
  close(): Promise<void>;
}
