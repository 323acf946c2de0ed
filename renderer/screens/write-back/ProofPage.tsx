import { Button, TextInput } from '@mantine/core';
import { IconCertificate, IconDownload, IconPrinter, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { ExportView, ProjectView } from '../../../shared/contract/index.ts';
import type { KeptValue, Proof, ProofState } from '../../../shared/write-back/index.ts';
import type { Layout } from '../../../shared/results/index.ts';
import { PROOF_STATE_NAMES, olderThanFileText, notThere, proofHeadline } from '../../../shared/view-texts/index.ts';
import { contractQuery, useClient, useCommand } from '../../api/index.ts';
import { count, day, number, percent, time } from '../../format/index.ts';
import { Page, Printable } from '../../components/index.ts';
import { FailureLine, ScrollRegion, StepFooter } from '../../kit/index.ts';
import { HeadedTable } from './HeadedTable.tsx';
import { Pager } from './Pager.tsx';
import { KEEPS, PersonRows } from './PersonRows.tsx';
import { ProofSheet } from './ProofSheet.tsx';
import { ProveBox } from './ProveBox.tsx';
import { StateIcon } from './StateIcon.tsx';
import { RepairCard, REPAIRED, type Repaired, repairedValues } from './RepairCard.tsx';
import type { Proving } from './useProving.ts';

const STATE_TEXTS: Readonly<Record<Exclude<ProofState, 'there'>, string>> = {
  missing: 'value is missing',
  cut: 'the text is shorter there',
  different: 'another word or number',
  elsewhere: 'a merged record?',
};
const EMPTY_TEXTS: Readonly<Record<ProofState, string>> = {
  there: 'No value arrived.',
  missing: 'No value is missing.',
  cut: 'No text is cut.',
  different: 'No value is different.',
  elsewhere: 'No value is on another ID.',
};
const SHOWN: readonly ProofState[] = ['there', 'missing', 'cut', 'different', 'elsewhere'];

/** Why the list is empty. */
const emptyText = (state: ProofState | null, find: string): string =>
  state === null || find.trim() !== '' ? 'Nobody with this name or ID.' : EMPTY_TEXTS[state];

/** The layout with the lengths at which the other system has cut texts. */
function withLengths(layout: Layout, cuts: Proof['cuts']): Layout {
  const shortest = Math.min(...cuts.map(({ most }) => most));
  return {
    ...layout,
    columns: layout.columns.map((column) => {
      const most = column.from.kind === 'scoreValue' ? shortest : cuts.find(({ title }) => title === column.title)?.most;
      return most === undefined ? column : { ...column, most, shortens: true };
    }),
  };
}

interface ProofPageProps {
  readonly project: ProjectView;
  readonly head: ReactNode;
  readonly proof: Proof;
  readonly proving: Proving;
  /** The current version of the layout, which may have changed since the proof. Undefined when it was removed. */
  readonly current: Layout | undefined;
  readonly onLayout: () => void;
  /** Called when the lengths of the other system were saved in the layout. */
  readonly onLengths: () => void;
  readonly onBegun: (view: ExportView) => void;
}

/** The page after the import: which values have arrived, which have not, and the repair file. */
export function ProofPage({ project, head, proof, proving, current, onLayout, onLengths, onBegun }: ProofPageProps) {
  const { id } = project;
  const { counts, values, layout } = proof;
  const [state, setState] = useState<ProofState | null>(null);
  const [find, setFind] = useState('');
  const [offset, setOffset] = useState(0);
  const [states, setStates] = useState<readonly Repaired[]>(['missing', 'cut', 'elsewhere']);
  const [at, setAt] = useState(proof.at);
  if (at !== proof.at) {
    // Reset the search and the filter, because a new export may not contain what was searched for.
    setAt(proof.at);
    setState(null);
    setFind('');
    setOffset(0);
  }
  const wanted = useDeferredValue(find);
  // Keep the previous page until the next one is loaded, so that the focus stays in the list.
  const page = useQuery({
    ...contractQuery(useClient(), 'proof.page', { id, state, find: wanted, offset }),
    placeholderData: keepPreviousData,
  });
  const follow = (view: ExportView | null) => view !== null && onBegun(view);
  const repair = useCommand('proof.repair', follow);
  const keep = useCommand('proof.save', follow);
  const save = useCommand('layouts.save', onLengths);
  const choose = useCommand('proof.choose');
  const failure = choose.error ?? repair.error ?? keep.error ?? save.error ?? page.error;
  const open = notThere(proof);
  const repaired = repairedValues(proof, states);
  const before = olderThanFileText(proof);
  const keepAll = (all: KeptValue | null) => choose.mutate({ id, values: null, find: wanted, keep: all });
  const [isPrinting, setPrinting] = useState(false);
  const show = (next: ProofState | null) => {
    setState(next);
    setOffset(0);
  };
  return (
    <Page
      head={head}
      foot={
        <StepFooter
          note={
            <span className="proof-keep">
              <Button variant="default" onClick={onLayout}>
                Back to the layout
              </Button>
              <Button
                variant="default"
                leftSection={<IconCertificate size={16} stroke={1.6} aria-hidden />}
                loading={keep.isPending}
                onClick={() => keep.mutate({ id, format: 'xlsx' })}
              >
                Keep this proof…
              </Button>
            </span>
          }
          {...(open > 0 && {
            sentence: 'The repair file holds only what is not there.',
            next: {
              label: 'Save the repair file…',
              icon: IconDownload,
              blocked: repaired === 0 ? { reason: 'Nothing is chosen for the repair file.' } : null,
              isBusy: repair.isPending,
              onNext: () => repair.mutate({ id, states: [...states], format: null }),
            },
          })}
        />
      }
    >
      <section className="card write-back-card" aria-labelledby="proof-title">
        {before !== null && <output className="layout-unknown">{before}</output>}
        <div className="write-back-head">
          <h2 className="write-back-title" id="proof-title">
            {proofHeadline(proof)}
          </h2>
          <span className="second small">
            {proof.file}, compared {day(proof.at)} at {time(proof.at)}, {layout.name}{' '}
            <Printable>
              <button type="button" className="link proof-print" onClick={() => setPrinting(true)}>
                <IconPrinter size={14} stroke={1.8} aria-hidden /> Print or save as PDF…
              </button>
            </Printable>
          </span>
        </div>
        <div className="write-back-bar" aria-hidden>
          {SHOWN.map((one) => (
            <span key={one} data-state={one} style={{ flexGrow: counts[one].values }} />
          ))}
        </div>
        <ul className="proof-counts">
          {SHOWN.map((one) => (
            <li key={one}>
              <span className="strong">
                <StateIcon state={one} /> {PROOF_STATE_NAMES[one]}
              </span>
              <span className="proof-number tabular">
                {number(counts[one].values)}
                {one === 'there' && values > 0 && <span className="small"> {percent(counts.there.values / values)}</span>}
              </span>
              <span className="second small">
                {one === 'there'
                  ? `${number(counts.there.people)} of ${count(proof.people, 'person has', 'people have')} every value`
                  : `${count(counts[one].people, 'person', 'people')}, ${STATE_TEXTS[one]}`}
              </span>
            </li>
          ))}
        </ul>
        {proof.notCompared.length > 0 && (
          <p className="small">Not compared, because the file has no such column: {proof.notCompared.join(', ')}.</p>
        )}
      </section>
      {open > 0 && (
        <div className="write-back proof">
          <section className="card write-back-card write-back-main" aria-label="Values that are not there">
            <div className="write-back-head proof-head">
              <fieldset className="proof-tabs" aria-label="Show">
                {[null, ...REPAIRED].map((one) => (
                  <button type="button" key={one ?? 'all'} aria-pressed={state === one} onClick={() => show(one)}>
                    {one === null ? 'Not there' : PROOF_STATE_NAMES[one]} {number(one === null ? open : counts[one].values)}
                  </button>
                ))}
              </fieldset>
              <TextInput
                aria-label="Find a person"
                placeholder="Find a person"
                size="xs"
                leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
                value={find}
                onChange={(event) => {
                  setFind(event.currentTarget.value);
                  setOffset(0);
                }}
              />
            </div>
            <ScrollRegion className="write-back-scroll proof-list" label="People and values">
              <HeadedTable headings={['Found', 'Name', 'ID', 'Value', 'We wrote', 'They have']}>
                {page.data?.people.map((person) => (
                  <PersonRows
                    key={person.row}
                    id={id}
                    proof={proof}
                    person={person}
                    onKeep={(value, keep) => choose.mutate({ id, values: [{ row: person.row, value }], keep })}
                  />
                ))}
              </HeadedTable>
              {page.data?.total === 0 && <p className="second">{emptyText(state, wanted)}</p>}
            </ScrollRegion>
            {state === 'different' && page.data !== undefined && !page.isPlaceholderData && page.data.total > 0 && (
              <p className="proof-all">
                {wanted.trim() === '' ? 'All' : 'All found'}, {count(page.data.total, 'person', 'people')}:{' '}
                {KEEPS.map(([one, label]) => (
                  <button type="button" className="link" key={one} onClick={() => keepAll(one)}>
                    {label}
                  </button>
                ))}
                <button type="button" className="link" onClick={() => keepAll(null)}>
                  No choice
                </button>
              </p>
            )}
            <Pager offset={offset} total={page.data?.total ?? 0} onOffset={setOffset} />
          </section>
          <div className="write-back-side">
            <RepairCard proof={proof} states={states} onStates={setStates} />
            {proof.cuts.length > 0 && (
              <section className="card write-back-card" aria-label="Texts that were cut">
                {proof.cuts.map(({ title, most, values: cut }) => (
                  <p key={title}>
                    {count(cut, 'text')} of “{title}” {cut === 1 ? 'ends' : 'end'} at {number(most)} characters or before.
                  </p>
                ))}
                <button
                  type="button"
                  className="link"
                  onClick={() => save.mutate({ id, layout: withLengths(current ?? layout, proof.cuts) })}
                >
                  Use {number(Math.min(...proof.cuts.map(({ most }) => most)))} in the layout
                </button>
              </section>
            )}
            {counts.elsewhere.values > 0 && (
              <section className="card write-back-card" aria-label="Values on another ID">
                <p className="strong">{count(counts.elsewhere.people, 'person', 'people')}, on another ID</p>
                <p>
                  An import cannot remove values from the wrong record. Delete{' '}
                  {counts.elsewhere.values === 1 ? 'it' : `those ${number(counts.elsewhere.values)}`} by hand:{' '}
                  <button type="button" className="link" onClick={() => show('elsewhere')}>
                    List of {number(counts.elsewhere.values)}
                  </button>
                </p>
              </section>
            )}
          </div>
        </div>
      )}
      <ProveBox
        title={open === 0 ? 'Every value arrived.' : 'Imported the repair file? Prove it.'}
        text="Drop a newer export of the other system here. It is compared on this computer and not kept, only the result is."
        proving={proving}
        id={id}
        layout={layout}
        valueTitles={proof.valueTitles}
      />
      <FailureLine error={failure} />
      {isPrinting && <ProofSheet proof={proof} project={project.name} onEnd={() => setPrinting(false)} />}
    </Page>
  );
}
