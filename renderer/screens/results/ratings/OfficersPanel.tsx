import { useMediaQuery } from '@mantine/hooks';
import { useId, useState } from 'react';
import { useCommand, useContractQuery } from '../../../api/index.ts';
import { FailureLine, ValueBar, useAnnounce } from '../../../kit/index.ts';
import { compactMoney, count, number } from '../../../format/index.ts';
import { areSet, OfficerChoice, type OverviewProps, toggled } from '../overview/index.ts';
import { capacityOf, officerFilter, topFilterOf } from './cells.ts';

/** In a narrow window, the officers are below the matrix, and only the people without an officer are shown until the user unfolds it. */
const NARROW = '(max-width: 1100px)';
/** Maximum number of officers with a line. */
const SHOWN = 8;

/** Undoes the last assignment. */
function UndoAssignment({ id, undo }: { readonly id: string; readonly undo: string }) {
  const announce = useAnnounce();
  const command = useCommand('officers.undo', ({ people }) => announce(`${count(people, 'person is', 'people are')} as before`));
  return (
    <>
      <button type="button" className="link small" onClick={() => command.mutate({ id })} disabled={command.isPending}>
        Undo: {undo}
      </button>
      <FailureLine error={command.error} />
    </>
  );
}

/** Officers with their people; people without an officer come first. A click on a line filters. */
export function OfficersPanel({ id, results, filters, onFilters }: OverviewProps) {
  const title = useId();
  const { data } = useContractQuery('results.officers', { id });
  const capacity = capacityOf(results);
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = isNarrow && !isUnfolded;
  if (data === undefined) return null;
  const { officers, all, topText, least, undo } = data;
  const unassigned = officers.find(({ name }) => name === '');
  const most = Math.max(0, ...officers.map(({ sum }) => sum));
  const shown = officers.slice(0, isFolded ? 1 : SHOWN);
  const { heading } = results.officerColumn;
  const topWords = topText ?? 'the top group';
  return (
    <section aria-labelledby={title}>
      <div className="overview-head">
        <h2 className="card-title" id={title}>
          Officers
        </h2>
        {heading !== null && <span className="small second cut">column “{heading}”, kept here</span>}
      </div>
      {results.officer === null && results.officerColumn.choices.length === 0 ? (
        <p className="second">No column of this list names an officer. “Assign officer…” above the list gives people to one.</p>
      ) : results.officer === null ? (
        <OfficerChoice id={id} results={results} />
      ) : (
        <ul className="officer-lines">
          {shown.map(({ name, people, sum, top }) => {
            const filter = officerFilter(name);
            return (
              <li key={name}>
                <button type="button" aria-pressed={areSet(filters, [filter])} onClick={() => onFilters(toggled(filters, [filter]))}>
                  <span className="cut" data-strong={name === ''}>
                    {name === '' ? 'Unassigned' : name}
                  </span>
                  {capacity !== null && <ValueBar value={sum} min={0} max={most} width={42} />}
                  {capacity !== null && <span className="second">{compactMoney(sum)}</span>}
                  <span>
                    <b>{number(least === null ? people : top)}</b> {least !== null && <span className="second">of {number(people)}</span>}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {isNarrow && officers.length > 1 && (
        <button type="button" className="link small" aria-expanded={!isFolded} onClick={() => setUnfolded(isFolded)}>
          {isFolded ? `Show all ${number(officers.length)}` : 'Show the unassigned only'}
        </button>
      )}
      {!isFolded && officers.length > shown.length && (
        <p className="small second overview-note">{number(officers.length - shown.length)} more in the column Officer.</p>
      )}
      {results.officer !== null && (
        <p className="small second officer-all">
          All: {count(all.people, 'person', 'people')}
          {capacity !== null && `, ${compactMoney(all.sum)}`}
          {least !== null && `; ${number(all.top)} in ${topWords}`}
        </p>
      )}
      <div className="overview-actions">
        {results.officer !== null && capacity !== null && least !== null && (unassigned?.top ?? 0) > 0 && (
          <button
            type="button"
            className="link"
            aria-pressed={areSet(filters, [topFilterOf(capacity, least), officerFilter('')])}
            onClick={() => onFilters(toggled(filters, [topFilterOf(capacity, least), officerFilter('')]))}
          >
            See the {unassigned!.top === 1 ? 'person' : number(unassigned!.top)} in {topWords} without an officer
          </button>
        )}
        {undo !== null && <UndoAssignment id={id} undo={undo} />}
      </div>
    </section>
  );
}
