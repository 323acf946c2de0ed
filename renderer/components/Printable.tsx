import type { ReactNode } from 'react';
import { usePolicy } from './SetByOrganization.tsx';

/**
 * Wraps a control that opens the print dialog. Hides it if the administrator restricts the folders of exports, because the dialog can save
 * a page as a PDF anywhere.
 */
export function Printable({ children }: { readonly children: ReactNode }) {
  return usePolicy().exportFolders === undefined ? children : null;
}
