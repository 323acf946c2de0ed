import { Checkbox } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ExportView, ResultsView, Output } from '../../../shared/contract/index.ts';
import { layoutProblem } from '../../../shared/results/index.ts';
import { HELD_BACK_NAMES, byOrderInLayout } from '../../../shared/view-texts/index.ts';
import { HELD_BACK, passing } from '../../../shared/write-back/index.ts';
import { useCommand } from '../../api/index.ts';
import { count, number } from '../../format/index.ts';
import { Page } from '../../components/index.ts';
import { FailureLine, ScrollRegion, StepFooter } from '../../kit/index.ts';
import { HeadedTable } from './HeadedTable.tsx';
import { LayoutCard } from './LayoutCard.tsx';
import { ProveBox } from './ProveBox.tsx';
import { ShortenDialog } from './ShortenDialog.tsx';
import type { LayoutDraft } from './useLayoutDraft.ts';
import type { Proving } from './useProving.ts';
import { WhatPasses } from './WhatPasses.tsx';

interface LayoutPageProps {
  readonly id: string;
  readonly head: ReactNode;
  readonly results: ResultsView;
  readonly plan: Output<'writeBack.plan'>;
  /** True while the numbers are still those of the previous layout. */
  readonly isCounting: boolean;
  readonly draft: LayoutDraft;
  readonly proving: Proving;
  /** Goes back to the proof; null before the first proof. */
  readonly onProof: (() => void) | null;
  readonly onBegun: (view: ExportView) => void;
}

/** The most frequent reason why nobody passes, so that nothing can be saved. */
function whyNobody({ heldBack }: Output<'writeBack.plan'>): string {
  const largest = HELD_BACK.toSorted((one, other) => heldBack[other] - heldBack[one])[0]!;
  return heldBack[largest] === 0 ? 'Nobody has scores.' : `Nobody passes: ${HELD_BACK_NAMES[largest]}, ${number(heldBack[largest])}.`;
}

function FirstLines({ plan }: { readonly plan: Output<'writeBack.plan'> }) {
  return (
    <section className="card write-back-card" aria-labelledby="write-back-lines">
      <div className="write-back-head">
        <h2 className="write-back-title" id="write-back-lines">
          The file, first lines
        </h2>
        <span className="second small">
          {count(passing(plan), 'person', 'people')}, {count(plan.values, 'value')}, {count(plan.lines, 'line')}
        </span>
      </div>
      <ScrollRegion className="write-back-scroll write-back-lines" label="First lines of the file">
        <HeadedTable headings={plan.headings}>
          {plan.firstLines.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other name and do not move.
            <tr key={at}>
              {line.map((cell, column) => (
                <td key={plan.headings[column]}>{cell === '' ? <span className="second">empty</span> : cell}</td>
              ))}
            </tr>
          ))}
        </HeadedTable>
      </ScrollRegion>
      {plan.emptyColumns.length > 0 && (
        <p className="second small">Left out, because most people have no value there: {plan.emptyColumns.join(', ')}.</p>
      )}
    </section>
  );
}

function UnknownWords({ words }: { readonly words: Output<'writeBack.plan'>['unknownWords'] }) {
  if (words.length === 0) return null;
  return (
    <output className="small layout-unknown">
      Not among the words that the other system has:{' '}
      {words.map(({ title, word, people }) => `“${word}” in ${title}, ${count(people, 'person', 'people')}`).join('; ')}.
    </output>
  );
}

/** The page before the import: who passes, the layout, and the first lines of the file. */
export function LayoutPage({ id, head, results, plan, isCounting, draft, proving, onProof, onBegun }: LayoutPageProps) {
  const [isOrderKnown, setOrderKnown] = useState(false);
  const [isShortening, setShortening] = useState(false);
  const save = useCommand('writeBack.save', (view) => view !== null && onBegun(view));
  const change = useCommand('layouts.save');
  const { layout } = plan;
  const pass = passing(plan);
  const failure = save.error ?? change.error;
  const isOrderAsked = results.byOrder > 0 && !isOrderKnown;
  const problem = layoutProblem(layout) ?? plan.problem;
  const reason = problem ?? (pass === 0 ? whyNobody(plan) : isOrderAsked ? byOrderInLayout(results.byOrder) : null);
  const saveLayout = async () => {
    if (draft.draft === null) return;
    await change.mutateAsync({ id, layout: draft.draft });
    draft.saved(layout.id, draft.draft);
  };
  const saveFile = async () => {
    await saveLayout();
    save.mutate({ id, layoutId: layout.id, format: null, ...(results.byOrder > 0 && { byOrder: isOrderKnown }) });
  };
  // Ignore the error here, because the page shows it.
  const attempt = (work: () => Promise<void>) => void work().catch(() => undefined);
  return (
    <Page
      head={head}
      foot={
        <StepFooter
          {...(onProof !== null && {
            note: (
              <button type="button" className="link" onClick={onProof}>
                Back to the proof
              </button>
            ),
          })}
          {...(draft.draft !== null && {
            other: { label: 'Save the layout', onClick: () => problem === null && attempt(saveLayout) },
          })}
          sentence={
            isCounting
              ? 'Counting the lines of this layout…'
              : `Saves ${count(plan.lines, 'line')} for ${count(pass, 'person', 'people')} on this computer. ${plan.people === pass ? 'Nobody is held back.' : `The ${number(plan.people - pass)} held back ${plan.people - pass === 1 ? 'stays' : 'stay'} out.`}`
          }
          next={{
            label: 'Save the file…',
            icon: IconDownload,
            blocked: reason === null ? null : { reason },
            isBusy: save.isPending || change.isPending,
            onNext: () => attempt(saveFile),
          }}
        />
      }
    >
      <div className="write-back">
        <div className="write-back-side">
          <WhatPasses
            id={id}
            plan={plan}
            draft={draft.draft}
            onShorten={layout.columns.some(({ most }) => most !== undefined) ? () => setShortening(true) : null}
          />
          <section className="card write-back-card write-back-before" aria-labelledby="write-back-before">
            <h2 className="write-back-title" id="write-back-before">
              Before you import
            </h2>
            <ol className="write-back-steps">
              {layout.hint.split(/(?<=\.) /).map((sentence) => sentence !== '' && <li key={sentence}>{sentence}</li>)}
              <li>After the import, export these people again and drop the file here: every value is checked.</li>
            </ol>
          </section>
        </div>
        <div className="write-back-main">
          <LayoutCard id={id} plan={plan} results={results} draft={draft} />
          <UnknownWords words={plan.unknownWords} />
          <FirstLines plan={plan} />
          <ProveBox
            title="Already imported? Prove it."
            text={`Drop a fresh export of the other system here and see which values arrived. It is compared on this computer and not kept.`}
            proving={proving}
            id={id}
            layout={layout}
            valueTitles={plan.valueTitles}
          />
          {results.byOrder > 0 && (
            <Checkbox
              size="xs"
              label={`${byOrderInLayout(results.byOrder)} Write them anyway`}
              checked={isOrderKnown}
              onChange={(event) => setOrderKnown(event.currentTarget.checked)}
            />
          )}
          <FailureLine error={failure} />
        </div>
      </div>
      {isShortening && (
        <ShortenDialog id={id} plan={plan} draft={draft.draft} onShorten={draft.change} onClose={() => setShortening(false)} />
      )}
    </Page>
  );
}
