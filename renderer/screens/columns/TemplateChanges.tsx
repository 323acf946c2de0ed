import { Button } from '@mantine/core';
import type { ColumnsView, ProjectView } from '../../../shared/contract/index.ts';
import { fieldOf } from '../../../shared/fields/index.ts';
import { type MappingPlan, columnLetters, differenceSize, planDifference } from '../../../shared/mapping/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { Dialog, DialogFoot, FailureLine } from '../../kit/index.ts';
import { DATE_ORDERS, combinationName, count, listed, targetName } from '../../format/index.ts';
import { decimalLabel, CLEANING_LABELS } from './column-labels.ts';

/** Maximum number of columns that are listed individually. */
const MAX_LISTED = 60;

interface Line {
  readonly key: string;
  readonly what: string;
  readonly from: string | null;
  readonly to: string;
}

function linesOf({ plan: before, headers }: ColumnsView, after: MappingPlan): Line[] {
  const { columns, readings, constants, combinations, cleaning } = planDifference(before, after);
  const named = (column: number) => `${columnLetters(column)}  ${headers[column] ?? ''}`;
  return [
    ...columns.map(({ column, from, to }) => ({
      key: `column ${column}`,
      what: named(column),
      from: targetName(from),
      to: targetName(to),
    })),
    ...readings.map((column) => {
      const own = after.columns.find((one) => one.column === column);
      const order = own?.dateOrder ?? null;
      return {
        key: `reading ${column}`,
        what: named(column),
        from: null,
        to: order === null ? decimalLabel({ decimal: own?.decimal ?? null }) : DATE_ORDERS[order],
      };
    }),
    ...constants.map(({ field, value }) => ({
      key: `constant ${field}`,
      what: fieldOf(field).label,
      from: null,
      to: value === '' ? 'no longer the same in every row' : `“${value}” in every row`,
    })),
    ...combinations.map((field) => {
      const made = after.combinations.find((one) => one.field === field);
      return {
        key: `combination ${field}`,
        what: fieldOf(field).label,
        from: null,
        to: made === undefined ? 'no longer from several columns' : combinationName(made),
      };
    }),
    ...cleaning.map((key) => ({ key, what: CLEANING_LABELS[key], from: null, to: after.cleaning[key] ? 'on' : 'off' })),
  ];
}

interface TemplateChangesProps {
  readonly project: ProjectView;
  readonly view: ColumnsView;
  readonly template: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

export function TemplateChanges({ project, view, template, onClose }: TemplateChangesProps) {
  const fit = useContractQuery('templates.fit', { id: project.id, template: template.id });
  const apply = useCommand('templates.apply', onClose);
  const lines = fit.data === undefined ? [] : linesOf(view, fit.data.plan);
  const size = fit.data === undefined ? 0 : differenceSize(planDifference(view.plan, fit.data.plan));
  return (
    <Dialog onClose={onClose} size={560} title={`What “${template.name}” sets`}>
      <FailureLine error={fit.error} />
      {fit.data !== undefined && (
        <>
          <p className="strong" style={{ margin: 0 }}>
            {size === 0 ? 'The columns already match this template.' : `${count(size, 'setting')} would change`}
          </p>
          <ul className="template-changes">
            {lines.slice(0, MAX_LISTED).map(({ key, what, from, to }) => (
              <li key={key}>
                <span className="cut" title={what}>
                  {what}
                </span>
                <span>
                  {from !== null && <span className="from">{from} → </span>}
                  <span className="strong">{to}</span>
                </span>
              </li>
            ))}
            {lines.length > MAX_LISTED && <li className="second">and {count(lines.length - MAX_LISTED, 'more column')}</li>}
          </ul>
          {fit.data.missing.length > 0 && <p className="second small">Not in this sheet: {listed(fit.data.missing.slice(0, 12))}.</p>}
          {fit.data.added.length > 0 && (
            <p className="second small">
              Not in the template, so kept here and not sent: {listed(fit.data.added.slice(0, 12))}
              {fit.data.added.length > 12 && ` and ${count(fit.data.added.length - 12, 'more column')}`}.
            </p>
          )}
        </>
      )}
      <FailureLine error={apply.error} />
      <DialogFoot close="Cancel" onClose={onClose}>
        <Button
          data-autofocus
          disabled={fit.data === undefined || size === 0}
          loading={apply.isPending}
          onClick={() => apply.mutate({ id: project.id, template: template.id })}
        >
          Use it
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
