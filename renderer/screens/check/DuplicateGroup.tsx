import { Button } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { CheckRow } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { useRowName } from '../../components/index.ts';
import { count, number, shownValue } from '../../format/index.ts';
import { differingFields, type Group, groupKey, groupTitle } from './duplicate-cells.ts';
import './duplicates.css';

const KIND = { samePerson: 'one person', couple: 'one couple' } as const;

interface DuplicateGroupProps {
  readonly group: Group;
  readonly fields: readonly FieldKey[];
  readonly shown: readonly FieldKey[];
  /** True for the group that shows a preview of the merged row. */
  readonly isActive: boolean;
  readonly canDecide: boolean;
  readonly onActive: () => void;
  readonly onKeep: (row: CheckRow) => void;
  readonly onKeepAll: () => void;
  readonly onMerge: () => void;
}

/** The rows of one group of duplicates with its decisions. Keys: 1 to 9 keep a row, M merges, B keeps all. */
export function DuplicateGroup(props: DuplicateGroupProps) {
  const { group, fields, shown, isActive, canDecide, onActive, onKeep, onKeepAll, onMerge } = props;
  const { rows, merged } = group;
  const differing = differingFields(rows, fields);
  const isWhole = group.count === rows.length;
  const canMerge = canDecide && isWhole && merged !== null;
  const title = groupTitle(rows, fields);
  const keepAll = group.count === 2 ? 'Keep both' : 'Keep all';
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canDecide || event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = event.key.toLowerCase();
    const row = isWhole && /^[1-9]$/.test(pressed) ? rows[Number(pressed) - 1] : undefined;
    if (row !== undefined) onKeep(row);
    else if (pressed === 'm' && canMerge) onMerge();
    else if (pressed === 'b') onKeepAll();
    else return;
    event.preventDefault();
  };
  // A pressed button must not get the focus: the preview would open in its group and move the button away from the pointer before the
  // click.
  const onMouseDown = (event: MouseEvent) => event.preventDefault();
  const rowName = useRowName();
  const reacts = { onFocus: onActive, onKeyDown, onMouseDown };
  return (
    <tbody data-group={groupKey(rows)} {...(isActive && { 'data-active': true })}>
      <tr className="duplicate-head">
        <th scope="rowgroup" colSpan={shown.length + 2}>
          <div className="duplicate-line">
            <span className="duplicate-title">
              <b>{title}</b>{' '}
              <span className="second small">
                {count(group.count, 'row')}
                {merged !== null && ` of ${KIND[merged.kind]}`},{' '}
                {differing.length === 0 ? 'the same in every column' : count(differing.length, 'column differs', 'columns differ')}
                {!isWhole && `; the first ${number(rows.length)} are shown`}
              </span>
            </span>
            {canMerge && (
              <Button
                {...reacts}
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowMerge className="duplicate-icon" size={14} stroke={1.6} aria-hidden />}
                onClick={onMerge}
                aria-label={`Merge: ${title}`}
                aria-keyshortcuts="M"
              >
                Merge
              </Button>
            )}
            {canDecide && (
              <Button
                {...reacts}
                size="compact-sm"
                variant="default"
                onClick={onKeepAll}
                aria-label={`${keepAll}: ${title}`}
                aria-keyshortcuts="B"
              >
                {keepAll}
              </Button>
            )}
          </div>
        </th>
      </tr>
      {rows.map((row, at) => (
        <tr key={row.row}>
          <th scope="row" className="duplicate-row">
            {rowName(row.row)}
          </th>
          {shown.map((field) => {
            const value = row.values[fields.indexOf(field)] ?? '';
            return (
              <td key={field} {...(differing.includes(field) && { 'data-differs': true })}>
                {shownValue(value)}
              </td>
            );
          })}
          <td>
            {canDecide && isWhole && (
              <Button
                size="compact-sm"
                variant="default"
                data-keep
                {...reacts}
                onClick={() => onKeep(row)}
                aria-label={`Keep this one: row ${rowName(row.row)}`}
                {...(at < 9 && { 'aria-keyshortcuts': String(at + 1) })}
              >
                Keep this one
              </Button>
            )}
          </td>
        </tr>
      ))}
      {isActive && canMerge && (
        <tr className="duplicate-merged">
          <th scope="row" className="duplicate-row">
            <IconArrowMerge className="duplicate-icon" size={14} stroke={1.6} aria-hidden />
            <span className="visually-hidden">Preview of row {rowName(rows[0]!.row)} after Merge</span>
          </th>
          {shown.map((field) => (
            <td key={field}>{merged.values[fields.indexOf(field)] ?? ''}</td>
          ))}
          <td className="small">Merged, preview</td>
        </tr>
      )}
    </tbody>
  );
}
