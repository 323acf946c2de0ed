/** What a host tells the page by itself: a file that it has taken, and the commands of its menu. */
import type { Failure } from '../../shared/base/errors.ts';
import type { PlainRoute } from '../navigation/router.ts';

/** A file that the host remembers under a token; the page never learns where it lies. */
export interface OfferedFile {
  readonly token: string;
  readonly name: string;
  readonly bytes: number;
}

/** A command of the installed program's menu. A host without a menu sends none. */
export type MenuCommand =
  | { readonly command: 'go'; readonly to: PlainRoute['at'] }
  | { readonly command: 'export' | 'find' | 'shortcuts' }
  | { readonly command: 'appearance'; readonly appearance: 'light' | 'dark' | 'auto' }
  | { readonly command: 'open-file'; readonly file: OfferedFile }
  | { readonly command: 'open-failed'; readonly failure: Failure };
