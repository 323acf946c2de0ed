import { useEffect } from 'react';
import type { ExportView } from '../../shared/contract/index.ts';
import { useClient } from '../api/index.ts';
import { useAnnounce } from '../kit/index.ts';

// A token works only once. Kept outside the dialog, which is unmounted while the page of a person is open.
const usedTokens = new Set<string>();

/** Downloads a finished file in the browser. A desktop with a save dialog has written it to its folder already. */
export function useExportDownload(view: ExportView | null): void {
  const client = useClient();
  const announce = useAnnounce();
  const token = view?.state === 'done' ? view.download : null;
  useEffect(() => {
    if (token === null || usedTokens.has(token)) return;
    usedTokens.add(token);
    client.download(token);
    announce('The file is in your browser’s downloads');
  }, [token, client, announce]);
}
