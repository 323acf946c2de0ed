import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconCircleCheck, IconWand } from '@tabler/icons-react';
import { type Ref, useEffect, useRef } from 'react';
import type { RuleCount, Severity } from '../../../shared/contract/index.ts';
import { SeverityIcon } from '../../components/GridCell.tsx';
import { toScreen } from '../../navigation/router.ts';
import { number } from '../../format/text.ts';
import { ruleFieldLabel } from './rule-field.ts';

const WORDS: Readonly<Record<Severity, string>> = { error: 'Error', warning: 'Warning', note: 'Cleaned' };

/** A rule that was just fixed, with its position in the list. */
export interface FixedRule {
  readonly rule: RuleCount;
  readonly position: number;
  /** The undo label right after the fix: while it is current, the rule's row offers Undo. */
  readonly undo: string | null;
}

interface CheckRulesProps {
  readonly rules: readonly RuleCount[];
  readonly fixed: readonly FixedRule[];
  readonly chosen: RuleCount | null;
  /** False once the list was submitted: the counts are read-only. */
  readonly canFix: boolean;
  /** The rule whose fix is running. */
  readonly busy: string | null;
  readonly undo: string | null;
  /** The rule whose name gets the focus, once. */
  readonly focus: string | null;
  readonly onChoose: (rule: RuleCount) => void;
  readonly onLookAt: (rule: RuleCount) => void;
  readonly onFix: (rule: RuleCount) => void;
  readonly onLeaveOut: (rule: RuleCount) => void;
  readonly onUndo: () => void;
}

function SeverityWord({ severity }: { readonly severity: Severity }) {
  return (
    <span className="check-severity" data-severity={severity}>
      {severity === 'note' ? <IconCheck size={16} stroke={1.8} aria-hidden /> : <SeverityIcon severity={severity} size={16} />}
      <span aria-hidden={severity !== 'note'}>{WORDS[severity]}</span>
    </span>
  );
}

function Example({ example }: Pick<RuleCount, 'example'>) {
  if (example === null) return null;
  if (example.after === null) return <span className="cut">{example.before}</span>;
  return (
    <span className="cut">
      {example.before} <span aria-label="becomes">→</span> {example.after === '' ? '(empty)' : example.after}
    </span>
  );
}

type RowProps = Pick<CheckRulesProps, 'canFix' | 'busy' | 'onChoose' | 'onLookAt' | 'onFix' | 'onLeaveOut'> & {
  readonly rule: RuleCount;
  readonly isChosen: boolean;
  readonly nameRef: Ref<HTMLButtonElement>;
};

/** Applies a rule's fix to all its rows, or shows the rows when no fix is safe in bulk. */
function RuleAction({ rule, isChosen, canFix, busy, onLookAt, onFix, onLeaveOut }: Omit<RowProps, 'nameRef' | 'onChoose'>) {
  if (rule.severity === 'note' || !canFix) return null;
  if (rule.fix?.bulk === true)
    return (
      <Button
        size="compact-sm"
        variant={isChosen ? 'outline' : 'default'}
        loading={busy === rule.code}
        onClick={() => onFix(rule)}
        aria-label={`${rule.fix.label}: ${rule.title}`}
        {...(isChosen && { leftSection: <IconWand size={15} stroke={1.6} /> })}
      >
        {rule.fix.label}
      </Button>
    );
  if (rule.leaveOut !== null)
    return (
      <Button size="compact-sm" variant="default" onClick={() => onLeaveOut(rule)} aria-label={`${rule.leaveOut}: ${rule.title}`}>
        {rule.leaveOut}
      </Button>
    );
  return (
    <Button size="compact-sm" variant="default" onClick={() => onLookAt(rule)} aria-label={`Look at ${number(rule.rows)}: ${rule.title}`}>
      Look at {number(rule.rows)}
    </Button>
  );
}

function RuleRow({ rule, isChosen, nameRef, onChoose, ...action }: RowProps) {
  const field = ruleFieldLabel(rule);
  return (
    <tr className="check-rule" data-severity={rule.severity} {...(isChosen && { 'data-chosen': true })}>
      <td className="check-rows">{number(rule.rows)}</td>
      <td>
        <SeverityWord severity={rule.severity} />
      </td>
      <th scope="row">
        <button ref={nameRef} type="button" className="check-name" aria-pressed={isChosen} onClick={() => onChoose(rule)}>
          {rule.title}
          {field !== '' && <span className="check-field">{field}</span>}
        </button>
      </th>
      <td className="check-example">
        <Example example={rule.example} />
      </td>
      <td className="check-action">
        <RuleAction rule={rule} isChosen={isChosen} {...action} />
      </td>
    </tr>
  );
}

function FixedRow({ fixed, canUndo, onUndo }: { readonly fixed: FixedRule; readonly canUndo: boolean; readonly onUndo: () => void }) {
  return (
    <tr className="check-rule" data-severity="note">
      <td className="check-rows">{number(fixed.rule.rows)}</td>
      <td>
        <span className="check-severity" data-severity="note">
          <IconCheck size={16} stroke={1.8} aria-hidden />
          <span>Fixed</span>
        </span>
      </td>
      <th scope="row">{fixed.rule.title}</th>
      <td className="check-example">
        <Example example={fixed.rule.example} />
      </td>
      <td className="check-action">
        {canUndo && (
          <button type="button" className="link check-undo" onClick={onUndo} aria-label={`Undo: ${fixed.rule.title}`}>
            <IconArrowBackUp size={15} stroke={1.6} aria-hidden /> Undo
          </button>
        )}
      </td>
    </tr>
  );
}

type Line = { readonly kind: 'found'; readonly rule: RuleCount } | { readonly kind: 'fixed'; readonly fixed: FixedRule };

/** The rules with issues, plus those just fixed in their previous positions. */
function linesOf(rules: readonly RuleCount[], fixed: readonly FixedRule[]): readonly Line[] {
  const lines: Line[] = rules.map((rule) => ({ kind: 'found', rule }));
  for (const one of fixed.toSorted((a, b) => a.position - b.position)) lines.splice(one.position, 0, { kind: 'fixed', fixed: one });
  return lines;
}

/** The issues of the list by rule, each with its one-click action. */
export function CheckRules(props: CheckRulesProps) {
  const { rules, fixed, chosen, undo, focus, onUndo, ...rest } = props;
  const names = useRef(new Map<string, HTMLButtonElement>());
  useEffect(() => {
    if (focus !== null) names.current.get(focus)?.focus();
  }, [focus]);
  const lines = linesOf(rules, fixed);
  if (lines.length === 0)
    return (
      <section className="card check-none" aria-label="What was found">
        <IconCircleCheck size={28} stroke={1.5} aria-hidden />
        <div>
          <h2 className="card-title">Nothing was found</h2>
          <div className="second">Every row is ready to be sent as it stands.</div>
        </div>
      </section>
    );
  return (
    <section className="card check-rules" aria-label="What was found">
      <table className="check-table">
        <colgroup>
          <col className="check-col-rows" />
          <col className="check-col-severity" />
          <col className="check-col-name" />
          <col className="check-col-example" />
          <col className="check-col-action" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="check-rows">
              Rows
            </th>
            <th scope="col" colSpan={2}>
              What was found
              <a className="link check-house" href={toScreen('settings', {}, 'rules')}>
                House rules
              </a>
            </th>
            <th scope="col" className="check-example" colSpan={rest.canFix ? 1 : 2}>
              For example
            </th>
            {rest.canFix && (
              <th scope="col" className="check-action">
                Fix them all at once
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) =>
            line.kind === 'found' ? (
              <RuleRow
                key={line.rule.code}
                rule={line.rule}
                isChosen={chosen !== null && chosen.code === line.rule.code}
                nameRef={(element) => {
                  if (element === null) names.current.delete(line.rule.code);
                  else names.current.set(line.rule.code, element);
                }}
                {...rest}
              />
            ) : (
              <FixedRow
                key={`fixed ${line.fixed.rule.code}`}
                fixed={line.fixed}
                canUndo={rest.canFix && line.fixed === fixed.at(-1) && line.fixed.undo !== null && line.fixed.undo === undo}
                onUndo={onUndo}
              />
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}
