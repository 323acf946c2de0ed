import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

interface MoveButtonsProps<T> {
  /** Visible name of the entry. */
  readonly title: string;
  readonly list: readonly T[];
  /** Its position in the list, from 0. */
  readonly at: number;
  /** Receives the list in its new order. */
  readonly onMoved: (list: T[]) => void;
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** Moves an entry of an ordered list up or down. At an end of the list the button stays enabled, so that it keeps the focus. */
export function MoveButtons<T>({ title, list, at, onMoved }: MoveButtonsProps<T>) {
  const isLast = at === list.length - 1;
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label={`Move ${title} up`}
        aria-disabled={at === 0}
        onClick={() => at > 0 && onMoved(moved(list, at, at - 1))}
      >
        <IconArrowUp size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={`Move ${title} down`}
        aria-disabled={isLast}
        onClick={() => !isLast && onMoved(moved(list, at, at + 1))}
      >
        <IconArrowDown size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  );
}
