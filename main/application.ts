/** What a host holds in its hands: the application behind the contract, and the few things that only a host may do. */
import type { ContractTransport } from '../shared/contract/index.ts';

export interface Application extends ContractTransport {
  /**
   * Remembers a file that a person handed over and answers the token by which the page names it.
   * `spooled`: the file is a copy of ours and is removed once it is read.
   * Ends in FILE_NOT_FOUND, FILE_IS_FOLDER, FILE_NO_PERMISSION or FILE_EMPTY.
   */
  offerFile(
    path: string,
    name: string,
    spooled?: boolean,
  ): Promise<{ readonly token: string; readonly name: string; readonly bytes: number }>;
  /** Resolves once no project is at work: done, waiting for a person, or paused. */
  idle(): Promise<void>;
  /** Stops at the next safe point, closes files and databases. Nothing is lost: what was under way goes on at the next start. */
  close(): Promise<void>;
}
