import { Button } from '@mantine/core';
import { IconArrowBackUp, IconBulb, IconColumnsOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { CheckView, ColumnOffer, ProjectView } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { columnLetters } from '../../../shared/mapping/index.ts';
import { count, number } from '../../format/index.ts';
import { toProject } from '../../navigation/index.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { fieldName } from './issue-texts.ts';
import { sentOf, sentText } from './offered-columns.tsx';
import type { MissingColumnsState } from './useMissingColumns.ts';
import './missing-columns.css';

const plural = (field: FieldKey): string => {
  const name = fieldName(field).toLowerCase();
  return name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
};

interface OfferProps {
  readonly offer: ColumnOffer;
  readonly state: MissingColumnsState;
}

/** The best matching column: its first values, and what would be sent for them. */
function Offer({ offer, state: { offered, trial } }: OfferProps) {
  return (
    <div className="missing-offer">
      <div className="missing-offer-head">
        <IconBulb size={15} stroke={1.8} aria-hidden />
        <b>“{offer.header}” looks right</b>
        <span className="second small">column {columnLetters(offer.column)}</span>
      </div>
      <ul aria-label="What would be sent of its first values">
        {offer.samples.map((sample) => (
          <li key={sample} className="small">
            <span className="second">{sample}</span> <span aria-label="becomes">→</span>{' '}
            <b>{offered === null ? '' : sentText(sentOf(offered, sample))}</b>
          </li>
        ))}
      </ul>
      {trial !== null && (
        <p className="small">
          {trial.two === 0
            ? `${count(trial.one, 'row')} ${trial.one === 1 ? 'has' : 'have'} a value.`
            : `${number(trial.one)} hold one name, ${number(trial.two)} two: the second goes to Spouse.`}
        </p>
      )}
    </div>
  );
}

interface MissingColumnsProps {
  readonly project: ProjectView;
  readonly check: CheckView;
  readonly state: MissingColumnsState;
}

/** A needed field without a column. Shown before all issues, because it cannot be fixed by leaving out rows. */
export function MissingColumns({ project, check, state }: MissingColumnsProps) {
  const { field, missing, offers, best, trial, chosen } = state;
  const [isChoosing, setChoosing] = useState(false);
  if (field === null)
    return chosen === null ? null : (
      <section className="missing" aria-label="Fix this first" data-done>
        <div className="missing-done">
          <span>
            {fieldName(chosen.field)} comes from “{chosen.header}”.
          </span>
          <button type="button" className="link" aria-label={`Undo: ${fieldName(chosen.field)} from ${chosen.header}`} onClick={state.undo}>
            <IconArrowBackUp size={15} stroke={1.6} aria-hidden /> Undo
          </button>
        </div>
      </section>
    );
  const rows = check.rows - check.leftOut - check.invalid;
  const name = fieldName(field);
  const others = missing.slice(1).map(fieldName);
  const isAlone = trial !== null && trial.ready === check.ready && others.length > 0;
  const gain = trial === null ? `Ready ${number(check.ready)}, counting…` : `Ready ${number(check.ready)} to ${number(trial.ready)}`;
  return (
    <section className="missing" aria-label="Fix this first">
      <h3>
        <IconColumnsOff size={15} stroke={1.8} aria-hidden /> Fix this first <span className="missing-rows">{count(rows, 'row')}</span>
      </h3>
      <div className="missing-item">
        <b>{offers !== null && best === null ? `Your file has no ${plural(field)}.` : `No column is mapped to ${name}. Choose one.`}</b>
        <p className="second small">
          {check.ready === 0 && 'That is why Ready is 0. '}
          Without it a match is unlikely, and you would still pay for {count(rows, 'row')}.
          {others.length > 0 && ` ${others.join(', ')} ${others.length === 1 ? 'has' : 'have'} no column either.`}
        </p>
        {best !== null && <Offer offer={best} state={state} />}
        {best !== null && (
          <Button variant="outline" size="xs" fullWidth onClick={() => state.use(best)}>
            Use “{best.header}”{isAlone ? '' : `: ${gain}`}
          </Button>
        )}
        {offers !== null && best === null && (
          <Button variant="outline" size="xs" fullWidth onClick={state.leave}>
            Continue without {plural(field)}
          </Button>
        )}
        {isChoosing && offers !== null && <ColumnPicker state={state} onDone={() => setChoosing(false)} />}
        <div className="missing-links">
          {offers !== null && offers.length > 0 && !isChoosing && (
            <button type="button" className="link small" onClick={() => setChoosing(true)}>
              Choose another column…
            </button>
          )}
          <a className="link small" href={toProject(project.id, 'columns')}>
            Back to Columns
          </a>
        </div>
      </div>
    </section>
  );
}
