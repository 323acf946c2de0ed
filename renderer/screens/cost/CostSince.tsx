import { Select } from '@mantine/core';
import { use } from 'react';
import type { CostView, ProjectView, SinceOffer } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/queries.ts';
import { toProject } from '../../navigation/router.ts';
import { count, day, percent } from '../../format/text.ts';
import { type ChangeDraft, type CostChoices, CountingContext, useFigures } from './useCostChoices.ts';

/** The option to compare with nothing. */
const NONE = 'none';

type Since = NonNullable<CostView['since']>;

/** Counts of the differences from the baseline, which add up to the rows to send, and the saved credits. */
function SinceCounts({ since, isPractice }: { readonly since: Since; readonly isPractice: boolean }) {
  const { fresh, changed, unchanged, saved, otherSettings } = since;
  const { number } = useFigures();
  return (
    <>
      <dl className="cost-since">
        <div>
          <dt>New</dt>
          <dd>{number(fresh)}</dd>
        </div>
        <div>
          <dt>Changed since</dt>
          <dd>{number(changed)}</dd>
        </div>
        <div>
          <dt>Unchanged, left out</dt>
          <dd>{number(unchanged)}</dd>
        </div>
        <div>
          <dt>{isPractice ? 'Practice credits saved' : 'Credits saved'}</dt>
          <dd>{number(saved)}</dd>
        </div>
      </dl>
      <p className="small second">
        Unchanged people keep their scores in{' '}
        <a className="link" href={toProject(since.id, 'results')}>
          {since.name}
        </a>
        {since.at !== null && `, ${day(since.at)}`}, and can be saved together with the new ones.
        {otherSettings && ' It was scored with other score settings, so that old and new scores may not compare.'}
      </p>
    </>
  );
}

/** A screening as an option: its name, its day, and its share of the list. */
const labelOf = ({ name, at, shared }: SinceOffer) => `${name}, ${day(at)}: ${percent(shared)} of these people`;

interface CostSinceProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly choices: CostChoices;
  /** Null once the list was submitted. */
  readonly onChange: ChangeDraft | null;
}

/** Corrections of the earlier list that are missing in this one: such people count as changed and are paid for again. */
function CarriedCorrectionsLine({ project }: { readonly project: ProjectView }) {
  const offer = useContractQuery('check.madeBefore', { id: project.id }).data;
  if (offer == null || offer.corrections === 0) return null;
  const isOne = offer.corrections === 1;
  return (
    <p className="small second">
      {count(offer.corrections, 'correction')} made there {isOne ? 'is' : 'are'} missing here, so {isOne ? 'that person' : 'those people'}{' '}
      may count as changed.{' '}
      <a className="link" href={toProject(project.id, 'check')}>
        Make {isOne ? 'it' : 'them'} again on Check
      </a>
    </p>
  );
}

/** Offers to send only new and changed rows when an earlier screening sent people of the list. */
export function CostSince({ project, cost, choices, onChange }: CostSinceProps) {
  const { since } = cost;
  const isCounting = use(CountingContext);
  const isPractice = project.connection.kind === 'practice';
  const offers = useContractQuery('cost.since', { id: project.id }, { enabled: onChange !== null }).data ?? [];
  if (onChange === null) {
    if (since === null) return null;
    return (
      <div className="cost-switch cost-before">
        <SinceCounts since={since} isPractice={isPractice} />
      </div>
    );
  }
  const [newest] = offers;
  if (newest === undefined && since === null) return null;
  const offered = offers.map((offer) => ({ value: offer.id, label: labelOf(offer) }));
  // Keep the chosen screening as an option, even when changed columns no longer share any person with it.
  if (since !== null && !offered.some(({ value }) => value === since.id)) offered.unshift({ value: since.id, label: since.name });
  return (
    <div className="cost-switch cost-before">
      <Select
        size="xs"
        className="cost-since-choice"
        label="Send only what is new or changed since"
        description={
          choices.since === null && newest !== undefined
            ? `${percent(newest.shared)} of these people were screened in “${newest.name}”. Whoever has not changed since need not be paid again.`
            : undefined
        }
        allowDeselect={false}
        value={choices.since ?? NONE}
        data={[{ value: NONE, label: 'No earlier screening: send everybody' }, ...offered]}
        onChange={(value) => value !== null && onChange({ since: value === NONE ? null : value })}
      />
      {since !== null && since.id === choices.since && <SinceCounts since={since} isPractice={isPractice} />}
      {since !== null && !isCounting && <CarriedCorrectionsLine project={project} />}
      {since !== null && !isCounting && since.fresh + since.changed === 0 && since.unchanged > 0 && (
        <p className="small second">Nothing is left to send: {count(since.unchanged, 'row')} as they were, and nobody new.</p>
      )}
    </div>
  );
}
