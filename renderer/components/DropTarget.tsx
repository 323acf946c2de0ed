import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { AppError } from '../../shared/base/index.ts';
import { useClient } from '../api/index.ts';
import { pastedFile, useFileImport } from './file-import.tsx';
import './drop.css';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** The name of a dropped folder, or null when no folder was dropped. */
function droppedFolder(data: DataTransfer): string | null {
  for (const item of data.items) {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory === true) return entry.name;
  }
  return null;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;

/** True for text with several cells or lines; a single word on the clipboard is not a list. */
const looksLikeCells = (text: string): boolean => /[\t\n]/.test(text.trim());

/** Accepts a dropped or pasted file anywhere in the window, and shows this while a file is dragged over it. */
export function DropTarget() {
  const { importFiles, showFailure, taker } = useFileImport();
  const { acceptsPageFiles } = useClient();
  /** Number of files dragged over the window; null for none. */
  const [over, setOver] = useState<number | null>(null);
  useEffect(() => {
    // Children send their own enter and leave events: only leaving the outermost element means that the file left the window.
    let depth = 0;
    const stop = new AbortController();
    const { signal } = stop;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth++;
      setOver(event.dataTransfer?.items.length ?? 1);
    };
    const hover = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(null);
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(null);
      const data = event.dataTransfer;
      if (data === null || !carriesFiles(event)) return;
      event.preventDefault();
      const folder = droppedFolder(data);
      if (folder === null) return importFiles([...data.files]);
      showFailure(folder, new AppError('FILE_IS_FOLDER', `“${folder}” is a folder. Open it and choose the spreadsheet in it.`));
    };
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      if (data === null || isTyping(event.target)) return;
      if (data.files.length > 0) return importFiles([...data.files]);
      const text = data.getData('text/plain');
      if (acceptsPageFiles && location.hash.startsWith('#/new') && looksLikeCells(text)) importFiles([pastedFile(text)]);
    };
    addEventListener('dragenter', enter, { signal });
    addEventListener('dragover', hover, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    addEventListener('paste', paste, { signal });
    return () => stop.abort();
  }, [importFiles, showFailure, acceptsPageFiles]);

  if (over === null) return null;
  return (
    <section className="drop" aria-label={over > 1 ? 'Drop several files' : 'Drop a file'}>
      <div className="drop-frame">
        <IconFileImport size={40} stroke={1.4} aria-hidden />
        <div className="drop-title">
          {over > 1 ? `Drop the ${over} files to choose one of them` : (taker?.title ?? 'Drop the file to start a new screening')}
        </div>
        <div>
          {over > 1
            ? 'A screening takes one file.'
            : (taker?.text ?? 'XLSX, XLS, ODS, CSV or text. The file is read on this computer, and nothing is sent.')}
        </div>
      </div>
    </section>
  );
}
