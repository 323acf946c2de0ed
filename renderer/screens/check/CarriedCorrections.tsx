import { Button } from '@mantine/core';
import { IconCircleCheck, IconHistory } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { fieldOf } from '../../../shared/fields/index.ts';
import type { CarriedCorrectionsView, CheckView, ProjectView } from '../../../shared/contract/index.ts';
import { Dialog, DialogFoot, focusTitle, useAnnounce } from '../../kit/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { count, number } from '../../format/index.ts';
import { carriedChanges, carriedCorrectionsText } from '../../../shared/view-texts/index.ts';
import { ChangesTable } from './ChangesTable.tsx';
import type { CheckCommands } from './check-commands.ts';
import './carried-corrections.css';

interface DialogProps {
  readonly offer: CarriedCorrectionsView;
  readonly isApplying: boolean;
  readonly onApply: () => void;
  readonly onClose: () => void;
}

function CarriedCorrectionsDialog({ offer, isApplying, onApply, onClose }: DialogProps) {
  const { name, corrections, rows, merged, leftOut, fields, examples } = offer;
  return (
    <Dialog onClose={onClose} size={640} title={`Carried corrections from “${name}”`}>
      {corrections > 0 && (
        <p className="second">
          In {count(rows, 'row')} of this list the same person still has the value that was corrected before. Values that are different now
          are kept as they are in this list.
        </p>
      )}
      {merged > 0 && (
        <p className="second">
          {count(merged, 'row')} that {merged === 1 ? 'was' : 'were'} merged with another row before can be merged again. Rows that now hold
          other people are kept separate.
        </p>
      )}
      {leftOut > 0 && (
        <p className="second">
          {count(leftOut, 'person', 'people')} you left out before {leftOut === 1 ? 'is' : 'are'} in this list again and can be left out
          again. They are not sent and cost nothing.
        </p>
      )}
      {corrections > 0 && (
        <div className="replace-preview">
          <output className="strong replace-count">{count(corrections, 'value')} would change</output>
          <p className="second small">
            {fields.map(({ field, corrections: times }) => `${fieldOf(field).label} ${number(times)}`).join(' · ')}
          </p>
          <ChangesTable examples={examples} />
          {corrections > examples.length && <p className="second small">and {number(corrections - examples.length)} more</p>}
        </div>
      )}
      <DialogFoot close="Not now" onClose={onClose}>
        <Button loading={isApplying} onClick={onApply}>
          Apply {carriedChanges(offer) === 1 ? 'it' : 'them'} again
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function AppliedCorrections({ text, onUndo }: { readonly text: string; readonly onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  // Applying removed the button that had the focus.
  useEffect(() => undo.current?.focus({ preventScroll: true }), []);
  return (
    <section className="card carried-card" data-applied aria-label="Carried corrections">
      <IconCircleCheck size={20} stroke={1.6} aria-hidden />
      <span className="strong">{text}</span>
      <div className="carried-actions">
        <button ref={undo} type="button" className="link small" onClick={onUndo} aria-label={`Undo: ${text}`}>
          Undo
        </button>
      </div>
    </section>
  );
}

interface CardProps {
  readonly project: ProjectView;
  readonly check: CheckView;
  readonly commands: Pick<CheckCommands, 'applyCarriedCorrections' | 'undo'>;
}

/** Offers to apply all carried corrections, which the new export does not have, in one step. */
export function CarriedCorrectionsCard({ project, check, commands }: CardProps) {
  const announce = useAnnounce();
  const offer =
    useContractQuery('check.carriedCorrections', { id: project.id }, { enabled: project.lineage?.kind === 'baseline' }).data ?? null;
  const [isShown, setShown] = useState(false);
  const [isApplying, setApplying] = useState(false);
  const [applied, setApplied] = useState<{ readonly text: string; readonly undo: string } | null>(null);
  if (applied !== null && applied.undo === check.undo)
    return <AppliedCorrections text={applied.text} onUndo={() => void commands.undo().then(focusTitle)} />;
  const offered = offer === null ? '' : carriedCorrectionsText(offer);
  if (offer === null || offered === '') return null;
  const isOne = carriedChanges(offer) === 1;
  const apply = async () => {
    setApplying(true);
    const after = await commands.applyCarriedCorrections();
    setApplying(false);
    setShown(false);
    if (after?.undo == null) return;
    const text = `${offered} ${isOne ? 'was' : 'were'} applied again`;
    setApplied({ text, undo: after.undo });
    announce(`${text}. You can undo this.`);
  };
  return (
    <section className="card carried-card" aria-label="Carried corrections">
      <IconHistory size={20} stroke={1.6} aria-hidden />
      <span>
        <span className="strong">{offered} can be applied again</span> <span className="second small">carried from “{offer.name}”</span>
      </span>
      <div className="carried-actions">
        <button type="button" className="link small" onClick={() => setShown(true)}>
          See {isOne ? 'it' : 'them'}
        </button>
        <Button variant="default" size="xs" loading={isApplying && !isShown} onClick={() => void apply()}>
          Apply {isOne ? 'it' : 'them'} again
        </Button>
      </div>
      {isShown && (
        <CarriedCorrectionsDialog offer={offer} isApplying={isApplying} onApply={() => void apply()} onClose={() => setShown(false)} />
      )}
    </section>
  );
}
