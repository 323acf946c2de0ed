import { Button } from '@mantine/core';
import { number } from '../../format/index.ts';

/** Rows of a page of the contract. */
const PAGE = 200;

interface PagerProps {
  readonly offset: number;
  readonly total: number;
  readonly onOffset: (offset: number) => void;
}

/** Goes through pages of a list; nothing for a list of one page. */
export function Pager({ offset, total, onOffset }: PagerProps) {
  if (total <= PAGE) return null;
  const isFirst = offset === 0;
  const isLast = offset + PAGE >= total;
  // Not `disabled`, which takes the focus away at both ends.
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
