/** Events that a host sends to the page: selected files, and menu commands. */
import type { Failure } from '../../shared/base/index.ts';
import type { PlainRoute } from '../navigation/index.ts';

/** A file that the host keeps under a token; the page never learns its path. */
export interface OfferedFile {
  readonly token: string;
  readonly name: string;
  readonly bytes: number;
}

/** What the start of the installed program is waiting for: the keychain or, after `failure`, the user. Null: the start continues. */
export type StartState = { readonly failure: Failure | null } | null;

/** A command of the installed program's menu. A host without a menu sends none. */
export type MenuCommand =
  | { readonly command: 'go'; readonly to: PlainRoute['at'] }
  | { readonly command: 'export' | 'find' | 'undo' | 'redo' | 'shortcuts' }
  | { readonly command: 'appearance'; readonly appearance: 'light' | 'dark' | 'auto' }
  | { readonly command: 'open-file'; readonly file: OfferedFile }
  | { readonly command: 'open-failed'; readonly failure: Failure };
