import { Radio, Select } from '@mantine/core';
import { type ReactNode, use, useId, useState } from 'react';
import type { BaselineOffer, ConnectionView, CostView, ProjectView } from '../../../shared/contract/index.ts';
import { carriedCorrectionsText } from '../../../shared/view-texts/index.ts';
import { type OrderSettings, isPilot } from '../../../shared/order/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { FailureLine } from '../../kit/index.ts';
import { toProject } from '../../navigation/index.ts';
import { count, day, dayWithoutYear, percent } from '../../format/index.ts';
import { estimatedCredits, isAlreadyScreened } from '../../../shared/rows/index.ts';
import { BestChoice, type TriedWeights } from './BestChoice.tsx';
import { PilotChoice, initialPilot } from './PilotChoice.tsx';
import { afterPilotText, keepScoresText, laterText } from './choice-texts.ts';
import { initialBest } from './initial-best.ts';
import { recencyText } from './SkipRecent.tsx';
import { moneyOf } from './cost-sums.ts';
import { type ChangeDraft, type CostChoices, CountingContext, useFigures } from './useCostChoices.ts';
import './who-to-send.css';

type Baseline = NonNullable<CostView['baseline']>;

interface WhoToSendProps extends TriedWeights {
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
  /** The number of rows that the choice sends; '' while it is unknown. */
  readonly rows: string;
  readonly children: ReactNode;
  readonly price: string;
  /** The effect of the choice on the balance; '' while it is unknown. */
  readonly effect: string;
}

function Choice({ value, title, rows, children, price, effect }: ChoiceProps) {
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
            <span className="small second">{effect}</span>
          </span>
        </span>
      </span>
    </Radio.Card>
  );
}

/** Where the unchanged people keep their scores, and why the two screenings may not be comparable. */
function BaselineNotes({ project, baseline }: { readonly project: ProjectView; readonly baseline: Baseline }) {
  const offer = useContractQuery('check.carriedCorrections', { id: project.id }).data;
  const offered = offer == null ? '' : carriedCorrectionsText(offer);
  const isOne = offer != null && offer.corrections + offer.merged === 1;
  return (
    <>
      <p className="small second cost-whom-note">
        Unchanged people keep their scores in{' '}
        <a className="link" href={toProject(baseline.id, 'results')}>
          {baseline.name}
        </a>
        {baseline.at !== null && `, ${day(baseline.at)}`}. You can export them together with the new ones.
        {baseline.otherSettings && ' That screening used other score settings, so old and new scores may not be comparable.'}
      </p>
      {offered !== '' && (
        <p className="small second cost-whom-note">
          {offered} that you made there {isOne ? 'is' : 'are'} missing here, so {isOne ? 'that person' : 'those people'} may be treated as
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
const BEST = 'best';
const PILOT = 'pilot';

/** A possible baseline as an option: its name, its day, and its share of the list. */
const labelOf = ({ name, at, shared }: BaselineOffer) => `${name}, ${day(at)}: ${percent(shared)} of these people`;

interface ChoicesProps extends Pick<WhoToSendProps, 'project' | 'cost' | 'choices' | 'connection'> {
  /** The name of the offered baseline; null when there is none. */
  readonly name: string | null;
  /** Undefined when the offered baseline shares no person with the list anymore. */
  readonly offer: BaselineOffer | undefined;
  /** The offered baseline with its numbers; null while it is not chosen. */
  readonly baseline: Baseline | null;
}

/** The choices, each with the rows that it sends, its cost, and what it saves. */
function Choices({ project, cost, choices, connection, name, offer, baseline }: ChoicesProps) {
  const figures = useFigures();
  const { left } = moneyOf(cost, connection);
  const isPractice = project.connection.kind === 'practice';
  const creditsFor = (rows: number) => estimatedCredits(rows, cost.creditsPerRecord);
  const priceOf = (rows: number) => figures.count(creditsFor(rows), isPractice ? 'practice credit' : 'credit');
  const leavesText = (rows: number) => {
    if (left === null) return '';
    const after = left + cost.estimate - creditsFor(rows);
    return after < 0 ? `${figures.number(-after)} too few` : `leaves ${figures.number(after)}`;
  };
  const at = baseline?.at ?? offer?.at ?? null;
  const { best: choice } = cost;
  const pilot = choice?.pilot == null ? null : choice;
  const best = pilot === null ? choice : null;
  /** The number of rows that would be sent without choosing the best of them. */
  const all = cost.rowsToSend + (choice?.notChosen ?? 0);
  const everyone = cost.baseline === null ? all : cost.baseline.everyone;
  const skipsRecent = choices.recencyDays > 0 && !choices.resendRecent;
  // People left out as recently screened are part of the shared people, so the share cannot be applied to the other rows.
  const sharedRows =
    offer === undefined || cost.leftOut.some(({ reason }) => isAlreadyScreened(reason)) ? null : Math.floor(offer.shared * everyone);
  const sinceTitle = `Only new or changed since ${at === null ? (name ?? '') : dayWithoutYear(at)}`;
  return (
    <div className="cost-choices">
      <Choice value={EVERYONE} title="Everyone" rows={figures.number(everyone)} price={priceOf(everyone)} effect={leavesText(everyone)}>
        {skipsRecent
          ? `Skips people screened in the last ${recencyText(choices.recencyDays)} and not changed since`
          : 'New scores for every person'}
      </Choice>
      {name === null ? null : baseline === null ? (
        <Choice
          value={SINCE}
          title={sinceTitle}
          rows=""
          price={sharedRows === null ? 'Click for the exact cost' : `Saves up to ${figures.number(creditsFor(sharedRows))}`}
          effect={sharedRows === null ? '' : 'click for the exact cost'}
        >
          {`${offer === undefined ? 'Some' : percent(offer.shared)} of these people were screened in “${name}”`}
        </Choice>
      ) : (
        <Choice
          value={SINCE}
          title={sinceTitle}
          rows={figures.number(all)}
          price={priceOf(all)}
          effect={[leavesText(all), `saves ${figures.number(baseline.saved)}`].filter((text) => text !== '').join(', ')}
        >
          {`${figures.number(baseline.newRows)} new, ${figures.number(baseline.changed)} changed; ${keepScoresText(baseline.unchanged, figures.number(baseline.unchanged))}`}
        </Choice>
      )}
      <Choice
        value={BEST}
        title="The best for your credits"
        rows={best === null ? '' : figures.number(cost.rowsToSend)}
        price={best === null ? 'Choose how many' : priceOf(cost.rowsToSend)}
        effect={best === null ? '' : leavesText(cost.rowsToSend)}
      >
        {best === null ? 'You set the order; everyone else waits' : laterText(best.notChosen, figures.number(best.notChosen))}
      </Choice>
      <Choice
        value={PILOT}
        title="A pilot first, the rest later"
        rows={pilot === null ? '' : figures.number(cost.rowsToSend)}
        price={pilot === null ? 'Choose how many' : priceOf(cost.rowsToSend)}
        effect={pilot === null ? '' : leavesText(cost.rowsToSend)}
      >
        {pilot === null
          ? 'A mixed sample first; then you decide about the others'
          : afterPilotText(pilot.notChosen, figures.number(pilot.notChosen))}
      </Choice>
    </div>
  );
}

/** Chooses whom to send: everyone, only people who are new or changed since a baseline, the best people, or a pilot. */
export function WhoToSend(props: WhoToSendProps) {
  const { project, cost, choices, onChange } = props;
  const title = useId();
  const isCounting = use(CountingContext);
  const offers = useContractQuery('cost.baselines', { id: project.id }, { enabled: onChange !== null }).data ?? [];
  const [preferredId, setPreferredId] = useState<string | null>(null);
  const choose = useCommand('cost.choose', undefined, { scope: 'projects.change' });
  const costBaseline = cost.baseline;
  const candidates: readonly Pick<BaselineOffer, 'id' | 'name'>[] =
    // Keep the chosen screening as an option, even if it shares no person with the list after a change of columns.
    costBaseline !== null && !offers.some(({ id }) => id === costBaseline.id) ? [costBaseline, ...offers] : offers;
  const offeredId = choices.baselineId ?? preferredId ?? candidates[0]?.id;
  const offered = candidates.find(({ id }) => id === offeredId) ?? candidates[0];
  if (onChange === null && costBaseline === null && cost.best === null) return null;

  const asked = choose.isPending ? choose.variables.best : (cost.best?.settings ?? null);
  const kind = asked === null ? null : isPilot(asked) ? PILOT : BEST;
  // Show a choice at once, because the next choice builds on it.
  const best = cost.best === null || asked === null ? cost.best : { ...cost.best, settings: asked };
  const setBest = (best: OrderSettings | null) => choose.mutate({ id: project.id, best });
  const isSince = choices.baselineId !== null;
  const onCard = (value: string) => {
    if (onChange === null) return;
    props.onTry(null);
    if (value === BEST || value === PILOT) {
      const people = cost.rowsToSend + (cost.best?.notChosen ?? 0);
      if (value !== kind) setBest(value === BEST ? initialBest(people) : initialPilot(people));
      return;
    }
    if (cost.best !== null) setBest(null);
    const baselineId = value === SINCE ? (offered?.id ?? null) : null;
    if (baselineId !== choices.baselineId) onChange({ baselineId });
  };
  // The cost has the numbers of the stored choice, so they apply to the offered baseline only if it is the stored one.
  const baseline = isSince && costBaseline !== null && costBaseline.id === offered?.id ? costBaseline : null;
  const nothingNew = baseline !== null && !isCounting && baseline.newRows + baseline.changed === 0 && baseline.unchanged > 0;
  return (
    <section className="card cost-whom" aria-labelledby={title}>
      <h2 className="card-title" id={title}>
        Who to send
      </h2>
      <Radio.Group aria-labelledby={title} value={kind ?? (isSince ? SINCE : EVERYONE)} readOnly={onChange === null} onChange={onCard}>
        <Choices
          project={project}
          cost={cost}
          choices={choices}
          connection={props.connection}
          name={offered?.name ?? null}
          offer={offers.find(({ id }) => id === offered?.id)}
          baseline={baseline}
        />
      </Radio.Group>
      {onChange !== null && offered !== undefined && candidates.length > 1 && (
        <Select
          size="xs"
          className="cost-since-choice"
          label="Compare with"
          allowDeselect={false}
          value={offered.id}
          data={candidates.map(({ id, name }) => {
            const offer = offers.find((one) => one.id === id);
            return { value: id, label: offer === undefined ? name : labelOf(offer) };
          })}
          onChange={(value) => {
            if (value === null) return;
            setPreferredId(value);
            if (isSince) onChange({ baselineId: value });
          }}
        />
      )}
      {baseline !== null && !isCounting && <BaselineNotes project={project} baseline={baseline} />}
      {onChange !== null && baseline !== null && (choices.recencyDays === 0 || choices.resendRecent) && (
        <p className="small second cost-whom-note">
          People who were screened recently are not left out, so another newer list that is compared with “{baseline.name}” can send the
          same new or changed person again.
        </p>
      )}
      <FailureLine error={choose.error} />
      {cost.best === null && kind !== null && (
        <output className="small second cost-whom-note">{kind === PILOT ? 'Drawing…' : 'Ordering…'}</output>
      )}
      {best !== null && kind === PILOT && best.pilot !== null && (
        <PilotChoice project={project} best={best} isCounting={isCounting} onChange={onChange === null ? null : setBest} />
      )}
      {best !== null && kind === BEST && best.pilot === null && (
        <BestChoice
          project={project}
          cost={cost}
          best={best}
          left={moneyOf(cost, props.connection).left}
          isCounting={isCounting}
          onChange={onChange === null ? null : setBest}
          tried={props.tried}
          onTry={props.onTry}
        />
      )}
      {nothingNew && (
        <p className="small second cost-whom-note">
          Nothing is left to send: {count(baseline.unchanged, 'row')} unchanged, and nobody is new.
        </p>
      )}
    </section>
  );
}
