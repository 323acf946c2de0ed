import { useState } from 'react';
import type { ScoreColumn } from '../../../../shared/contract/index.ts';
import { Dialog } from '../../../kit/index.ts';
import { meaningOf, scaleOf } from '../../../format/index.ts';

/** Entries of the glossary; a list can have thousands of columns. */
const MAX_ENTRIES = 80;

interface GlossaryButtonProps {
  readonly columns: readonly ScoreColumn[];
  /** Keys of the visible columns, which come first. */
  readonly shown: readonly string[];
  /** Key of the score to show first. */
  readonly focused?: string | undefined;
}

/** Opens the glossary: the meaning and the scale of each score, and how many answers the scale is based on. */
export function GlossaryButton({ columns, shown, focused }: GlossaryButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const rank = (key: string) => (key === focused ? -1 : shown.includes(key) ? shown.indexOf(key) : shown.length);
  const entries = columns
    .filter(({ filled }) => filled > 0)
    .toSorted((a, b) => rank(a.key) - rank(b.key))
    .slice(0, MAX_ENTRIES);
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        What the scores mean
      </button>
      {isOpen && (
        <Dialog title="What the scores mean" onClose={() => setOpen(false)}>
          <dl className="glossary">
            {entries.map((column) => (
              <div key={column.key}>
                <dt>{column.title}</dt>
                <dd>
                  {meaningOf(column.key)} <span className="second">{scaleOf(column)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}
