import { Button } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Layout } from '../../../shared/results/index.ts';
import { SPREADSHEETS, WorkbookPassword } from '../../components/index.ts';
import { FailureLine, FileChoice } from '../../kit/index.ts';
import { ExportColumns } from './ExportColumns.tsx';
import type { Proving } from './useProving.ts';

interface ProveBoxProps {
  readonly title: string;
  readonly text: string;
  readonly proving: Proving;
  readonly id: string;
  readonly layout: Layout;
  /** The titles of the values that the layout writes. */
  readonly valueTitles: readonly string[];
}

/** Takes an export of the other system, and its password if it needs one. */
export function ProveBox({ title, text, proving, id, layout, valueTitles }: ProveBoxProps) {
  const [isChoosing, setChoosing] = useState(false);
  const [password, setPassword] = useState('');
  const { file, error, isBusy } = proving;
  return (
    <section className="write-back-prove" aria-label={title}>
      <IconFileCheck size={22} stroke={1.6} aria-hidden />
      <div className="write-back-prove-text">
        <p className="strong">{title}</p>
        <p className="second small">{text}</p>
      </div>
      <FileChoice onChoose={(chosen) => proving.prove(chosen)} accept={SPREADSHEETS} label="Export of the other system">
        {(props) => (
          <Button {...props} variant="default" loading={isBusy}>
            Choose the export…
          </Button>
        )}
      </FileChoice>
      {error !== null && (
        <div className="write-back-prove-failure">
          <FailureLine error={error} />
          {file !== null && error.code === 'INPUT_INVALID' && (
            <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
              Choose its columns…
            </Button>
          )}
          {file !== null && error.code === 'FILE_PASSWORD' && (
            <WorkbookPassword password={password} onChange={setPassword} onOpen={() => proving.prove(file, { password })} />
          )}
        </div>
      )}
      {isChoosing && file !== null && (
        <ExportColumns
          id={id}
          file={file}
          password={password}
          layout={layout}
          valueTitles={valueTitles}
          onChosen={(places) => {
            setChoosing(false);
            proving.prove(file, { places, ...(password !== '' && { password }) });
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}
