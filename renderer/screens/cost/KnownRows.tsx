import { Checkbox, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { Output, ProjectView } from '../../../shared/contract/index.ts';
import { MAX_KNOWN } from '../../../shared/order/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { count } from '../../format/index.ts';
import './best-choice.css';

/** Maximum number of people that a search shows. */
const SHOWN = 6;

type Page = Output<'check.page'>;

/** Identifies a person by name, city and ID; without a name, by the row number. */
function textOf({ row, values }: Page['rows'][number], fields: Page['fields']): string {
  const valueOf = (field: Page['fields'][number]) => values[fields.indexOf(field)] ?? '';
  const name = [valueOf('primaryFirst'), valueOf('primaryLast')].filter((part) => part !== '').join(' ') || valueOf('businessName');
  return [name === '' ? `Row ${row}` : name, valueOf('city'), valueOf('constituentId')].filter((part) => part !== '').join(', ');
}

interface KnownRowsProps {
  readonly project: ProjectView;
  /** Sheet rows of the ticked people. */
  readonly rows: readonly number[];
  /** Null once the list was submitted. */
  readonly onChange: ((rows: number[]) => void) | null;
}

/** Finds people of the list by name, city or ID, so that the user can tick those whom the office knows. */
export function KnownRows({ project: { id }, rows, onChange }: KnownRowsProps) {
  const [text, setText] = useState('');
  const find = useDeferredValue(text.trim());
  const page = useContractQuery('check.page', {
    id,
    filter: { kind: 'all' },
    find,
    offset: 0,
    limit: SHOWN,
  }).data;
  const shown = find === '' || page === undefined ? [] : page.rows;
  const isFull = rows.length >= MAX_KNOWN;
  return (
    <div className="known-rows">
      <TextInput
        size="xs"
        label="Or tick them"
        placeholder="Name, city or ID"
        disabled={onChange === null}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {shown.map((one) => {
        const isTicked = rows.includes(one.row);
        return (
          <Checkbox
            key={one.row}
            size="xs"
            label={textOf(one, page!.fields)}
            checked={isTicked}
            disabled={onChange === null || (isFull && !isTicked)}
            onChange={() => onChange?.(isTicked ? rows.filter((row) => row !== one.row) : [...rows, one.row])}
          />
        );
      })}
      {find !== '' && page !== undefined && page.total > SHOWN && (
        <span className="small second">{count(page.total - SHOWN, 'more person', 'more people')}. Type more of the name</span>
      )}
      {find !== '' && page?.total === 0 && <span className="small second">Nobody in this list matches</span>}
      {rows.length > 0 && (
        <span className="small second">
          {count(rows.length, 'person', 'people')} ticked{isFull ? ', the maximum' : ''}.{' '}
          {onChange !== null && (
            <button type="button" className="link" onClick={() => onChange([])}>
              Clear ticks
            </button>
          )}
        </span>
      )}
    </div>
  );
}
