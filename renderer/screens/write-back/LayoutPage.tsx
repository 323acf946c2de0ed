import { Checkbox, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ExportView, ResultsView, Output } from '../../../shared/contract/index.ts';
import type { Layout } from '../../../shared/results/index.ts';
import { HELD_BACK_NAMES, byOrderInLayout } from '../../../shared/view-texts/index.ts';
import { HELD_BACK } from '../../../shared/write-back/index.ts';
import { asAppError, useCommand, useContractQuery } from '../../api/index.ts';
import { count, number } from '../../format/index.ts';
import { Page } from '../../components/index.ts';
import { Dialog, FailureLine, ScrollRegion, StepFooter } from '../../kit/index.ts';
import { LayoutEditor } from '../results/index.ts';
import { HeadedTable } from './HeadedTable.tsx';
import { ProveBox } from './ProveBox.tsx';
import type { Proving } from './useProving.ts';
import { WhatPasses, passing } from './WhatPasses.tsx';

interface LayoutPageProps {
  readonly id: string;
  readonly head: ReactNode;
  readonly results: ResultsView;
  readonly plan: Output<'writeBack.plan'>;
  readonly proving: Proving;
  /** Goes back to the proof; null before the first one. */
  readonly onProof: (() => void) | null;
  readonly onLayoutId: (layoutId: string) => void;
  readonly onBegun: (view: ExportView) => void;
}

/** Cuts each text at a word that is longer than the other system takes. */
const shortening = (layout: Layout): Layout => ({
  ...layout,
  columns: layout.columns.map((column) => (column.most === undefined ? column : { ...column, shortens: true })),
});

/** Why nothing can be saved: the largest reason. */
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
      <ScrollRegion className="write-back-scroll" label="First lines of the file">
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

/** Before the import: who passes, the layout, and the first lines of its file. */
export function LayoutPage({ id, head, results, plan, proving, onLayoutId, onProof, onBegun }: LayoutPageProps) {
  const layouts = useContractQuery('layouts.list', { id }).data ?? [plan.layout];
  const [isEditing, setEditing] = useState(false);
  const [isOrderKnown, setOrderKnown] = useState(false);
  const save = useCommand('writeBack.save', (view) => view !== null && onBegun(view));
  const change = useCommand('layouts.save');
  const { layout } = plan;
  const pass = passing(plan);
  const failure = save.error ?? change.error;
  const isOrderAsked = results.byOrder > 0 && !isOrderKnown;
  const blocked = pass === 0 ? { reason: whyNobody(plan) } : isOrderAsked ? { reason: byOrderInLayout(results.byOrder) } : null;
  return (
    <Page
      head={head}
      foot={
        <StepFooter
          {...(onProof !== null && { other: { label: 'Back to the proof', onClick: onProof } })}
          sentence={`Saves ${count(plan.lines, 'line')} for ${count(pass, 'person', 'people')} on this computer. ${plan.people === pass ? 'Nobody is held back.' : `The ${number(plan.people - pass)} held back stay out.`}`}
          next={{
            label: 'Save the file…',
            icon: IconDownload,
            blocked,
            isBusy: save.isPending,
            onNext: () => save.mutate({ id, layoutId: layout.id, format: null, ...(results.byOrder > 0 && { byOrder: isOrderKnown }) }),
          }}
        />
      }
    >
      <div className="write-back">
        <div className="write-back-side">
          <WhatPasses
            id={id}
            plan={plan}
            onShorten={
              layout.columns.some(({ most }) => most !== undefined) ? () => change.mutate({ id, layout: shortening(layout) }) : null
            }
          />
          <section className="card write-back-card" aria-labelledby="write-back-before">
            <h2 className="write-back-title" id="write-back-before">
              Before you import
            </h2>
            <p>{layout.hint}</p>
            <p className="second">After the import, export these people again and drop the file here: every value is checked.</p>
          </section>
        </div>
        <div className="write-back-main">
          <section className="card write-back-card write-back-layout" aria-label="Layout">
            <Select
              label="Layout"
              data={layouts.map((one) => ({ value: one.id, label: one.name }))}
              value={layout.id}
              onChange={(next) => next !== null && onLayoutId(next)}
              allowDeselect={false}
              withScrollArea={false}
            />
            <span className="second small">
              {layout.format === 'csv' ? 'CSV' : 'Excel workbook'}, {layout.rows === 'score' ? 'one line per score' : 'one line per person'}
            </span>
            <button type="button" className="link" onClick={() => setEditing(true)}>
              Change its columns
            </button>
          </section>
          <FirstLines plan={plan} />
          <ProveBox
            title="Already imported? Prove it."
            text={`Drop a fresh export of the other system here and see which values arrived. It is compared on this computer and not kept.`}
            proving={proving}
          />
          {results.byOrder > 0 && (
            <Checkbox
              size="xs"
              label={`${byOrderInLayout(results.byOrder)} Write them anyway`}
              checked={isOrderKnown}
              onChange={(event) => setOrderKnown(event.currentTarget.checked)}
            />
          )}
          {failure !== null && <FailureLine error={asAppError(failure)} />}
        </div>
      </div>
      {isEditing && (
        <Dialog onClose={() => setEditing(false)} size={620} title={layout.name}>
          <LayoutEditor id={id} layout={layout} results={results} onClose={() => setEditing(false)} />
        </Dialog>
      )}
    </Page>
  );
}
