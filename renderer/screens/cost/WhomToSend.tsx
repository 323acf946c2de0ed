import { Radio, Select } from '@mantine/core';
import { type ReactNode, use, useId, useState } from 'react';
import type { ConnectionView, CostView, ProjectView, SinceOffer } from '../../../shared/contract/index.ts';
import { madeBeforeText } from '../../../shared/view-texts/made-before.ts';
import { useContractQuery } from '../../api/queries.ts';
import { toProject } from '../../navigation/router.ts';
import { count, day, dayWithoutYear, percent } from '../../format/text.ts';
import { isAlreadyScreened } from '../../../shared/rows/disposition.ts';
import { recencyText } from './CostRows.tsx';
import { moneyOf } from './cost-sums.ts';
import { type ChangeDraft, type CostChoices, CountingContext, useFigures } from './useCostChoices.ts';

type Since = NonNullable<CostView['since']>;

interface WhomToSendProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly choices: CostChoices;
  readonly connection: ConnectionView | null;
  /** Null once the list was submitted. */
  readonly onChange: ChangeDraft | null;
}

interface ChoiceProps {
  readonly value: string;
  readonly title: string;
  /** Rows that the choice sends; null while they are not known. */
  readonly rows: ReactNode;
  readonly children: ReactNode;
  readonly price: ReactNode;
  readonly leaves: ReactNode;
}

function Choice({ value, title, rows, children, price, leaves }: ChoiceProps) {
  const id = useId();
  return (
    <Radio.Card value={value} className="cost-choice" aria-labelledby={`${id}-title`} aria-describedby={`${id}-rest`}>
      <Radio.Indicator size="xs" />
      <span className="cost-choice-body">
        <span className="cost-choice-line strong">
          <span id={`${id}-title`}>{title}</span>
          <span>{rows}</span>
        </span>
        <span id={`${id}-rest`} className="cost-choice-rest">
          <span className="small second">{children}</span>
          <span className="cost-choice-line cost-choice-end">
            <span className="strong">{price}</span>
            <span className="small second">{leaves}</span>
          </span>
        </span>
      </span>
    </Radio.Card>
  );
}

/** Where the scores of people who are not sent are, and what makes the two screenings hard to compare. */
function SinceNotes({ project, since }: { readonly project: ProjectView; readonly since: Since }) {
  const offer = useContractQuery('check.madeBefore', { id: project.id }).data;
  const offered = offer == null ? '' : madeBeforeText(offer);
  const isOne = offer != null && offer.corrections + offer.merged === 1;
  return (
    <>
      <p className="small second cost-whom-note">
        Unchanged people keep their scores in{' '}
        <a className="link" href={toProject(since.id, 'results')}>
          {since.name}
        </a>
        {since.at !== null && `, ${day(since.at)}`}. You can export them together with the new ones.
        {since.otherSettings && ' That screening used other score settings, so old and new scores may not be comparable.'}
      </p>
      {offered !== '' && (
        <p className="small second cost-whom-note">
          {offered} that you made there {isOne ? 'is' : 'are'} missing here, so {isOne ? 'that person' : 'those people'} may count as
          changed or new.{' '}
          <a className="link" href={toProject(project.id, 'check')}>
            Apply {isOne ? 'it' : 'them'} again on Check
          </a>
        </p>
      )}
    </>
  );
}

const EVERYONE = 'everyone';
const SINCE = 'since';

/** A screening as an option: its name, its day, and its share of the list. */
const labelOf = ({ name, at, shared }: SinceOffer) => `${name}, ${day(at)}: ${percent(shared)} of these people`;

/** Everyone, or only people who are new or changed since an earlier screening; shown when such a screening knows these people. */
export function WhomToSend({ project, cost, choices, connection, onChange }: WhomToSendProps) {
  const title = useId();
  const figures = useFigures();
  const isCounting = use(CountingContext);
  const offers = useContractQuery('cost.since', { id: project.id }, { enabled: onChange !== null }).data ?? [];
  const [preferred, setPreferred] = useState<string | null>(null);
  const { since } = cost;
  const candidates: readonly Pick<SinceOffer, 'id' | 'name'>[] =
    // Keep the chosen screening as an option, even when changed columns no longer share any person with it.
    since !== null && !offers.some(({ id }) => id === since.id) ? [since, ...offers] : offers;
  const offeredId = choices.since ?? preferred ?? candidates[0]?.id;
  const offered = candidates.find(({ id }) => id === offeredId) ?? candidates[0];
  if (offered === undefined || (onChange === null && since === null)) return null;

  const isPractice = project.connection.kind === 'practice';
  const isSince = choices.since !== null;
  const counted = since !== null && since.id === offered.id && isSince ? since : null;
  const offer = offers.find(({ id }) => id === offered.id);
  const at = counted?.at ?? offer?.at ?? null;
  const { left } = moneyOf(cost, connection);
  const creditsFor = (rows: number) => Math.ceil(rows * cost.creditsPerRecord);
  const priceOf = (rows: number) => figures.count(creditsFor(rows), isPractice ? 'practice credit' : 'credit');
  const leavesOf = (rows: number) => (left === null ? '' : `leaves ${figures.number(left + cost.estimate - creditsFor(rows))}`);
  const everyone = since === null ? cost.rowsToSend : since.everyone;
  const skipsRecent = choices.screenedWithin > 0 && !choices.again;
  // Those who are left out as screened recently are among the shared people, so their share says nothing about the rest.
  const sharedRows =
    offer === undefined || cost.leftOut.some(({ reason }) => isAlreadyScreened(reason)) ? null : Math.floor(offer.shared * everyone);
  const nothingNew = counted !== null && !isCounting && counted.fresh + counted.changed === 0 && counted.unchanged > 0;
  return (
    <section className="card cost-whom" aria-labelledby={title}>
      <h2 className="card-title" id={title}>
        Whom to send
      </h2>
      <Radio.Group
        aria-labelledby={title}
        value={isSince ? SINCE : EVERYONE}
        readOnly={onChange === null}
        onChange={(value) => onChange?.({ since: value === SINCE ? offered.id : null })}
      >
        <div className="cost-choices">
          <Choice value={EVERYONE} title="Everyone" rows={figures.number(everyone)} price={priceOf(everyone)} leaves={leavesOf(everyone)}>
            {skipsRecent
              ? `Fresh scores, except for people screened in the last ${recencyText(choices.screenedWithin)} and not changed since`
              : 'Fresh scores for every person'}
          </Choice>
          <Choice
            value={SINCE}
            title={`Only new or changed since ${at === null ? offered.name : dayWithoutYear(at)}`}
            rows={counted === null ? '' : figures.number(cost.rowsToSend)}
            price={counted === null ? 'Counted when you choose it' : priceOf(cost.rowsToSend)}
            leaves={
              counted === null
                ? sharedRows !== null && `saves up to ${figures.number(creditsFor(sharedRows))}`
                : [leavesOf(cost.rowsToSend), `saves ${figures.number(counted.saved)}`].filter((text) => text !== '').join(', ')
            }
          >
            {counted !== null
              ? `${figures.number(counted.fresh)} new, ${figures.number(counted.changed)} changed; ${figures.number(counted.unchanged)} keep their scores`
              : `${offer === undefined ? 'Some' : percent(offer.shared)} of these people were screened in “${offered.name}”`}
          </Choice>
        </div>
      </Radio.Group>
      {onChange !== null && candidates.length > 1 && (
        <Select
          size="xs"
          className="cost-since-choice"
          label="Compare with"
          allowDeselect={false}
          value={offered.id}
          data={candidates.map(({ id, name }) => {
            const known = offers.find((one) => one.id === id);
            return { value: id, label: known === undefined ? name : labelOf(known) };
          })}
          onChange={(value) => {
            if (value === null) return;
            setPreferred(value);
            if (isSince) onChange({ since: value });
          }}
        />
      )}
      {counted !== null && !isCounting && <SinceNotes project={project} since={counted} />}
      {nothingNew && (
        <p className="small second cost-whom-note">
          Nothing is left to send: {count(counted.unchanged, 'row')} unchanged, and nobody is new.
        </p>
      )}
    </section>
  );
}
