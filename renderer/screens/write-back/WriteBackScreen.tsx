import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { ExportView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { Page, ProjectHead, ProjectMenu, type ProjectScreenProps } from '../../components/index.ts';
import { passing } from '../../../shared/write-back/index.ts';
import { FailurePanel } from '../../kit/index.ts';
import { ExportStatus, ProjectTabs } from '../results/index.ts';
import { LayoutPage } from './LayoutPage.tsx';
import { ProofPage } from './ProofPage.tsx';
import { useLayoutDraft } from './useLayoutDraft.ts';
import { useProving } from './useProving.ts';
import './write-back.css';
import './proof.css';

/** The last answer of a query, kept while a new answer is loaded after a change of the input. */
function useLastDefined<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** Writes scores back to another system: who passes and in which layout, then the proof that the values arrived. */
export function WriteBackScreen({ project }: ProjectScreenProps) {
  const { id } = project;
  const results = useContractQuery('results.get', { id }).data;
  const [begun, setBegun] = useState<ExportView | null>(null);
  const [showsLayout, setShowsLayout] = useState(false);
  const proof = useContractQuery('proof.get', { id });
  const hasProof = proof.data !== undefined && proof.data !== null && !showsLayout;
  const draft = useLayoutDraft(id, !hasProof);
  const saved = useContractQuery('layouts.list', { id }).data;
  // If the layout was removed in another project, use the last used one.
  const chosenId = saved === undefined || saved.some((one) => one.id === draft.layoutId) ? draft.layoutId : null;
  const plan = useContractQuery('writeBack.plan', { id, layoutId: chosenId, draft: draft.draft, held: null });
  // While a change is being counted, keep the page but show the chosen layout, because saving uses that layout.
  const counted = useLastDefined(plan.data);
  const layoutId = chosenId ?? counted?.layout.id;
  const layout = draft.draft ?? plan.data?.layout ?? saved?.find((one) => one.id === layoutId) ?? counted?.layout;
  const shown = counted === undefined || layout === undefined ? undefined : { ...counted, layout };
  const proving = useProving(id, draft.draft === null ? (plan.data?.layout.id ?? null) : chosenId, () => setShowsLayout(false));
  const failed = plan.error ?? proof.error;
  const isReady = plan.error === null && shown !== undefined && proof.data !== undefined && results !== undefined;
  const isProof = isReady && hasProof;
  const proved = proof.data?.layout.id;
  const current = draft.draft?.id === proved ? (draft.draft ?? undefined) : saved?.find((one) => one.id === proved);
  const head = (
    <>
      <ProjectHead project={project} step="results" hasSteps={false} end={<ProjectMenu project={project} />} />
      <ProjectTabs
        project={project}
        results={results}
        current="writeBack"
        {...(shown !== undefined && plan.error === null && { passes: passing(shown) })}
      />
    </>
  );
  return (
    <>
      {!isReady && (
        <Page head={head}>
          {failed === null ? (
            <div aria-busy="true">
              <Skeleton height={320} radius={8} />
            </div>
          ) : (
            <FailurePanel
              title="The write back could not be prepared"
              error={failed}
              kept="The scores are kept on this computer, unchanged."
              onRetry={() => void Promise.all([plan, proof].filter(({ error }) => error !== null).map((one) => one.refetch()))}
            />
          )}
        </Page>
      )}
      {isProof && (
        <ProofPage
          project={project}
          head={head}
          proof={proof.data!}
          proving={proving}
          current={current}
          onLayout={() => setShowsLayout(true)}
          onLengths={() => {
            if (current !== undefined && current === draft.draft) draft.saved(current.id, current);
            setShowsLayout(true);
          }}
          onBegun={setBegun}
        />
      )}
      {isReady && !isProof && (
        <LayoutPage
          id={id}
          head={head}
          results={results}
          plan={shown}
          isCounting={plan.data === undefined}
          draft={draft}
          proving={proving}
          onProof={proof.data === null ? null : () => setShowsLayout(false)}
          onBegun={setBegun}
        />
      )}
      {begun !== null && <ExportStatus key={begun.id} begun={begun} onClose={() => setBegun(null)} />}
    </>
  );
}
