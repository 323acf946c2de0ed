import { Button } from '@mantine/core';
import { number } from '../../format/index.ts';

/** Rows per page, as in the contract. */
const PAGE = 200;

interface PagerProps {
  readonly offset: number;
  readonly total: number;
  readonly onOffset: (offset: number) => void;
}

/** Buttons to page through a list. Renders nothing for a list of one page. */
export function Pager({ offset, total, onOffset }: PagerProps) {
  if (total <= PAGE) return null;
  const isFirst = offset === 0;
  const isLast = offset + PAGE >= total;
  // Not `disabled`, because a button would lose the focus at the first and the last page.
  return (
    <div className="write-back-pager">
      <Button variant="default" size="xs" aria-disabled={isFirst} onClick={() => isFirst || onOffset(offset - PAGE)}>
        Previous
      </Button>
      <span className="second small tabular">
        {number(offset + 1)} to {number(Math.min(total, offset + PAGE))} of {number(total)}
      </span>
      <Button variant="default" size="xs" aria-disabled={isLast} onClick={() => isLast || onOffset(offset + PAGE)}>
        Next
      </Button>
    </div>
  );
}
