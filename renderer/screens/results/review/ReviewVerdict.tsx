import { Button, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { KeyboardEvent, Ref } from 'react';
import { LONGEST_NOTE, REASON_TEXTS, Reason, VERDICT_TEXTS, VerdictKind } from '../../../../shared/review/index.ts';
import { count } from '../../../format/index.ts';

export const VERDICT_KEYS: Readonly<Record<VerdictKind, string>> = { right: 'R', wrong: 'W', unsure: 'U' };

interface ReviewVerdictProps {
  readonly noteRef: Ref<HTMLInputElement>;
  readonly reason: Reason | null;
  readonly onReason: (reason: Reason | null) => void;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onLeaveNote: () => void;
  readonly onVerdict: (kind: VerdictKind) => void;
  /** The number of people ticked in the queue; the verdict is for all of them. */
  readonly chosen: number;
  readonly isBusy: boolean;
  readonly canUndo: boolean;
  readonly onUndo: () => void;
  /** The last verdict as a sentence; '' before the first one. */
  readonly last: string;
}

/** The reason, the note and the three answers. The answers look alike on purpose, so that none is preferred. */
export function ReviewVerdict({ noteRef, reason, onReason, note, onNote, onLeaveNote, onVerdict, ...rest }: ReviewVerdictProps) {
  const { chosen, isBusy, canUndo, onUndo, last } = rest;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    event.preventDefault();
    onLeaveNote();
  };
  return (
    <section className="card review-verdict" aria-label="Verdict">
      <fieldset className="review-line">
        <legend className="visually-hidden">Reason</legend>
        <span className="second" aria-hidden>
          Reason
        </span>
        <div className="review-reasons">
          {Reason.options.map((one, at) => (
            <button
              key={one}
              type="button"
              aria-pressed={reason === one}
              title={`Key ${at + 1}`}
              onClick={() => onReason(reason === one ? null : one)}
            >
              {REASON_TEXTS[one]}
            </button>
          ))}
        </div>
      </fieldset>
      <div className="review-line">
        <label className="second" htmlFor="review-note">
          Note
        </label>
        <TextInput
          id="review-note"
          ref={noteRef}
          value={note}
          maxLength={LONGEST_NOTE}
          autoComplete="off"
          placeholder="Optional, kept with the verdict"
          onChange={({ currentTarget }) => onNote(currentTarget.value)}
          onKeyDown={onKey}
        />
      </div>
      {chosen > 0 && <p className="small second">The verdict is for the {count(chosen, 'person', 'people')} that you ticked.</p>}
      <div className="review-answers">
        {VerdictKind.options.map((kind) => (
          <Button
            key={kind}
            variant="light"
            size="md"
            aria-disabled={isBusy}
            aria-keyshortcuts={VERDICT_KEYS[kind]}
            onClick={() => !isBusy && onVerdict(kind)}
          >
            <kbd>{VERDICT_KEYS[kind]}</kbd> {VERDICT_TEXTS[kind]}
          </Button>
        ))}
      </div>
      <div className="review-foot second small">
        <span>
          {last}{' '}
          {canUndo && (
            <button type="button" className="link" aria-keyshortcuts="Control+Z" onClick={onUndo}>
              Undo <kbd>Ctrl Z</kbd>
            </button>
          )}
        </span>
        <span>
          <IconLock size={14} stroke={1.6} aria-hidden /> Stays here; no score changes
        </span>
      </div>
    </section>
  );
}
