import { NumberInput, Select, Textarea } from '@mantine/core';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { type BestOutcome, type OrderSettings, INITIAL_PILOT, MAX_KNOWN, MAX_NAMED, MAX_SEED, idsIn } from '../../../shared/order/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { KnownRows } from './KnownRows.tsx';
import { OutcomeSentences } from './OutcomeSentences.tsx';
import './best-choice.css';

const NO_COLUMN = 'none';

/** The initial settings of a pilot. `people`: how many can be sent. */
export const initialPilot = (people: number): OrderSettings => ({
  by: { kind: 'pilot', column: null, ids: [], rows: [] },
  cut: { kind: 'people', people: people > INITIAL_PILOT ? INITIAL_PILOT : Math.max(1, Math.ceil(people / 2)) },
  sample: 0,
  seed: Math.floor(Math.random() * (MAX_SEED + 1)),
});

interface PilotChoiceProps {
  readonly project: ProjectView;
  readonly best: BestOutcome;
  readonly isCounting: boolean;
  /** Null once the list was submitted. */
  readonly onChange: ((settings: OrderSettings) => void) | null;
}

/** How many people are in the pilot, which of them the office knows, and the effect in plain sentences. */
export function PilotChoice({ project, best, isCounting, onChange }: PilotChoiceProps) {
  const { settings } = best;
  const { by, cut } = settings;
  const headers = useContractQuery('columns.get', { id: project.id }).data?.headers ?? [];
  if (by.kind !== 'pilot' || cut.kind !== 'people') return null;
  const set = (change: Partial<typeof by>) => onChange?.({ ...settings, by: { ...by, ...change } });
  const typed = by.ids.join('\n');
  return (
    <div className="best">
      <div className="best-parts">
        <div className="best-part">
          <h3 className="cost-heading">The sample</h3>
          <NumberInput
            key={`size ${cut.people}`}
            size="xs"
            className="best-input"
            label="People in total"
            disabled={onChange === null}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            min={1}
            max={Math.max(1, best.people)}
            defaultValue={cut.people}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
            onBlur={(event) => {
              const people = Number(event.currentTarget.value.replaceAll(',', ''));
              if (people >= 1 && people !== cut.people) onChange?.({ ...settings, cut: { kind: 'people', people } });
            }}
          />
          <NumberInput
            key={`seed ${settings.seed}`}
            size="xs"
            className="best-input"
            label="Draw number"
            description="The same number draws the same people"
            disabled={onChange === null}
            allowDecimal={false}
            allowNegative={false}
            min={0}
            max={MAX_SEED}
            defaultValue={settings.seed}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
            onBlur={(event) => {
              const seed = Number(event.currentTarget.value);
              if (event.currentTarget.value !== '' && seed !== settings.seed) onChange?.({ ...settings, seed });
            }}
          />
        </div>
        <div className="best-part">
          <h3 className="cost-heading">People you know</h3>
          <Select
            size="xs"
            label="Named by a column"
            allowDeselect={false}
            disabled={onChange === null}
            value={by.column === null ? NO_COLUMN : String(by.column)}
            data={[
              { value: NO_COLUMN, label: 'No column' },
              {
                group: 'Everyone with text in it',
                items: headers.flatMap((header, column) => (header === '' ? [] : [{ value: String(column), label: header }])),
              },
            ]}
            onChange={(value) => value !== null && set({ column: value === NO_COLUMN ? null : Number(value) })}
          />
          <Textarea
            key={typed}
            size="xs"
            label="Or by their constituent IDs"
            description={`One per line or separated by commas; at most ${MAX_KNOWN} people, and no more than the sample`}
            autosize
            minRows={2}
            maxRows={6}
            disabled={onChange === null}
            defaultValue={typed}
            onBlur={(event) => {
              const ids = idsIn(event.currentTarget.value).slice(0, MAX_NAMED);
              if (ids.join('\n') !== typed) set({ ids });
            }}
          />
          <KnownRows project={project} rows={by.rows} onChange={onChange === null ? null : (rows) => set({ rows })} />
        </div>
      </div>
      <div {...(isCounting && { 'data-counting': true })} className="best-outcome">
        <OutcomeSentences best={best} isCounting={isCounting} waiting="Drawing…" />
      </div>
    </div>
  );
}
