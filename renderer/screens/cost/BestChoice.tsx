import { NumberInput, SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { CostView, ProjectView } from '../../../shared/contract/index.ts';
import {
  type BestOutcome,
  type OrderSettings,
  DECILES,
  FACTORS,
  FACTOR_TEXTS,
  INITIAL_WEIGHTS,
  MAX_WEIGHT,
  type Weights,
  bestProblem,
  directionTexts,
  sampleText,
} from '../../../shared/order/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { BestDeciles } from './BestDeciles.tsx';
import { useFigures } from './useCostChoices.ts';
import { OutcomeSentences } from './OutcomeSentences.tsx';
import './best-choice.css';

/** The shares of the sample to choose from. */
const SAMPLES = [0, 0.05, 0.1, 0.2] as const;
const WEIGHTS = Array.from({ length: MAX_WEIGHT + 1 }, (_, weight) => String(weight));

interface PartProps {
  readonly best: BestOutcome;
  /** Null once the list was submitted. */
  readonly onChange: ((settings: OrderSettings) => void) | null;
}

/** A label and its controls in one line. */
function Line({ id, label, children }: { readonly id: string; readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="best-line">
      <span id={id}>{label}</span>
      {children}
    </div>
  );
}

/** Weights without an order, which are shown but not stored. */
export interface TriedWeights {
  readonly tried: Weights | null;
  readonly onTry: (weights: Weights | null) => void;
}

function Order({ project, best, onChange, tried, onTry }: PartProps & TriedWeights & { readonly project: ProjectView }) {
  const id = useId();
  const { settings, without } = best;
  const { by } = settings;
  const headers = useContractQuery('columns.get', { id: project.id }).data?.headers ?? [];
  const weights = by.kind === 'weights' ? (tried ?? by.weights) : INITIAL_WEIGHTS;
  const problem = tried === null ? null : bestProblem({ by: { kind: 'weights', weights: tried } }, without);
  const isOff = (factor: (typeof FACTORS)[number]) => onChange === null || without.includes(factor);
  const columns = headers.flatMap((header, column) => (header === '' ? [] : [{ value: String(column), label: header }]));
  return (
    <div className="best-part" id="best-order">
      <h3 className="cost-heading">Who comes first</h3>
      <Select
        size="xs"
        label="Order by"
        allowDeselect={false}
        disabled={onChange === null}
        value={by.kind === 'weights' ? 'weights' : String(by.column)}
        data={[
          { value: 'weights', label: 'Weights' },
          { group: 'One column of the file', items: columns },
        ]}
        onChange={(value) => {
          if (value === null || onChange === null) return;
          const next =
            value === 'weights'
              ? { kind: 'weights' as const, weights: INITIAL_WEIGHTS }
              : { kind: 'column' as const, column: Number(value), smallestFirst: false };
          onTry(null);
          onChange({ ...settings, by: next });
        }}
      />
      {by.kind === 'column' && (
        <>
          <SegmentedControl
            size="xs"
            aria-label="Direction"
            disabled={onChange === null}
            data={directionTexts(best.column?.as ?? null).map((label, at) => ({ value: String(at), label }))}
            value={by.smallestFirst ? '1' : '0'}
            onChange={(at) => onChange?.({ ...settings, by: { ...by, smallestFirst: at === '1' } })}
          />
          <p className="small second best-note">Cells that are empty or have other text come last.</p>
        </>
      )}
      {by.kind === 'weights' &&
        FACTORS.map((factor) => (
          <Line key={factor} id={`${id}-${factor}`} label={FACTOR_TEXTS[factor]}>
            <SegmentedControl
              size="xs"
              aria-labelledby={`${id}-${factor}`}
              data={WEIGHTS}
              disabled={isOff(factor)}
              value={String(isOff(factor) && onChange !== null ? 0 : weights[factor])}
              onChange={(weight) => {
                const next = { kind: 'weights' as const, weights: { ...weights, [factor]: Number(weight) } };
                const isOrder = bestProblem({ by: next }, without) === null;
                onTry(isOrder ? null : next.weights);
                if (isOrder) onChange?.({ ...settings, by: next });
              }}
            />
          </Line>
        ))}
      {by.kind === 'weights' && without.length > 0 && (
        <p className="small second best-note">
          {without.length === 3
            ? 'No gifts in this list. Add gift columns to use them here.'
            : `The list has no values for ${without.map((factor) => `“${FACTOR_TEXTS[factor]}”`).join(' and ')}.`}
        </p>
      )}
      {by.kind === 'weights' &&
        (problem === null ? (
          <p className="small second best-note">0 means not used.</p>
        ) : (
          <output className="small best-note best-problem">{problem}.</output>
        ))}
    </div>
  );
}

const CUTS = { decile: 'By decile', people: 'By people', balance: 'By balance' } as const;

function Cut({ cost, best, onChange, left }: PartProps & { readonly cost: CostView; readonly left: number | null }) {
  const id = useId();
  const figures = useFigures();
  const { settings, people, chosen, sampled, deciles } = best;
  const { cut } = settings;
  const set = (next: OrderSettings['cut']) => onChange?.({ ...settings, cut: next });
  const kinds = (Object.keys(CUTS) as (keyof typeof CUTS)[]).filter(
    (kind) => kind === cut.kind || (kind === 'decile' ? deciles !== null : kind === 'people' || left !== null),
  );
  /** The same cut in another kind of setting. */
  const asKind = (kind: keyof typeof CUTS): OrderSettings['cut'] => {
    if (kind === 'people') return { kind, people: Math.max(1, chosen) };
    if (kind === 'balance') return { kind, keep: Math.max(0, Math.floor(left ?? 0)) };
    return { kind, last: DECILES[Math.min(9, Math.max(0, Math.ceil((chosen / Math.max(1, people)) * 10) - 1))]! };
  };
  return (
    <div className="best-part">
      <h3 className="cost-heading">Where to cut</h3>
      <SegmentedControl
        size="xs"
        aria-label="Where to cut"
        disabled={onChange === null}
        data={kinds.map((kind) => ({ value: kind, label: CUTS[kind] }))}
        value={cut.kind}
        onChange={(kind) => set(asKind(kind))}
      />
      {cut.kind === 'decile' && (
        <Line id={`${id}-decile`} label="A down to">
          <Select
            size="xs"
            className="best-input"
            aria-labelledby={`${id}-decile`}
            allowDeselect={false}
            disabled={onChange === null}
            data={[...DECILES]}
            value={cut.last}
            onChange={(last) => last !== null && set({ kind: 'decile', last })}
          />
        </Line>
      )}
      {cut.kind !== 'decile' && (
        <Line id={`${id}-number`} label={cut.kind === 'people' ? 'People who come first' : 'Credits to keep'}>
          <NumberInput
            key={`${cut.kind} ${cut.kind === 'people' ? cut.people : cut.keep}`}
            size="xs"
            className="best-input"
            aria-labelledby={`${id}-number`}
            disabled={onChange === null}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            min={cut.kind === 'people' ? 1 : 0}
            max={cut.kind === 'people' ? Math.max(1, people) : 1_000_000_000}
            defaultValue={cut.kind === 'people' ? cut.people : cut.keep}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
            onBlur={(event) => {
              const value = Number(event.currentTarget.value.replaceAll(',', ''));
              if (cut.kind === 'people' && value >= 1 && value !== cut.people) set({ kind: 'people', people: value });
              if (cut.kind === 'balance' && event.currentTarget.value !== '' && value !== cut.keep) set({ kind: 'balance', keep: value });
            }}
          />
        </Line>
      )}
      <Line id={`${id}-sample`} label="Sample of the rest">
        <Select
          size="xs"
          className="best-input"
          aria-labelledby={`${id}-sample`}
          allowDeselect={false}
          disabled={onChange === null}
          data={[...new Set([...SAMPLES, settings.sample])].map((share) => ({ value: String(share), label: sampleText(share) }))}
          value={String(settings.sample)}
          onChange={(share) => share !== null && onChange?.({ ...settings, sample: Number(share) })}
        />
      </Line>
      <p className="small second best-note">
        {figures.count(chosen, 'person', 'people')} and {figures.number(sampled)} of the rest, {figures.count(cost.estimate, 'credit')}
      </p>
    </div>
  );
}

interface BestChoiceProps extends PartProps, TriedWeights {
  readonly project: ProjectView;
  readonly cost: CostView;
  /** Credits left afterward; null when the balance is unknown. */
  readonly left: number | null;
  readonly isCounting: boolean;
}

/** The order of the people, the cut, and its effect in plain sentences. */
export function BestChoice({ project, cost, best, left, isCounting, onChange, tried, onTry }: BestChoiceProps) {
  return (
    <div className="best">
      <div className="best-parts">
        <Order project={project} best={best} onChange={onChange} tried={tried} onTry={onTry} />
        <Cut cost={cost} best={best} left={left} onChange={onChange} />
      </div>
      <div {...(isCounting && { 'data-counting': true })} className="best-outcome">
        <BestDeciles
          id={project.id}
          best={best}
          isCounting={isCounting}
          onCut={onChange === null ? null : (cut) => onChange({ ...best.settings, cut })}
        />
        <OutcomeSentences best={best} isCounting={isCounting} waiting="Ordering…" />
      </div>
    </div>
  );
}
