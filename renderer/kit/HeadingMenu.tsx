/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the popover is a dialog that the library places */
import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import type { GridColumn } from './grid-column.ts';

/** The heading whose menu is open, and where it is in the grid's frame, in pixels. */
export interface OpenHeading {
  readonly key: string;
  readonly left: number;
  readonly width: number;
}

interface HeadingMenuProps<Row> {
  readonly at: OpenHeading;
  readonly column: GridColumn<Row>;
  readonly height: number;
  readonly onClose: () => void;
  readonly render: (column: GridColumn<Row>, close: () => void) => ReactNode;
}

/** The menu below a heading. Arrows go through it; Escape closes it and returns to the grid. */
export function HeadingMenu<Row>({ at, column, height, onClose, render }: HeadingMenuProps<Row>) {
  return (
    <Popover opened onChange={(opened) => !opened && onClose()} position="bottom-start" trapFocus withRoles={false} width={232} shadow="sm">
      <Popover.Target>
        <span aria-hidden style={{ position: 'absolute', top: 0, left: at.left, width: at.width, height, pointerEvents: 'none' }} />
      </Popover.Target>
      <Popover.Dropdown
        className="heading-menu"
        role="dialog"
        aria-label={`Column ${column.title}`}
        onKeyDown={(event) => {
          const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
          const step = steps[event.key];
          if (step === undefined) return;
          event.preventDefault();
          const items = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled), input'));
          const from = items.indexOf(document.activeElement as HTMLElement);
          items[(from + step + items.length) % items.length]?.focus();
        }}
      >
        {render(column, onClose)}
      </Popover.Dropdown>
    </Popover>
  );
}
