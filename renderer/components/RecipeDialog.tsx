import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallProgress, ProjectView, RecipeFix, RecipePreview } from '../../shared/contract/index.ts';
import { contractQuery, useClient, useCommand } from '../api/index.ts';
import { count, day, number, shownValue } from '../format/index.ts';
import { Dialog, FailureLine, WorkProgress, useAnnounce } from '../kit/index.ts';
import './fix-table.css';
import './recipe.css';

type Difference = RecipePreview['differences'][number];

function DifferenceRow({ difference, onChoose }: { readonly difference: Difference; readonly onChoose: (value: string) => void }) {
  const { key, text, options, value, isOpen } = difference;
  const id = `recipe-${key}`;
  return (
    <li>
      <label htmlFor={id}>
        {isOpen && <IconAlertTriangle size={16} stroke={1.6} aria-hidden />}
        <span>
          {isOpen && <b>Your decision: </b>}
          {text}
        </span>
      </label>
      <NativeSelect
        id={id}
        size="xs"
        data={options.map((option) => ({ ...option }))}
        value={value}
        disabled={options.length === 1}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </li>
  );
}

interface FixRowProps {
  readonly fix: RecipeFix;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

function FixRow({ fix, isTicked, onTick }: FixRowProps) {
  const examples = fix.examples.map(({ before, after }) => `${shownValue(before)} → ${shownValue(after)}`).join(', ');
  return (
    <tr>
      <td>
        <Checkbox size="xs" checked={isTicked} aria-label={fix.title} onChange={(event) => onTick(event.currentTarget.checked)} />
      </td>
      <th scope="row">
        <b>{fix.title}</b>
        <span>{fix.safe ? fix.description : `${fix.description} Not ticked, because it clears or guesses values.`}</span>
      </th>
      <td className="recipe-cells">{number(fix.cells)}</td>
      <td className="recipe-examples" title={examples}>
        {examples}
      </td>
    </tr>
  );
}

interface FixesProps {
  readonly fixes: readonly RecipeFix[];
  readonly ticked: readonly string[];
  readonly onTick: (keys: readonly string[]) => void;
}

function Fixes({ fixes, ticked, onTick }: FixesProps) {
  return (
    <section aria-labelledby="recipe-fixes">
      <h3 id="recipe-fixes">Fixes by rule</h3>
      {fixes.length === 0 ? (
        <p className="second">No fix of last time changes a cell of this list.</p>
      ) : (
        <table className="fix-table recipe-fixes">
          <thead>
            <tr>
              <th scope="col">Apply</th>
              <th scope="col">Issue and fix</th>
              <th scope="col" className="recipe-cells">
                Cells
              </th>
              <th scope="col">Examples</th>
            </tr>
          </thead>
          <tbody>
            {fixes.map((fix) => (
              <FixRow
                key={fix.key}
                fix={fix}
                isTicked={ticked.includes(fix.key)}
                onTick={(isTicked) => onTick(isTicked ? [...ticked, fix.key] : ticked.filter((key) => key !== fix.key))}
              />
            ))}
          </tbody>
        </table>
      )}
      <p className="small second">Changes of single cells, of pairs and of single rows are not part of it.</p>
    </section>
  );
}

interface BodyProps extends FixesProps {
  readonly preview: RecipePreview;
  readonly onChoose: (key: string, value: string) => void;
}

function Body({ preview, ticked, onTick, onChoose }: BodyProps) {
  const { lines, differences, fixes, readsAgain, blocked, ready } = preview;
  return (
    <div className="recipe-body">
      {readsAgain && (
        <p className="second">Last time the file was read with other settings. Read it that way first; then you see the rest.</p>
      )}
      {blocked !== null && <p className="recipe-blocked">{blocked}</p>}
      {lines.length > 0 && (
        <dl className="recipe-lines">
          {lines.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <section aria-labelledby="recipe-differences">
        <h3 id="recipe-differences">What differs in this file</h3>
        {differences.length === 0 ? (
          <p className="second">Nothing that needs a choice.</p>
        ) : (
          <ul className="recipe-differences">
            {differences.map((one) => (
              <DifferenceRow key={one.key} difference={one} onChoose={(value) => onChoose(one.key, value)} />
            ))}
          </ul>
        )}
      </section>
      {!readsAgain && (
        <>
          <Fixes fixes={fixes} ticked={ticked} onTick={onTick} />
          <p>
            Ready to match: {number(ready.before)}{' '}
            {ready.before === ready.after ? (
              'and the same after'
            ) : (
              <>
                → <b>{number(ready.after)}</b>
              </>
            )}
          </p>
        </>
      )}
    </div>
  );
}

interface RecipeDialogProps {
  readonly project: ProjectView;
  readonly of: string;
  readonly onClose: () => void;
}

/** What the recipe of an earlier screening applies to a list, what differs, and one button for all of it. */
export function RecipeDialog({ project, of, onClose }: RecipeDialogProps) {
  const { id } = project;
  const client = useClient();
  const announce = useAnnounce();
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  /** Null: the safe fixes. */
  const [fixes, setFixes] = useState<readonly string[] | null>(null);
  const [progress, onProgress] = useState<CallProgress | null>(null);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const ask = { id, of, choices: { ...choices }, fixes: fixes === null ? null : [...fixes] };
  const preview = useQuery({ ...contractQuery(client, 'recipe.preview', ask, { onProgress }), placeholderData: keepPreviousData });
  const apply = useCommand('recipe.apply', ({ cells, notes: found, readsAgain }) => {
    if (readsAgain) return announce('The file is read as last time');
    announce(`Applied. ${count(cells, 'cell')} fixed by rule`);
    if (found.length === 0) return onClose();
    return setNotes(found);
  });
  const { data } = preview;
  const ticked = fixes ?? data?.fixes.flatMap(({ safe, key }) => (safe ? [key] : [])) ?? [];
  const failure = preview.error ?? apply.error;
  const title = data === undefined ? 'Same as last time' : `Same as last time: “${data.name}”, ${day(data.at)}`;
  if (notes.length > 0)
    return (
      <Dialog onClose={onClose} size={560} title={title}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <div className="dialog-foot">
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} size={860} title={title}>
      <FailureLine error={failure} />
      {data !== undefined && (
        <Body
          preview={data}
          fixes={data.fixes}
          ticked={ticked}
          onTick={setFixes}
          onChoose={(key, value) => setChoices((before) => ({ ...before, [key]: value }))}
        />
      )}
      <div className="dialog-foot recipe-foot">
        {preview.isFetching && (
          <WorkProgress label="Working out the changes" progress={progress} rows={project.sheet?.rows ?? 0} onCancel={undefined} />
        )}
        <span className="second">
          <IconArrowBackUp size={15} stroke={1.6} aria-hidden /> Nothing is sent. You can undo all of it.
        </span>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={data === undefined || data.blocked !== null}
          loading={apply.isPending}
          onClick={() => apply.mutate({ ...ask, fixes: [...ticked] })}
        >
          {data?.readsAgain === true ? 'Read it like that' : 'Apply'}
        </Button>
      </div>
    </Dialog>
  );
}
