import { Textarea, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import type { PersonNotesView } from '../../../../shared/contract/index.ts';
import { useCommand } from '../../../api/index.ts';
import { FailureLine, isTyping, useWindowKey } from '../../../kit/index.ts';
import { Card } from './PersonCards.tsx';
import { useNotes } from './useNotes.ts';

/** Milliseconds without typing before the notes are saved. */
const SAVED_AFTER_MS = 400;

interface PersonNotesProps {
  readonly id: string;
  readonly row: number;
}

interface NotesFieldsProps extends PersonNotesProps {
  readonly notes: PersonNotesView;
  readonly keep: (notes: PersonNotesView) => void;
  readonly saved: (notes: PersonNotesView) => void;
}

function NotesFields({ id, row, notes, keep, saved }: NotesFieldsProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const save = useCommand('notes.save');
  const saveNow = async (next: PersonNotesView) => {
    try {
      await save.mutateAsync({ id, row, ...next });
    } catch {
      // The error is shown below, and the typed text is kept.
      return;
    }
    saved(next);
  };
  const saveSoon = useDebouncedCallback((next: PersonNotesView) => void saveNow(next), {
    delay: SAVED_AFTER_MS,
    flushOnUnmount: true,
  });
  const change = (part: Partial<PersonNotesView>) => {
    const next = { ...notes, ...part };
    keep(next);
    saveSoon(next);
  };
  useWindowKey((event) => {
    if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return false;
    area.current?.focus();
    return true;
  });
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    document.querySelector<HTMLElement>('.page-title')?.focus({ preventScroll: true });
  };
  return (
    <Card
      title="Notes for the meeting"
      end={
        <span className="small second">
          <IconLock size={13} stroke={1.8} aria-hidden /> kept on this computer
        </span>
      }
    >
      <Textarea
        ref={area}
        aria-label="Notes for the meeting"
        autosize
        minRows={5}
        maxRows={12}
        maxLength={20_000}
        value={notes.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
        onBlur={() => saveSoon.flush()}
        onKeyDown={onEscape}
      />
      <TextInput
        className="person-next"
        label="Next step"
        maxLength={500}
        value={notes.nextStep}
        onChange={(event) => change({ nextStep: event.currentTarget.value })}
        onBlur={() => saveSoon.flush()}
        onKeyDown={onEscape}
      />
      <FailureLine error={save.error} />
    </Card>
  );
}

/** Notes and the next step: saved as they are typed, on this computer only. */
export function PersonNotes({ id, row }: PersonNotesProps) {
  const { notes, error, keep, saved } = useNotes(id, row);
  if (notes === undefined) return <FailureLine error={error} />;
  return <NotesFields key={`${id} ${row}`} id={id} row={row} notes={notes} keep={keep} saved={saved} />;
}
