import type { ReactNode } from 'react';
import { usePolicy } from './SetByOrganization.tsx';

/**
 * What opens the printer's dialog. It is not there where the administrator set the folders of saved files: in that dialog, a page can be
 * saved as a PDF anywhere.
 */
export function Printable({ children }: { readonly children: ReactNode }) {
  return usePolicy().exportFolders === undefined ? children : null;
}
