import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Activity, CheckFilter, CheckView, RuleCount, SafeFixes } from '../../../shared/contract/index.ts';
import { number, progressOf } from '../../format/index.ts';
import { bestGain, fieldName } from './issue-texts.ts';
import { READINESS_LABELS, ReadinessMark } from './ReadinessMark.tsx';
import type { MissingColumnsState } from './useMissingColumns.ts';
import './readiness-strip.css';

interface ReadinessStripProps {
  readonly check: CheckView;
  readonly missing: Pick<MissingColumnsState, 'field' | 'trial'>;
  /** What all safe fixes do; null until they were tried. */
  readonly tried: Pick<SafeFixes, 'ready'> | null;
  readonly activity: Activity | null;
  readonly filter: CheckFilter;
  readonly onFilter: (filter: CheckFilter) => void;
  readonly onChoose: (rule: RuleCount) => void;
}

interface PartProps {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Part({ isChosen, onChoose, children }: PartProps) {
  return (
    <button type="button" className="readiness-part" aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  );
}

/** How many rows can be matched. Each row is counted once. A click on a number shows its rows. */
export function ReadinessStrip({ check, missing, tried, activity, filter, onFilter, onChoose }: ReadinessStripProps) {
  const gain = bestGain(check, tried);
  // Rows that a safe fix would complete are also counted as incomplete.
  const twice = tried === null ? 0 : Math.max(0, tried.ready.after - tried.ready.before - check.fixable);
  const part = (readiness: 'ready' | 'fixable' | 'incomplete' | 'invalid') => {
    const isChosen = filter.kind === 'readiness' && filter.readiness === readiness;
    return { isChosen, onChoose: () => onFilter(isChosen ? { kind: 'all' } : { kind: 'readiness', readiness }) };
  };
  const counted = (readiness: 'ready' | 'incomplete' | 'invalid') => (
    <Part {...part(readiness)}>
      <ReadinessMark readiness={readiness} /> {READINESS_LABELS[readiness]} <b>{number(check[readiness])}</b>
    </Part>
  );
  /** Rows that become ready once a needed field has a column. */
  const gained = missing.field === null || missing.trial === null ? 0 : Math.max(0, missing.trial.ready - check.ready);
  const parts = [
    ['ready', check.ready],
    ['fixable', check.fixable + Math.min(gained, check.incomplete)],
    ['incomplete', Math.max(0, check.incomplete - gained)],
    ['invalid', check.invalid],
    ['leftOut', check.leftOut],
  ] as const;
  const isLeftOut = filter.kind === 'leftOut';
  return (
    <section className="readiness-strip" aria-labelledby="check-ready">
      <h2 id="check-ready">Ready to match</h2>
      <div className="readiness-bar" aria-hidden>
        {parts.map(([key, rows]) => rows > 0 && <span key={key} data-part={key} style={{ flex: `${rows} 0 0` }} />)}
      </div>
      {counted('ready')}
      {missing.field !== null && gained > 0 && (
        <span className="readiness-part readiness-gain">
          <span className="readiness-swatch" data-part="fixable" aria-hidden /> {number(gained)} more once {fieldName(missing.field)} has a
          column
        </span>
      )}
      {gain !== null && (
        <button
          type="button"
          className="readiness-part readiness-gain"
          aria-pressed={gain.rule === null ? part('fixable').isChosen : filter.kind === 'rule' && filter.code === gain.rule.code}
          onClick={() => (gain.rule === null ? part('fixable').onChoose() : onChoose(gain.rule))}
        >
          <span className="readiness-swatch" data-part="fixable" aria-hidden /> {gain.text}
        </button>
      )}
      {counted('incomplete')}
      {counted('invalid')}
      <Part isChosen={isLeftOut} onChoose={() => onFilter({ kind: isLeftOut ? 'all' : 'leftOut' })}>
        <span className="readiness-swatch" data-part="leftOut" aria-hidden /> Left out <b>{number(check.leftOut)}</b>
      </Part>
      {activity?.kind === 'checking' ? (
        <span className="second readiness-sum">
          <Loader size={12} /> Checking again: {progressOf(activity) ?? 'every row'}
        </span>
      ) : (
        <span className="second readiness-sum">
          <span>
            = {number(check.rows)}
            <span className="visually-hidden">{check.rows === 1 ? ' row' : ' rows'}</span>
            {twice > 0 && `, ${number(twice)} counted twice`}
            {check.alreadyScreened > 0 && `, ${number(check.alreadyScreened)} screened already and not sent`}
          </span>
        </span>
      )}
    </section>
  );
}
