import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { Ref } from 'react';
import { fieldOf } from '../../../../shared/fields/index.ts';
import type { Output } from '../../../../shared/contract/index.ts';
import { REASON_TEXTS, VERDICT_TEXTS } from '../../../../shared/review/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { RowName } from '../../../components/index.ts';
import { count, day } from '../../../format/index.ts';
import { ScrollRegion } from '../../../kit/index.ts';
import { OpenLink } from '../person/OpenLink.tsx';
import { type ReviewView, type ReviewedPerson, differingPart, echoText, matchWord, sharedText, valueText } from './review-texts.ts';

type Field = ReviewedPerson['fields'][number];

const STATE_TEXTS: Readonly<Record<Field['state'], string>> = {
  same: 'same',
  fits: 'may be the same',
  differs: 'differs',
  onlyOurs: 'only here',
  onlyTheirs: 'only there',
};

function Theirs({ ours, theirs, state }: Field) {
  if (theirs === '') return <span className="second">(not shown)</span>;
  if (state !== 'differs') return theirs;
  const [start, middle, end] = differingPart(ours, theirs);
  return (
    <>
      {start}
      <u>{middle}</u>
      {end}
    </>
  );
}

function FieldRow({ field }: { readonly field: Field }) {
  const { ours, state } = field;
  return (
    <tr data-state={state}>
      <th scope="row">{fieldOf(field.field).label}</th>
      <td>{ours === '' ? <span className="second">(blank)</span> : ours}</td>
      <td className="review-theirs">
        <Theirs {...field} />
      </td>
      <td className="review-state">
        {state === 'same' && <IconCheck size={14} stroke={1.8} aria-hidden />}
        {state === 'differs' && <IconAlertTriangle size={14} stroke={1.8} aria-hidden />}
        {STATE_TEXTS[state]}
      </td>
    </tr>
  );
}

type Step = Output<'review.history'>['steps'][number];

function stepText({ before, after, kind, from }: Step): string {
  const verdict = after === null ? `${before === null ? 'A verdict' : VERDICT_TEXTS[before.is]} removed` : VERDICT_TEXTS[after.is];
  const reason = after === null || after.reason === null ? '' : `, ${REASON_TEXTS[after.reason].toLowerCase()}`;
  const source = from === null ? '' : kind === 'carried' ? `, from the screening ${from}` : `, from the file ${from}`;
  return `${verdict}${reason}${kind === 'undo' ? ' (undone)' : ''}${source}`;
}

function Earlier({ id, row }: { readonly id: string; readonly row: number }) {
  const history = useContractQuery('review.history', { id, row });
  if (history.data === undefined || history.data.steps.length === 0) return null;
  return (
    <div>
      <dt>Earlier</dt>
      <dd>
        <ul className="review-earlier">
          {history.data.steps.map((step, at) => (
            // Steps of a row are only added, and have no ID here.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={history.data.steps.length - at}>
              {stepText(step)} on {day(step.at)}
              {step.who === '' ? '' : `, by ${step.who}`}.{step.after?.note ? ` “${step.after.note}”` : ''}
              {!step.isPresent && <b> For another profile, so it is not used for this one.</b>}
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

/** The other rows of the household, also those that were not sent. */
function Household({ id, row }: { readonly id: string; readonly row: number }) {
  const household = useContractQuery('review.household', { id, row });
  if (household.data === undefined || household.data.total === 0) return null;
  const { rows, total } = household.data;
  return (
    <div>
      <dt>Household</dt>
      <dd>
        <ul className="review-household">
          {rows.map((one) => (
            <li key={one.row}>
              Row <RowName row={one.row} />
              {one.name !== '' && (
                <>
                  , <b>{one.name}</b>
                </>
              )}
              {one.address === '' ? '' : `, ${one.address}`} <span className="second">· {sharedText(one)}</span>
            </li>
          ))}
          {total > rows.length && <li>{`and ${count(total - rows.length, 'more row')}`}</li>}
        </ul>
      </dd>
    </div>
  );
}

interface ReviewPairProps {
  readonly ref: Ref<HTMLHeadingElement>;
  readonly id: string;
  readonly person: ReviewedPerson;
  readonly view: ReviewView;
}

/** Our record and the profile side by side. */
export function ReviewPair({ ref, id, person, view }: ReviewPairProps) {
  const { name, row, match, constituentId, fields, links } = person;
  const differ = fields.filter(({ state }) => state === 'differs').length;
  const missing = echoText(person);
  return (
    <section className="card review-pair" aria-labelledby="review-title">
      <div className="review-pair-head">
        <div>
          <h2 id="review-title" ref={ref} tabIndex={-1}>
            Is this {name === '' ? `row ${row}` : name}?
          </h2>
          <p className="second small">
            {constituentId === '' ? 'No ID' : `ID ${constituentId}`}, row <RowName row={row} />
            {person.verdict !== null && <b> · {VERDICT_TEXTS[person.verdict]}</b>}
            {person.byOrder && ' · joined by order'}
          </p>
        </div>
        <dl className="review-facts">
          {match !== null && (
            <div>
              <dt>Match</dt>
              <dd>
                {match} <small>{matchWord(match)}</small>
              </dd>
            </div>
          )}
          {view.value !== null && (
            <div>
              <dt>{view.value.title}</dt>
              <dd>{valueText(person.value, view.value)}</dd>
            </div>
          )}
        </dl>
      </div>
      {missing !== null && <p className="review-missing">{missing}</p>}
      <ScrollRegion className="review-scroll" data-sideways label="Our record and the profile">
        <table className="review-table">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Field</span>
              </th>
              <th scope="col">Our record</th>
              <th scope="col">Profile</th>
              <th scope="col">{differ === 1 ? '1 differs' : `${differ} differ`}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow key={field.field} field={field} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <dl className="review-more">
        <Household id={id} row={row} />
        {links.length > 0 && (
          <div>
            <dt>Profile links</dt>
            <dd className="review-links">
              {links.map(({ key, title }) => (
                <span key={key}>
                  {title}: <OpenLink id={id} row={row} entryKey={key} />
                </span>
              ))}
            </dd>
          </div>
        )}
        <Earlier id={id} row={row} />
      </dl>
    </section>
  );
}
