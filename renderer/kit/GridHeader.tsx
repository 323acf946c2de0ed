/* oxlint-disable jsx-a11y/prefer-tag-over-role -- headings are laid out like the cells below them, which a table does not do */
import { Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconFilterFilled,
  IconInfoCircle,
  IconPin,
} from '@tabler/icons-react';
import { columnWidth, type ColumnGeometry } from './grid-geometry.ts';
import type { GridColumn, GridRowHeader } from './grid-column.ts';
import { frozenCell } from './GridRow.tsx';
import { useWidthDrag } from './useWidthDrag.ts';

const SORT_ICONS = { ascending: IconChevronUp, descending: IconChevronDown } as const;

/** Height of the headings in pixels, with their line. */
export const HEADER_HEIGHT = 31;

/** The handle at the end of a heading; keys change the width with Alt and an arrow. */
function WidthHandle({ width, onWidth }: { readonly width: number; readonly onWidth: (width: number) => void }) {
  return (
    <span
      className="grid-resize"
      aria-hidden
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      {...useWidthDrag(width, onWidth)}
    />
  );
}

interface HeaderCellProps {
  readonly id: string;
  readonly column: GridColumn<never>;
  readonly position: number;
  readonly frozen: readonly number[];
  readonly width: number;
  readonly isActive: boolean;
  readonly onResize: ((column: string, width: number) => void) | undefined;
  /** Opens the menu of a heading; null without menus. */
  readonly onMenu: ((position: number) => void) | null;
}

function HeaderCell({ id, column, position, frozen, width, isActive, onResize, onMenu }: HeaderCellProps) {
  const SortIcon = column.sort === undefined || column.sort === 'none' ? null : SORT_ICONS[column.sort];
  return (
    <div
      role="columnheader"
      id={id}
      aria-colindex={(column.position ?? position) + 2}
      className="grid-cell"
      data-column={position}
      {...frozenCell(frozen, position, width)}
      {...(column.isPinned === true && { 'data-pinned': true })}
      {...(column.isOffered === true && { 'data-offered': true })}
      {...(column.isMissing === true && { 'data-missing': true, 'aria-description': 'No column of your file is used here' })}
      {...(column.sort !== undefined && { 'aria-sort': column.sort, 'data-sortable': true })}
      {...(column.align === 'right' && { 'data-align': 'right' })}
      {...(isActive && { 'data-active': true })}
      {...(column.info !== undefined && { 'aria-description': column.info })}
    >
      {column.isPinned === true && <IconPin size={13} stroke={1.8} aria-hidden />}
      {column.isMissing === true && <IconAlertTriangle size={14} stroke={1.8} aria-hidden />}
      <span className="grid-text">{column.title}</span>
      {column.info !== undefined && (
        <Tooltip label={column.info} multiline w={280}>
          <IconInfoCircle size={14} stroke={1.6} className="grid-info" aria-hidden />
        </Tooltip>
      )}
      {onResize !== undefined && <WidthHandle width={width} onWidth={(to) => onResize(column.key, columnWidth(to))} />}
      {SortIcon !== null && <SortIcon size={14} stroke={1.8} aria-hidden />}
      {onMenu !== null && column.hasMenu === true && (
        <button
          type="button"
          className="grid-heading-menu"
          tabIndex={-1}
          // Only for the pointer; the keyboard opens the menu with Alt and the arrow down.
          aria-hidden
          title={`Menu of ${column.title}`}
          {...(column.isFiltered === true && { 'data-filtered': true })}
          onMouseDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            event.stopPropagation();
            onMenu(position);
          }}
        >
          {column.isFiltered === true ? <IconFilterFilled size={12} aria-hidden /> : <IconDots size={14} stroke={1.8} aria-hidden />}
        </button>
      )}
    </div>
  );
}

interface GridHeaderProps {
  readonly id: string;
  readonly columns: readonly GridColumn<never>[];
  readonly geometry: ColumnGeometry;
  readonly rowHeader: Pick<GridRowHeader<never>, 'title' | 'head' | 'width'>;
  /** The active column while a heading is active, else null. */
  readonly active: number | null;
  readonly onResize: ((column: string, width: number) => void) | undefined;
  readonly onMenu: ((position: number) => void) | null;
}

/** The headings, which stay above the rows. */
export function GridHeader({ id, columns, geometry, rowHeader, active, onResize, onMenu }: GridHeaderProps) {
  const { widths, frozen, drawn, drawnLeft, width } = geometry;
  const heading = (position: number) => {
    const column = columns[position];
    return (
      column !== undefined && (
        <HeaderCell
          key={column.key}
          id={`${id}-h-${position}`}
          column={column}
          position={position}
          frozen={frozen}
          width={widths[position] ?? column.width}
          isActive={active === position}
          onResize={onResize}
          onMenu={onMenu}
        />
      )
    );
  };
  return (
    <div role="rowgroup" className="grid-header" style={{ width, minWidth: '100%', height: HEADER_HEIGHT }}>
      <div role="row" aria-rowindex={1} style={{ display: 'flex' }}>
        <div role="columnheader" aria-colindex={1} className="grid-cell" data-corner data-align="right" style={{ width: rowHeader.width }}>
          {rowHeader.head ?? rowHeader.title}
        </div>
        {frozen.map((_, position) => heading(position))}
        {drawnLeft > 0 && <div role="presentation" style={{ flex: 'none', width: drawnLeft }} />}
        {columns.slice(drawn.first, drawn.end).map((_, index) => heading(drawn.first + index))}
      </div>
    </div>
  );
}
