import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId, useState } from 'react';
import { fieldKey, matchColumn, type ResultFilter } from '../../../../shared/results/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { compactBounds, compactMoney, count, number } from '../../../format/index.ts';
import { DistributionPicture } from './DistributionPicture.tsx';
import { GlossaryButton } from './Glossary.tsx';
import { areSet, headline, toCheckFilter, toggled, topFilter, totalOf, type Groups } from './groups.ts';
import { OfficerChoice } from './OfficerChoice.tsx';
import { OrderPicture } from './OrderPicture.tsx';
import type { OverviewProps } from './overview-props.ts';
import { CapacityPicture, MatchPicture, StatesPicture } from './pictures.tsx';
import './overview.css';

const SHOWN_WIDE = '(min-width: 1100px)';
const FOLDED = '(max-width: 760px), (max-height: 480px)';

/** The first question of a fundraiser: how many people are in the top group, and what to do about them. */
function Headline({ id, results, groups, filters, onFilters }: OverviewProps & { readonly groups: Groups | null }) {
  const match = matchColumn(results.columns);
  const choose = (...wanted: ResultFilter[]) => onFilters(toggled(filters, wanted));
  const pressed = (...wanted: ResultFilter[]) => areSet(filters, wanted);
  if (groups === null || totalOf(groups) <= 0)
    return (
      <section className="overview-headline" aria-label="Headline">
        <h2>{count(results.counts.scored, 'person', 'people')} scored.</h2>
        <p className="second">Nobody has a capacity {groups === null ? 'in dollars' : 'above $0'}, so no group is on top.</p>
      </section>
    );
  const { top } = groups;
  const onTop = topFilter(groups);
  const action = (label: string, ...wanted: ResultFilter[]) => (
    <button type="button" className="link" aria-pressed={pressed(...wanted)} onClick={() => choose(...wanted)}>
      {label}
    </button>
  );
  return (
    <section className="overview-headline" aria-label="Headline">
      <h2>{headline(groups)}</h2>
      <p className="second">
        {top.rows === 1 ? 'This person holds' : 'They hold'} <b>{compactMoney(top.sum)}</b> of {compactMoney(totalOf(groups))}
        {top.rows === 1 ? '' : `, ${compactBounds.from(groups.least)} or more each`}.
      </p>
      {results.officer === null && <OfficerChoice id={id} results={results} />}
      <div className="overview-actions">
        {results.officer !== null && (top.withoutOfficer ?? 0) > 0
          ? action(seeLabel(top.withoutOfficer ?? 0), onTop, { kind: 'empty', column: results.officer })
          : action(seeLabel(top.rows), onTop)}
        {match !== null &&
          (top.toCheck ?? 0) > 0 &&
          action(`Check ${count(top.toCheck ?? 0, 'match', 'matches')}`, onTop, toCheckFilter(match.key))}
        <GlossaryButton columns={results.columns} shown={results.shown} />
      </div>
    </section>
  );
}

const seeLabel = (people: number): string => (people === 1 ? 'See this person' : `See the ${number(people)}`);

type Picture = 'capacity' | 'order' | 'match' | 'score' | 'states';

/** The headline, and pictures whose bars filter the table. */
export function Overview(props: OverviewProps) {
  const { id, results, filters } = props;
  const title = useId();
  const [wanted, setWanted] = useState<Picture | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const isWide = useMediaQuery(SHOWN_WIDE, true, { getInitialValueInEffect: false });
  const canFold = useMediaQuery(FOLDED, false, { getInitialValueInEffect: false });
  const known = useContractQuery('results.capacity', { id });
  const groups = known.data ?? null;
  const ordered = useContractQuery('results.order', { id });
  const order = ordered.data ?? null;
  // Wait for both answers. Otherwise another picture would be shown first, and be replaced under the pointer.
  const isKnown = [known, ordered].every(({ data, error }) => data !== undefined || error !== null);
  const match = matchColumn(results.columns);
  const hasStates = groups !== null && results.recordColumns.some(({ key }) => key === fieldKey('state'));
  const choices: { readonly value: Picture; readonly label: string }[] = [
    ...(groups === null ? [] : [{ value: 'capacity' as const, label: 'Capacity' }]),
    ...(order === null ? [] : [{ value: 'order' as const, label: 'Order' }]),
    ...(match === null ? [] : [{ value: 'match' as const, label: 'Match' }]),
    ...(hasStates && !isWide ? [{ value: 'states' as const, label: 'States' }] : []),
    { value: 'score', label: 'Any score' },
  ];
  const picture = choices.find(({ value }) => value === wanted)?.value ?? choices[0]!.value;
  const column = results.columns.find(({ key }) => key === groups?.column);
  const titles: Readonly<Record<Picture, string>> = {
    capacity: column?.title ?? 'Capacity',
    order: order?.deciles.length === 0 ? 'Capacity above and below the cut' : 'Capacity by decile',
    match: 'Match quality',
    states: 'Where they live',
    score: 'Distribution',
  };
  const without = groups?.without ?? 0;
  const hasOthers = picture === 'capacity' && without > 0;
  const isOpen = !canFold || isUnfolded;
  if (results.counts.scored === 0) return null;
  return (
    <div className="card overview" aria-busy={known.data === undefined}>
      {known.data === undefined && known.error === null ? (
        <section className="overview-headline" aria-label="Headline">
          <Skeleton height={56} radius={4} />
        </section>
      ) : (
        <Headline {...props} groups={groups} />
      )}
      {canFold && (
        <Button variant="subtle" size="xs" aria-expanded={isOpen} onClick={() => setUnfolded(!isOpen)}>
          {isOpen ? 'Hide the pictures' : 'Pictures'}
        </Button>
      )}
      {isOpen && !isKnown && <Skeleton height={160} radius={4} />}
      {isOpen && isKnown && (
        <section aria-labelledby={title}>
          <div className="overview-head">
            <h2 className="card-title cut" id={title}>
              {titles[picture]}
            </h2>
            {hasOthers && !isWide && (
              <span className="small second">
                {number(without)} {without === 1 ? 'has' : 'have'} none
              </span>
            )}
            <SegmentedControl aria-label="Picture" size="xs" value={picture} onChange={setWanted} data={[...choices]} />
          </div>
          {picture === 'capacity' && groups !== null && <CapacityPicture {...props} groups={groups} />}
          {hasOthers && isWide && <p className="small second overview-note">{number(without)} more have none</p>}
          {picture === 'order' && order !== null && <OrderPicture order={order} />}
          {picture === 'match' && match !== null && <MatchPicture {...props} column={match} />}
          {picture === 'states' && groups !== null && <StatesPicture {...props} groups={groups} />}
          {picture === 'score' && <DistributionPicture {...props} />}
        </section>
      )}
      {isOpen && isWide && hasStates && groups !== null && (
        <section className="overview-states" aria-labelledby={`${title}-states`}>
          <StatesPicture {...props} filters={filters} groups={groups} titleId={`${title}-states`} />
        </section>
      )}
    </div>
  );
}
