import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconCertificate, IconDownload, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { ExportView } from '../../../shared/contract/index.ts';
import type { Proof, ProofPerson } from '../../../shared/write-back/index.ts';
import type { Layout } from '../../../shared/results/index.ts';
import type { ProofState } from '../../../shared/write-back/index.ts';
import { PROOF_STATE_NAMES, notThere, proofHeadline } from '../../../shared/view-texts/index.ts';
import { asAppError, useCommand, useContractQuery } from '../../api/index.ts';
import { count, number, percent } from '../../format/index.ts';
import { Page } from '../../components/index.ts';
import { FailureLine, ScrollRegion, StepFooter } from '../../kit/index.ts';
import { toProject } from '../../navigation/index.ts';
import { HeadedTable } from './HeadedTable.tsx';
import { Pager } from './Pager.tsx';
import { ProveBox } from './ProveBox.tsx';
import type { Proving } from './useProving.ts';

type Repaired = Exclude<ProofState, 'there'>;
const REPAIRED: readonly Repaired[] = ['missing', 'cut', 'elsewhere', 'different'];
const REPAIR_TEXTS: Readonly<Record<Repaired, string>> = {
  missing: 'Written once more',
  cut: 'Shortened to what the other system keeps, at a word',
  elsewhere: 'Written on the right ID',
  different: 'May be newer there: look first',
};
const STATE_TEXTS: Readonly<Record<Exclude<ProofState, 'there'>, string>> = {
  missing: 'nothing is there',
  cut: 'the text is shorter there',
  different: 'another word or number',
  elsewhere: 'a merged record?',
};
const SHOWN: readonly ProofState[] = ['there', 'missing', 'cut', 'different', 'elsewhere'];

const day = (at: number) => new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });

/** The lengths that the other system keeps, in the layout. */
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

interface PersonRowsProps {
  readonly id: string;
  readonly proof: Proof;
  readonly person: ProofPerson;
}

function PersonRows({ id, proof, person }: PersonRowsProps) {
  const [isOpen, setOpen] = useState(false);
  const { values } = person;
  const isOne = values.length === 1;
  const shown = isOne || isOpen ? values : values.slice(0, 1);
  const found = (state: ProofState, text: string) =>
    state === 'elsewhere' ? `on ${text}` : text === '' ? <span className="second">nothing</span> : text;
  return shown.map(({ value, state, wrote, found: theirs }, at) => (
    <tr key={value}>
      <td>{PROOF_STATE_NAMES[state]}</td>
      <td>
        {at === 0 && (
          <a className="link" href={toProject(id, 'results', {}, 'person', String(person.row))}>
            {person.name === '' ? 'No name' : person.name}
          </a>
        )}
      </td>
      <td>{at === 0 && person.id}</td>
      <td>
        {proof.valueTitles[value]}{' '}
        {at === 0 && !isOne && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show one' : `All ${number(values.length)}`}
          </button>
        )}
      </td>
      <td>{wrote}</td>
      <td className="strong">{found(state, theirs)}</td>
    </tr>
  ));
}

interface ProofPageProps {
  readonly id: string;
  readonly head: ReactNode;
  readonly proof: Proof;
  readonly proving: Proving;
  readonly onLayout: () => void;
  readonly onBegun: (view: ExportView) => void;
}

/** After the import: which values are there, those that are not, and the repair file. */
export function ProofPage({ id, head, proof, proving, onLayout, onBegun }: ProofPageProps) {
  const { counts, values, layout } = proof;
  const [state, setState] = useState<ProofState | null>(null);
  const [find, setFind] = useState('');
  const [offset, setOffset] = useState(0);
  const [states, setStates] = useState<readonly Repaired[]>(['missing', 'cut', 'elsewhere']);
  const wanted = useDeferredValue(find);
  const page = useContractQuery('proof.page', { id, state, find: wanted, offset });
  const follow = (view: ExportView | null) => view !== null && onBegun(view);
  const repair = useCommand('proof.repair', follow);
  const keep = useCommand('proof.save', follow);
  const save = useCommand('layouts.save', onLayout);
  const failure = repair.error ?? keep.error ?? save.error ?? page.error;
  const open = notThere(proof);
  const repaired = states.reduce((sum, one) => sum + counts[one].values, 0);
  const show = (next: ProofState | null) => {
    setState(next);
    setOffset(0);
  };
  return (
    <Page
      head={head}
      foot={
        open > 0 && (
          <StepFooter
            sentence="The repair file holds only what is not there."
            next={{
              label: 'Save the repair file…',
              icon: IconDownload,
              blocked: repaired === 0 ? { reason: 'Nothing is chosen for the repair file.' } : null,
              isBusy: repair.isPending,
              onNext: () => repair.mutate({ id, states: [...states], format: null }),
            }}
          />
        )
      }
    >
      <section className="card write-back-card" aria-labelledby="proof-title">
        <div className="write-back-head">
          <h2 className="write-back-title" id="proof-title">
            {proofHeadline(proof)}
          </h2>
          <span className="second small">
            {proof.file}, compared {day(proof.at)}, {layout.name}
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
              <span className="strong">{PROOF_STATE_NAMES[one]}</span>
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
            <div className="write-back-head">
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
                  <PersonRows key={person.row} id={id} proof={proof} person={person} />
                ))}
              </HeadedTable>
              {page.data?.total === 0 && <p className="second">Nobody with this name or ID.</p>}
            </ScrollRegion>
            <Pager offset={offset} total={page.data?.total ?? 0} onOffset={setOffset} />
          </section>
          <div className="write-back-side">
            <section className="card write-back-card" aria-labelledby="proof-repair">
              <h2 className="write-back-title" id="proof-repair">
                Repair file
              </h2>
              <p>
                <span className="write-back-number">{number(repaired)}</span>{' '}
                <span className="second">{repaired === 1 ? 'value' : 'values'}</span>
              </p>
              {REPAIRED.map((one) => (
                <Checkbox
                  key={one}
                  className="proof-repair"
                  label={`${PROOF_STATE_NAMES[one]}, ${number(counts[one].values)}`}
                  description={REPAIR_TEXTS[one]}
                  checked={states.includes(one)}
                  onChange={(event) => setStates(event.currentTarget.checked ? [...states, one] : states.filter((other) => other !== one))}
                />
              ))}
              <p className="second small">
                Not there: {number(repaired)} + {number(open - repaired)} = {number(open)}
              </p>
            </section>
            {proof.cuts.length > 0 && (
              <section className="card write-back-card" aria-label="Texts that were cut">
                {proof.cuts.map(({ title, most, values: cut }) => (
                  <p key={title}>
                    {count(cut, 'text')} of “{title}” {cut === 1 ? 'ends' : 'end'} at {number(most)} characters or before.
                  </p>
                ))}
                <button type="button" className="link" onClick={() => save.mutate({ id, layout: withLengths(layout, proof.cuts) })}>
                  Use {number(Math.min(...proof.cuts.map(({ most }) => most)))} in the layout
                </button>
              </section>
            )}
            {counts.elsewhere.values > 0 && (
              <section className="card write-back-card" aria-label="Values on another ID">
                <p className="strong">{count(counts.elsewhere.people, 'person', 'people')}, on another ID</p>
                <p>
                  An import cannot remove what is on the wrong record. Delete those {number(counts.elsewhere.values)} by hand:{' '}
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
        title={open === 0 ? 'Every value is there.' : 'Imported the repair file? Prove it.'}
        text="Drop a newer export of the other system here. It is compared on this computer and not kept, only the result is."
        proving={proving}
      />
      {failure !== null && <FailureLine error={asAppError(failure)} />}
      <div className="proof-keep">
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
      </div>
    </Page>
  );
}
