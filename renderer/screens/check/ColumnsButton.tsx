import { Menu } from '@mantine/core';
import { IconCheck, IconColumns3 } from '@tabler/icons-react';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { number } from '../../format/index.ts';
import type { ColumnOrder } from './column-order.ts';
import { fieldName } from './issue-texts.ts';

interface ColumnsButtonProps {
  readonly fields: readonly FieldKey[];
  readonly order: ColumnOrder;
  readonly onShow: (field: FieldKey, isShown: boolean) => void;
}

/** Which columns are shown: how many, and a list to show and hide each. */
export function ColumnsButton({ fields, order, onShow }: ColumnsButtonProps) {
  // The rows are not read yet.
  if (fields.length === 0) return null;
  return (
    <Menu closeOnItemClick={false} position="top-end" width={220} withinPortal>
      <Menu.Target>
        <button type="button" className="link">
          <IconColumns3 size={14} stroke={1.6} aria-hidden /> Columns {number(order.shown.length)} of {number(fields.length)}
        </button>
      </Menu.Target>
      <Menu.Dropdown className="check-columns-list">
        {fields.map((field) => {
          const isShown = order.shown.includes(field);
          return (
            <Menu.Item
              key={field}
              role="menuitemcheckbox"
              aria-checked={isShown}
              leftSection={<IconCheck size={14} stroke={1.8} aria-hidden style={{ visibility: isShown ? 'visible' : 'hidden' }} />}
              onClick={() => onShow(field, !isShown)}
            >
              {fieldName(field)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
