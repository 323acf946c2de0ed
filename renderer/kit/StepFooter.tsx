import { Button, Loader } from '@mantine/core';
import { IconArrowRight, IconCircleX, IconInfoCircle, IconAlertTriangle, type Icon } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { navigate } from '../navigation/index.ts';
import { useAnnounce } from './Announcer.tsx';
import { isControlKey } from './shortcut-keys.ts';
import { useWindowKey } from './useWindowKey.ts';
import './step-footer.css';

/** Why the next step is not available, shown next to its button. */
export interface Blocked {
  readonly reason: string;
  /** Opens the place where the user can fix it. */
  readonly onReason?: () => void;
  /** `waiting`: nothing is wrong, it only takes time. */
  readonly kind?: 'error' | 'warning' | 'waiting';
}

export interface StepFooterProps {
  /** The address that Back opens. Back changes nothing. */
  readonly back?: string;
  /** The label of Back if it does not open the previous step. */
  readonly backLabel?: string;
  /** A remark at the left, in muted text. */
  readonly note?: ReactNode;
  /** What the button will do, in one sentence. While it is blocked, the reason replaces it. */
  readonly sentence?: ReactNode;
  readonly next?: {
    readonly label: string;
    readonly onNext: () => void;
    readonly icon?: Icon;
    readonly blocked?: Blocked | null;
    /** True while the work that the button started is running. */
    readonly isBusy?: boolean;
    /** True where the button spends money: Ctrl Enter then only goes to it. */
    readonly spends?: boolean;
  };
  /** An outlined button next to the filled one. */
  readonly other?: { readonly label: string; readonly onClick: () => void };
}

const BLOCKED_ICONS = { error: IconCircleX, warning: IconAlertTriangle, waiting: IconInfoCircle } as const;

function Reason({ id, blocked }: { readonly id: string; readonly blocked: Blocked }) {
  const kind = blocked.kind ?? 'error';
  const ReasonIcon = BLOCKED_ICONS[kind];
  return (
    <span className="step-footer-sentence" data-tone={kind}>
      {kind !== 'waiting' && <ReasonIcon size={16} stroke={1.8} aria-hidden />}
      {blocked.onReason === undefined ? (
        <span id={id}>{blocked.reason}</span>
      ) : (
        <button type="button" className="link" id={id} onClick={blocked.onReason}>
          {blocked.reason}
        </button>
      )}
    </span>
  );
}

/** The footer of a step: Back at the left, one sentence, one filled button at the right. */
export function StepFooter({ back, backLabel = 'Back', note, sentence, next, other }: StepFooterProps) {
  const id = useId();
  const blocked = next?.blocked ?? null;
  const isDisabled = blocked !== null || next?.isBusy === true;
  const NextIcon = next?.icon;
  const announce = useAnnounce();
  const button = useRef<HTMLButtonElement>(null);
  useWindowKey((event) => {
    if (!isControlKey(event, 'enter') || button.current === null) return false;
    if (next?.spends === true) button.current.focus();
    else button.current.click();
    return true;
  });
  return (
    <footer className="step-footer">
      {back !== undefined && (
        <Button variant="default" component="a" href={back}>
          {backLabel}
        </Button>
      )}
      {note !== undefined && <span className="step-footer-note">{note}</span>}
      {blocked === null ? (
        <span className="step-footer-sentence" id={id}>
          <span>{sentence}</span>
        </span>
      ) : (
        <Reason id={id} blocked={blocked} />
      )}
      {other !== undefined && (
        <Button variant="default" onClick={other.onClick}>
          {other.label}
        </Button>
      )}
      {next !== undefined && (
        <Button
          ref={button}
          aria-disabled={isDisabled}
          aria-describedby={id}
          onClick={() => {
            // A disabled button stays in the tab order, so that the user can find out why.
            if (!isDisabled) next.onNext();
            else if (blocked?.onReason !== undefined) blocked.onReason();
            // The reason is shown next to the button, but a user who clicks just as it appears would not notice it.
            else if (blocked !== null) announce(blocked.reason);
          }}
          {...(NextIcon !== undefined && { leftSection: <NextIcon size={16} stroke={1.8} /> })}
          {...(next.isBusy === true && { leftSection: <Loader size={14} color="currentColor" /> })}
          {...(NextIcon === undefined && { rightSection: <IconArrowRight size={16} stroke={1.8} /> })}
        >
          {next.label}
        </Button>
      )}
    </footer>
  );
}

/** A click handler that navigates to an address. */
export const goTo = (to: string) => () => navigate(to);
