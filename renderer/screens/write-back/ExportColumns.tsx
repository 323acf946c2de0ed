import { Button, Select, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Layout } from '../../../shared/results/index.ts';
import type { ExportPlaces } from '../../../shared/write-back/index.ts';
import { useClient } from '../../api/index.ts';
import { Dialog, DialogFoot, FailureLine } from '../../kit/index.ts';

interface ExportColumnsProps {
  readonly id: string;
  readonly file: File;
  /** The password of an encrypted workbook; else ''. */
  readonly password: string;
  readonly layout: Layout;
  readonly valueTitles: readonly string[];
  readonly onChosen: (places: ExportPlaces) => void;
  readonly onClose: () => void;
}

const ID = 'The IDs';
const LINE_TITLE = 'The names of the scores, where each has a line of its own';
const LINE_TEXT = 'The values, where each has a line of its own';

/** Lets the user choose the columns of an export with headings that the layout does not have. */
export function ExportColumns({ id, file, password, layout, valueTitles, onChosen, onClose }: ExportColumnsProps) {
  const client = useClient();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const columns = useQuery({
    queryKey: ['proof.columns', id, file.name, file.lastModified],
    queryFn: async () => {
      const { token } = await client.offerFile(file);
      return await client.call('proof.columns', { id, file: token, ...(password !== '' && { password }) });
    },
    // Do not keep the content of the export in the cache.
    gcTime: 0,
  });
  const data = (columns.data ?? []).map(({ heading, values }, at) => ({
    value: String(at),
    label: `${heading === '' ? `Column ${at + 1}` : heading}${values.length === 0 ? ', empty' : `: ${values.join(', ')}`}`,
  }));
  const labels = [ID, ...(layout.rows === 'score' ? [LINE_TITLE, LINE_TEXT] : []), ...valueTitles];
  const at = (label: string): number | null => (chosen[label] === undefined ? null : Number(chosen[label]));
  const [title, text] = [at(LINE_TITLE), at(LINE_TEXT)];
  const line = title === null || text === null ? null : { title, text };
  const values = valueTitles.flatMap((one) => {
    const column = at(one);
    return column === null ? [] : [{ title: one, column }];
  });
  const own = at(ID);
  const places = own === null || (line === null && values.length === 0) ? null : { id: own, line, values };
  return (
    <Dialog onClose={onClose} size={620} title={`Columns of ${file.name}`}>
      {columns.isPending && <Skeleton height={120} radius={8} />}
      <FailureLine error={columns.error} />
      {columns.data !== undefined && (
        <div className="dialog-fields">
          {labels.map((label) => (
            <Select
              key={label}
              label={label}
              data={data}
              value={chosen[label] ?? null}
              placeholder="Not in the file"
              onChange={(value) => {
                const { [label]: _before, ...rest } = chosen;
                setChosen(value === null ? rest : { ...rest, [label]: value });
              }}
              clearable
              searchable
            />
          ))}
        </div>
      )}
      <DialogFoot close="Cancel" onClose={onClose}>
        <Button aria-disabled={places === null} onClick={() => places !== null && onChosen(places)}>
          Compare
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
