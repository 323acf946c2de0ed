import { Button } from '@mantine/core';
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { columnLetters } from '../../../shared/mapping/index.ts';
import { useContractQuery } from '../../api/index.ts';
import type { ChangePlan } from '../../components/index.ts';
import { withTarget } from '../../format/index.ts';

interface MissingFieldProps {
  readonly id: string;
  readonly field: FieldKey;
  readonly view: ColumnsView;
  readonly change: ChangePlan;
}

/** A needed field without a column, with the column that fits best. */
export function MissingField({ id, field, view, change }: MissingFieldProps) {
  const offers = useContractQuery('check.columnOffers', { id, field }).data;
  const best = offers?.[0]?.isLikely === true ? offers[0] : null;
  const { label } = fieldOf(field);
  return (
    <section className="columns-missing" aria-label={`${label} has no column`}>
      <div>
        <b>No column is mapped to {label}.</b>{' '}
        {best !== null && (
          <span>
            “{best.header}” looks right <span className="letter">{columnLetters(best.column)}</span>
          </span>
        )}
        <div className="small second">
          {best !== null
            ? best.samples.join(' · ')
            : offers === undefined
              ? 'Looking for a column with such values…'
              : 'No other column has such values. Choose one below, or continue: a match is unlikely without it.'}
        </div>
      </div>
      {best !== null && (
        <Button
          variant="light"
          size="xs"
          onClick={() =>
            change((plan) =>
              withTarget(
                plan,
                best.column,
                best.to,
                view.suggestions.find(({ column }) => column === best.column),
              ),
            )
          }
        >
          Use “{best.header}”
        </Button>
      )}
    </section>
  );
}
