/** What a new list can take from an earlier screening of the same people: the columns, the comparison and the corrections. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { BaselineOffer, ColumnsView, ProjectView } from '../../../shared/contract/index.ts';
import { type MappingPlan, fitTemplate, templateOf } from '../../../shared/mapping/index.ts';
import { carriedChanges, carriedCorrectionsText } from '../../../shared/view-texts/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { count, day, percent } from '../../format/index.ts';
import { FailureLine, useAnnounce } from '../../kit/index.ts';

/** The mapping of the earlier list, applied to the headings of this one; null if it changes nothing. */
function fittedPlan(earlier: ColumnsView, now: ColumnsView, name: string): MappingPlan | null {
  const { plan } = fitTemplate(templateOf(name, earlier.headers, earlier.plan), now.headers, now.suggestions);
  if (plan.columns.every(({ to }) => to.kind === 'none')) return null;
  return JSON.stringify(plan) === JSON.stringify(now.plan) ? null : plan;
}

/** The number of columns with different targets. */
const changedColumns = (a: MappingPlan, b: MappingPlan): number =>
  a.columns.filter(({ to }, at) => JSON.stringify(to) !== JSON.stringify(b.columns[at]?.to)).length;

interface ChoicesProps {
  readonly project: ProjectView;
  readonly offer: BaselineOffer;
}

function Choices({ project, offer }: ChoicesProps) {
  const { id } = project;
  const announce = useAnnounce();
  const isCompared = project.lineage?.kind === 'baseline' && project.lineage.of === offer.id;
  const earlier = useContractQuery('columns.get', { id: offer.id }).data;
  const now = useContractQuery('columns.get', { id }).data;
  const carried = useContractQuery('check.carriedCorrections', { id }, { enabled: isCompared }).data ?? null;
  const check = useContractQuery('check.get', { id }, { enabled: isCompared }).data;
  const columns = useCommand('columns.change');
  const change = useCommand('projects.change');
  const apply = useCommand('check.applyCarriedCorrections');
  const undo = useCommand('check.undo');
  /** The mapping before the earlier screening's mapping was applied. */
  const [before, setBefore] = useState<MappingPlan | null>(null);
  const [applied, setApplied] = useState<{ readonly text: string; readonly undo: string | null } | null>(null);
  const fitted = earlier === undefined || now === undefined ? null : fittedPlan(earlier, now, offer.name);
  const isBusy = columns.isPending || change.isPending || apply.isPending || undo.isPending;
  const isApplied = applied !== null && applied.undo === check?.undo;
  const found = carried === null ? '' : carriedCorrectionsText(carried);
  return (
    <>
      {(fitted !== null || before !== null) && (
        <Checkbox
          label="Send its columns"
          description={
            before === null
              ? `Changes ${count(changedColumns(fitted!, now!.plan), 'column')}, as you had them there`
              : 'As you had them there'
          }
          checked={columns.isPending ? before === null : before !== null}
          onChange={() => {
            if (isBusy) return;
            if (before === null) columns.mutate({ id, plan: fitted! }, { onSuccess: () => setBefore(now!.plan) });
            else columns.mutate({ id, plan: before }, { onSuccess: () => setBefore(null) });
          }}
        />
      )}
      <Checkbox
        label="Only new or changed"
        description={`People who have not changed since ${day(offer.at)} are not sent and keep their scores`}
        // Show a choice at once.
        checked={change.isPending ? change.variables.baselineId !== null : isCompared}
        onChange={() => !isBusy && change.mutate({ id, baselineId: isCompared ? null : offer.id })}
      />
      {isCompared && (found !== '' || isApplied) && (
        <Checkbox
          label="Your corrections there"
          description={isApplied ? `${applied.text} applied again` : `${found} can be applied again`}
          checked={apply.isPending || (isApplied && !undo.isPending)}
          onChange={() => {
            if (isBusy) return undefined;
            if (isApplied) return undo.mutate({ id }, { onSuccess: () => setApplied(null) });
            const [text, many] = [found, carriedChanges(carried!)];
            return apply.mutate(
              { id },
              {
                onSuccess: (after) => {
                  setApplied({ text, undo: after.undo });
                  announce(`${text} ${many === 1 ? 'was' : 'were'} applied again.`);
                },
              },
            );
          }}
        />
      )}
      <FailureLine error={columns.error ?? change.error ?? apply.error ?? undo.error} />
    </>
  );
}

/** Renders nothing if no finished screening has people of the list. */
export function EarlierScreening({ project }: { readonly project: ProjectView }) {
  const offers = useContractQuery('cost.baselines', { id: project.id }).data ?? [];
  const chosen = project.lineage?.kind === 'baseline' ? project.lineage.of : null;
  const offer = offers.find(({ id }) => id === chosen) ?? offers[0];
  if (offer === undefined) return null;
  return (
    <section className="card file-earlier" aria-labelledby="earlier-title">
      <h2 className="card-title" id="earlier-title">
        {percent(offer.shared)} of these people were screened on {day(offer.at)}
      </h2>
      <p className="second">In “{offer.name}”. What should this list use again? You can also decide later.</p>
      <Choices key={offer.id} project={project} offer={offer} />
    </section>
  );
}
