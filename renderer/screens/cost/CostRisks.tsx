/** The rows that are sent although they have warnings, ordered by the credits that could be wasted. */
import { useId, useState } from 'react';
import type { CostIssues, ProjectView, RuleCount } from '../../../shared/contract/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { number } from '../../format/index.ts';
import { FailureLine, useAnnounce } from '../../kit/index.ts';
import { toProject } from '../../navigation/index.ts';
import { CostLine } from './CostLine.tsx';
import { useFigures } from './useCostChoices.ts';

/** A fix that was applied here. */
interface Applied {
  readonly title: string;
  readonly rows: number;
  readonly ready: string;
  /** The undo label of the fix. It can be undone here while this is the next step to undo. */
  readonly undo: string | null;
}

/** By project, and kept here so that leaving the screen does not lose it. */
const APPLIED = new Map<string, Applied>();

function useSafeFix(id: string) {
  const announce = useAnnounce();
  const [applied, setApplied] = useState(() => APPLIED.get(id) ?? null);
  const fix = useCommand('check.fix');
  const undo = useCommand('check.undo');
  const isBusy = fix.isPending || undo.isPending;
  return {
    applied,
    isBusy,
    error: fix.error ?? undo.error,
    apply: ({ code, title, rows }: RuleCount, ready: number) => {
      if (isBusy) return;
      const onSuccess = (after: { readonly undo: string | null; readonly ready: number }) => {
        const one = { title, rows, ready: `Ready ${number(ready)} to ${number(after.ready)}`, undo: after.undo };
        APPLIED.set(id, one);
        setApplied(one);
        announce(`Fixed: ${title}. ${one.ready}.`);
      };
      fix.mutate({ id, code, field: null }, { onSuccess });
    },
    undo: () => {
      if (isBusy) return;
      const onSuccess = () => {
        APPLIED.delete(id);
        setApplied(null);
        announce('Undone.');
      };
      undo.mutate({ id }, { onSuccess });
    },
  };
}

export function CostRisks({ project, issues }: { readonly project: ProjectView; readonly issues: CostIssues }) {
  const { id } = project;
  const title = useId();
  const figures = useFigures();
  const check = useContractQuery('check.get', { id }).data;
  const safe = useSafeFix(id);
  const { risks, warned } = issues;
  const applied = safe.applied !== null && check?.undo === safe.applied.undo ? safe.applied : null;
  if (warned === 0 && applied === null) return null;
  const incomplete = { code: null, title: 'Incomplete', rows: risks.incomplete };
  const atRisk = [...risks.fixable, incomplete].filter(({ rows }) => rows > 0).toSorted((a, b) => b.rows - a.rows);
  const see = (label: string, query: Readonly<Record<string, string>>) => (
    <a className="link" href={toProject(id, 'check', query)} aria-label={`See: ${label}`}>
      See
    </a>
  );
  return (
    <section className="card cost-rows" aria-labelledby={title}>
      <div className="cost-rows-head">
        <h2 className="card-title" id={title}>
          {figures.number(warned)} {warned === 1 ? 'goes' : 'go'} with warnings
        </h2>
        <span className="small second">By the credits that could be lost</span>
        <a className="link cost-all" href={toProject(id, 'check', { show: 'issues' })}>
          See all in Check
        </a>
      </div>
      <table className="cost-table">
        <tbody>
          {applied !== null && (
            <CostLine
              icon="other"
              label={applied.title}
              note={`fixed. ${applied.ready}`}
              action={
                <button type="button" className="link" aria-label={`Undo: ${applied.title}`} onClick={safe.undo}>
                  Undo
                </button>
              }
              value={figures.number(0)}
            />
          )}
          {atRisk.map(({ code, title: label, rows }) => {
            const rule = check?.rules.find((one) => one.code === code);
            return (
              <CostLine
                key={code ?? 'incomplete'}
                icon={code === null ? 'incomplete' : 'fixable'}
                label={label}
                note={
                  rule !== undefined && rule.gain > 0
                    ? `Ready ${number(check!.ready)} to ${number(check!.ready + rule.gain)}`
                    : 'harder to find, still charged'
                }
                share={rows / atRisk[0]!.rows}
                action={
                  rule?.fix?.safe === true && rule.fix.bulk ? (
                    <button
                      type="button"
                      className="link"
                      aria-label={`${rule.fix.label}: ${label}`}
                      aria-disabled={safe.isBusy}
                      onClick={() => safe.apply(rule, check!.ready)}
                    >
                      {rule.fix.label}
                    </button>
                  ) : (
                    see(label, code === null ? { show: 'incomplete' } : { rule: code })
                  )
                }
                value={figures.number(rows)}
              />
            );
          })}
          {risks.other > 0 && (
            <CostLine
              icon="other"
              label="Other warnings"
              note="same match, still charged"
              action={see('Other warnings', { show: 'issues' })}
              value={figures.number(risks.other)}
            />
          )}
        </tbody>
      </table>
      <FailureLine error={safe.error} />
    </section>
  );
}
