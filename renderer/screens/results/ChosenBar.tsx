import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter, IconUserPlus, IconX } from '@tabler/icons-react';
import { MAX_CHOSEN, type ResultSelection, capacityColumn } from '../../../shared/results/index.ts';
import type { ResultsView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { Printable } from '../../components/index.ts';
import { number, scoreText } from '../../format/index.ts';
import { MAX_PAGES } from './person/PrintPeople.tsx';

interface ChosenBarProps {
  readonly id: string;
  readonly results: ResultsView;
  /** The conditions of the list, with the ticked rows. */
  readonly selection: ResultSelection;
  readonly count: number;
  readonly total: number;
  readonly onExport: () => void;
  readonly onCopy: () => void;
  readonly onAssign: () => void;
  readonly onPrint: () => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
}

/** Replaces the filters while people are ticked. */
export function ChosenBar({ id, results, selection, count, total, onExport, onCopy, onAssign, onPrint, onAll, onClear }: ChosenBarProps) {
  const column = capacityColumn(results.columns.map(({ key }) => key));
  const sum = useContractQuery('results.sum', { id, selection, column: column ?? '-' }, { enabled: column !== null }).data?.sum ?? null;
  const canPrint = count <= MAX_PAGES;
  const canCopy = count <= MAX_CHOSEN;
  return (
    <section className="list-tools result-chosen" aria-label="Selected people">
      <Checkbox
        size="xs"
        checked={count === total}
        indeterminate={count < total}
        aria-label="Select all"
        onChange={() => (count === total ? onClear() : onAll())}
      />
      <span className="strong">
        {number(count)} of {number(total)} selected
      </span>
      {sum !== null && (
        <span className="second">
          capacity together <b className="strong">{scoreText(String(sum), 'money')}</b>
        </span>
      )}
      <div className="list-end">
        <Button variant="default" size="xs" leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />} onClick={onExport}>
          {count === 1 ? 'Export this one…' : `Export these ${number(count)}…`}
        </Button>
        <Button variant="default" size="xs" leftSection={<IconUserPlus size={16} stroke={1.6} aria-hidden />} onClick={onAssign}>
          Assign officer…
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />}
          aria-disabled={!canCopy}
          title={canCopy ? undefined : `At most ${number(MAX_CHOSEN)} people can be copied. Export them instead.`}
          onClick={() => canCopy && onCopy()}
        >
          Copy
        </Button>
        <Printable>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden />}
            aria-disabled={!canPrint}
            title={
              canPrint
                ? 'One page for each person, with the contents before them'
                : `At most ${number(MAX_PAGES)} people can be printed at once.`
            }
            onClick={() => canPrint && onPrint()}
          >
            {count === 1 ? 'Print one page…' : `Print ${number(count)} people…`}
          </Button>
        </Printable>
        {count < total && (
          <button type="button" className="link" onClick={onAll}>
            Select all {number(total)}
          </button>
        )}
        <ActionIcon variant="subtle" color="gray" className="plain-icon" aria-label="Clear the selection" onClick={onClear}>
          <IconX size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      </div>
    </section>
  );
}
