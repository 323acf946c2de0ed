import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../shared/contract/index.ts';
import type { Layout } from '../../../shared/results/index.ts';
import { shortenedTo } from '../../../shared/write-back/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { count } from '../../format/index.ts';
import { Dialog, DialogFoot, FailureLine, ScrollRegion } from '../../kit/index.ts';
import { HeadedTable } from './HeadedTable.tsx';
import { Pager } from './Pager.tsx';

interface ShortenDialogProps {
  readonly id: string;
  readonly plan: Output<'writeBack.plan'>;
  /** The changed layout that is not saved yet; null: the saved layout. */
  readonly draft: Layout | null;
  readonly onShorten: (layout: Layout) => void;
  readonly onClose: () => void;
}

/** The layout that cuts texts between words if they are too long for the other system. */
const shortening = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns.map((column) => (column.most === undefined ? column : { ...column, shortens: true })),
});

/** The texts that are too long, each before and after the cut. */
export function ShortenDialog({ id, plan, draft, onShorten, onClose }: ShortenDialogProps) {
  const [offset, setOffset] = useState(0);
  const people = plan.heldBack.tooLong;
  const page = useContractQuery('writeBack.plan', { id, layoutId: plan.layout.id, draft, held: { reason: 'tooLong', offset } });
  return (
    <Dialog onClose={onClose} size={820} title={`Shorten the texts of ${count(people, 'person', 'people')}`}>
      <FailureLine error={page.error} />
      <ScrollRegion className="write-back-scroll proof-list" label="Texts before and after">
        <HeadedTable headings={['Name', 'Column', 'Now', 'Shortened at a word']}>
          {page.data?.held.flatMap(({ row, name, tooLong }) =>
            tooLong.map(({ title, text, most }) => (
              <tr key={`${row} ${title} ${text}`}>
                <td>{name === '' ? 'No name' : name}</td>
                <td>{title}</td>
                <td>{text}</td>
                <td className="strong">{shortenedTo(text, most)}</td>
              </tr>
            )),
          )}
        </HeadedTable>
      </ScrollRegion>
      <Pager offset={offset} total={people} onOffset={setOffset} />
      <DialogFoot close="Cancel" onClose={onClose}>
        <Button
          onClick={() => {
            onShorten(shortening(plan.layout));
            onClose();
          }}
        >
          Shorten them
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
