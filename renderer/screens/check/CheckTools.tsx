import { ActionIcon, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconFilter, IconReplace, IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CheckFilter, CheckView, ColumnFilter, Readiness, RuleCount } from '../../../shared/contract/index.ts';
import { SeverityIcon } from '../../kit/index.ts';
import { dispositionText } from '../../../shared/rows/index.ts';
import { number } from '../../format/index.ts';
import type { CheckCommands } from './check-commands.ts';
import { columnFilterText } from './check-listing.ts';
import { isOfLeftOut, reasonOf } from './issue-texts.ts';
import { READINESS_LABELS, ReadinessMark } from './ReadinessMark.tsx';
import { SaveList } from './SaveList.tsx';

type Tone = RuleCount['severity'] | 'neutral';

const TONES: Readonly<Record<Readiness, Tone>> = { ready: 'note', fixable: 'note', incomplete: 'warning', invalid: 'error' };

interface FilterChipProps {
  readonly tone: Tone;
  readonly icon: ReactNode;
  readonly label: string;
  readonly title?: string;
  /** What another place shows too, so that a small window can hide the chip. */
  readonly said?: 'kind' | 'readiness';
  readonly onClear: () => void;
}

/** The current filter of the rows, and the button that clears it. */
function FilterChip({ tone, icon, label, title, said, onClear }: FilterChipProps) {
  return (
    <span
      className="check-chip"
      data-tone={tone}
      {...(title !== undefined && { title })}
      {...(said !== undefined && { 'data-said': said })}
    >
      {icon}
      <span className="cut">{label}</span>
      <button type="button" aria-label={`Show rows other than “${label}”`} onClick={onClear}>
        <IconX size={14} stroke={2} aria-hidden />
      </button>
    </span>
  );
}

function UndoButtons({ check, commands }: { readonly check: CheckView; readonly commands: CheckCommands }) {
  return (
    <>
      <Tooltip label={check.undo === null ? 'Nothing to undo' : `Undo ${check.undo} (Ctrl Z)`}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={check.undo === null ? 'Undo: nothing to undo' : `Undo ${check.undo}`}
          aria-disabled={check.undo === null}
          data-command="undo"
          onClick={() => check.undo !== null && void commands.undo()}
        >
          <IconArrowBackUp size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={check.redo === null ? 'Nothing to redo' : `Redo ${check.redo} (Ctrl Shift Z)`}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={check.redo === null ? 'Redo: nothing to redo' : `Redo ${check.redo}`}
          aria-disabled={check.redo === null}
          data-command="redo"
          onClick={() => check.redo !== null && void commands.redo()}
        >
          <IconArrowForwardUp size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

interface CheckToolsProps {
  readonly id: string;
  readonly check: CheckView;
  readonly filter: CheckFilter;
  readonly chosen: RuleCount | null;
  readonly commands: CheckCommands;
  readonly isEditable: boolean;
  /** False until the fields of the list are known. */
  readonly hasFields: boolean;
  /** Shows the rows of a rule side by side again; null if they already are, or cannot be. */
  readonly onSideBySide: (() => void) | null;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onFilter: (filter: CheckFilter) => void;
  readonly onReplace: () => void;
  readonly columnFilter: ColumnFilter | null;
  readonly onColumnFilter: (filter: ColumnFilter | null) => void;
}

/** The tools above the rows: which rows are shown, find, replace, save, undo. */
export function CheckTools(props: CheckToolsProps) {
  const { check, filter, chosen, onFilter } = props;
  // The chip of a filter by reason already names its rule.
  const isReasonOf = ({ code }: RuleCount) => props.columnFilter?.causes.some((cause) => cause.code === code) === true;
  const notChosen = check.rules.find(({ code }) => code === 'NOT_CHOSEN');
  const isNotChosen = notChosen !== undefined && filter.kind === 'rule' && filter.code === 'NOT_CHOSEN';
  const ofRule = isOfLeftOut(filter) ? 'leftOut' : 'issues';
  const segment = isNotChosen ? 'notChosen' : filter.kind === 'rule' ? ofRule : filter.kind === 'readiness' ? 'all' : filter.kind;
  return (
    <div className="list-tools">
      <SegmentedControl
        aria-label="Rows to show"
        value={segment}
        onChange={(value) =>
          onFilter(value === 'notChosen' ? { kind: 'rule', code: 'NOT_CHOSEN', field: 'constituentId' } : { kind: value })
        }
        data={[
          { value: 'all', label: `All ${number(check.rows)}` },
          { value: 'issues', label: `With issues ${number(check.withIssues)}` },
          { value: 'leftOut', label: `Left out ${number(check.leftOut)}` },
          ...(notChosen === undefined
            ? []
            : [{ value: 'notChosen' as const, label: `${dispositionText('notChosen').label} ${number(notChosen.rows)}` }]),
        ]}
      />
      {chosen !== null && !isNotChosen && !isReasonOf(chosen) && (
        <FilterChip
          tone={chosen.severity}
          icon={<SeverityIcon severity={chosen.severity} />}
          label={chosen.title}
          title={reasonOf(chosen.code)}
          said="kind"
          onClear={() => onFilter({ kind: ofRule })}
        />
      )}
      {filter.kind === 'readiness' && (
        <FilterChip
          tone={TONES[filter.readiness]}
          icon={<ReadinessMark readiness={filter.readiness} />}
          label={READINESS_LABELS[filter.readiness]}
          said="readiness"
          onClear={() => onFilter({ kind: 'all' })}
        />
      )}
      {props.columnFilter !== null && (
        <FilterChip
          tone="neutral"
          icon={<IconFilter size={14} stroke={1.8} aria-hidden />}
          label={columnFilterText(props.columnFilter)}
          onClear={() => props.onColumnFilter(null)}
        />
      )}
      {props.onSideBySide !== null && (
        <button type="button" className="link" onClick={props.onSideBySide}>
          Show side by side
        </button>
      )}
      <div className="list-end">
        <TextInput
          className="list-find"
          aria-label="Find in rows"
          placeholder="Find"
          size="xs"
          type="search"
          leftSection={<IconSearch size={15} stroke={1.8} aria-hidden />}
          value={props.typed}
          onChange={(event) => props.onType(event.currentTarget.value)}
        />
        {props.isEditable && props.hasFields && (
          <Tooltip label="Find and replace">
            <ActionIcon variant="default" size={32} aria-label="Find and replace" onClick={props.onReplace}>
              <IconReplace size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        {props.hasFields && <SaveList id={props.id} />}
        {props.isEditable && <UndoButtons check={check} commands={props.commands} />}
      </div>
    </div>
  );
}
