import { Button, Progress } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useClient } from '../../api/index.ts';
import { type FileUpload, SPREADSHEETS, useFileImport } from '../../components/index.ts';
import { CONTROL, FileChoice } from '../../kit/index.ts';
import { percent } from '../../format/index.ts';

function Uploading({ name, fraction }: { readonly name: string; readonly fraction: number | null }) {
  return (
    <div className="new-uploading">
      <h2 className="new-drop-title">Reading the file</h2>
      <p className="second cut">{name}</p>
      <Progress value={(fraction ?? 1) * 100} animated={fraction === null} aria-label={`Reading ${name}`} size={8} />
      <p className="small second">{fraction === null ? 'One moment…' : `${percent(fraction)}. It stays on this computer.`}</p>
    </div>
  );
}

/** Asks which of several dropped or pasted files to import, because each becomes its own screening. */
function ChooseOne({ upload }: { readonly upload: Extract<FileUpload, { at: 'several' }> }) {
  const { importFiles, dismiss } = useFileImport();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="new-several">
      <h2 className="new-drop-title" ref={title} tabIndex={-1}>
        Which of the {upload.files.length} files first?
      </h2>
      <p className="second">A screening takes one file. Nothing was read yet.</p>
      <ul>
        {upload.files.map((file, at) => (
          <li key={at}>
            <Button variant="default" fullWidth onClick={() => importFiles([file], upload.settingsFrom)}>
              <span className="cut">{file.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <button type="button" className="link" onClick={dismiss}>
        None of them
      </button>
    </div>
  );
}

/** Takes a file: dropped, chosen or pasted. */
export function ImportPanel() {
  const { upload, importFiles } = useFileImport();
  const { acceptsPageFiles } = useClient();
  return (
    <section className="new-drop" aria-label="Import a spreadsheet">
      <span className="new-drop-icon" aria-hidden>
        <IconFileImport size={26} stroke={1.6} />
      </span>
      {upload.at === 'several' ? (
        <ChooseOne upload={upload} />
      ) : upload.at === 'running' ? (
        <Uploading name={upload.name} fraction={upload.fraction} />
      ) : (
        <>
          <h2 className="new-drop-title">Drop your spreadsheet anywhere in this window</h2>
          <div className="second">XLSX, XLS, ODS, CSV or text, up to 1,000,000 rows</div>
          <div className="new-drop-button">
            <FileChoice accept={SPREADSHEETS} onChoose={(file) => importFiles([file])}>
              {(props) => <Button {...props}>Choose a file…</Button>}
            </FileChoice>
          </div>
          <div className="small second">
            or paste {acceptsPageFiles ? 'copied cells' : 'a copied file'} with <kbd className="key">{CONTROL}</kbd>{' '}
            <kbd className="key">V</kbd>
          </div>
        </>
      )}
    </section>
  );
}
