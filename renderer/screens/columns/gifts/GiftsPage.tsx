import { IconGift } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ProjectView } from '../../../../shared/contract/index.ts';
import { giftsProblem, joinRemedy, missingColumns } from '../../../../shared/gifts/index.ts';
import { GIFT_COLUMNS } from '../../../../shared/mapping/index.ts';
import { useCommand, useContractQuery, useWork } from '../../../api/index.ts';
import { type PlanChanges, Page, ProjectHead, SPREADSHEETS, WorkbookPassword } from '../../../components/index.ts';
import { count, number } from '../../../format/index.ts';
import {
  FailureLine,
  FailurePanel,
  FileChoice,
  StepFooter,
  UndoButton,
  WorkProgress,
  focusTitle,
  useAnnounce,
} from '../../../kit/index.ts';
import { navigate, toProject } from '../../../navigation/index.ts';
import { focusGiftOrder, focusGiftSign, GiftMapping, roleFieldId } from './GiftMapping.tsx';
import { GiftOwners, TenPeople } from './GiftPeople.tsx';
import { GiftSwitch } from './GiftSwitch.tsx';
import { GiftTypes } from './GiftTypes.tsx';
import { OwnReport } from './OwnReport.tsx';
import { type GiftFile, giftsScope, type ListGifts } from './useGiftFile.ts';
import './gifts.css';

/** Chooses a gift file. Shows a password field if the file needs one. */
function ChooseFile({ file: { read, file, error, isReading }, label }: { readonly file: GiftFile; readonly label: string }) {
  const [password, setPassword] = useState('');
  return (
    <>
      <FileChoice accept={SPREADSHEETS} label="Gift file" onChoose={read}>
        {(props) => (
          <button type="button" className="link" {...props} disabled={isReading}>
            {label}
          </button>
        )}
      </FileChoice>
      {file !== null && error?.code === 'FILE_PASSWORD' && (
        <WorkbookPassword password={password} onChange={setPassword} onOpen={() => read(file, password)} />
      )}
    </>
  );
}

/** Gray lines where the totals will be, because a zero would look like a result. */
function Waiting({ file }: { readonly file: GiftFile }) {
  return (
    <section className="card gifts-card" aria-label="Reading the gifts" aria-busy>
      <WorkProgress label="Reading the gifts" progress={file.work.progress} rows={0} onCancel={file.work.cancel} />
      {[72, 54, 64, 40].map((width) => (
        <span key={width} className="gifts-gray" style={{ width: `${width}%` }} aria-hidden />
      ))}
    </section>
  );
}

function NothingJoins({ view }: Pick<ListGifts, 'view'>) {
  const { nothingJoins, columns } = view;
  if (nothingJoins === null) return null;
  return (
    <section className="card gifts-card gifts-nothing" role="alert" aria-label="Nobody found">
      <p className="strong">
        {nothingJoins.ids === 1 ? 'The only ID is not on your list.' : `None of the ${number(nothingJoins.ids)} IDs is on your list.`}{' '}
        {joinRemedy(nothingJoins) ?? `Choose another column of IDs than “${columns.id ?? ''}”.`}
      </p>
      <dl>
        <dt>IDs of your list</dt>
        <dd>{nothingJoins.ofList.join(', ') || 'none'}</dd>
        <dt>IDs of the gifts</dt>
        <dd>{nothingJoins.ofGifts.join(', ')}</dd>
      </dl>
    </section>
  );
}

interface GiftsPageProps {
  readonly project: ProjectView;
  readonly file: GiftFile;
  readonly changes: PlanChanges;
}

/** The tab Gifts of Columns: the content of a file with one gift per row, and what it changes in the list. */
export function GiftsPage({ project, file, changes }: GiftsPageProps) {
  const { id } = project;
  const { gifts, choose, isReading } = file;
  const announce = useAnnounce();
  const work = useWork();
  const plan = useContractQuery('columns.get', { id }).data?.plan;
  const ofList = plan?.columns.filter(({ to }) => to.kind === 'field' && GIFT_COLUMNS.includes(to.field)).length ?? 0;
  const hasIds = plan?.columns.some(({ to }) => to.kind === 'field' && to.field === 'constituentId') === true;
  const joinsAgain = hasIds && !isReading && gifts != null && gifts.view.nothingJoins !== null;
  const hasJoinedAgain = useRef(false);
  // Join once more, because the ID column of the list may have been chosen after the gifts were read.
  useEffect(() => {
    if (!joinsAgain || hasJoinedAgain.current) return;
    hasJoinedAgain.current = true;
    choose(() => ({}));
  }, [joinsAgain, choose]);
  const toList = () => {
    navigate(toProject(id, 'columns'));
    focusTitle();
  };
  const use = useCommand(
    'gifts.use',
    ({ view }, _, isHere) => {
      changes.keepGifts('remove');
      announce(`The gifts fill the giving fields of ${count(view.onList.people, 'person', 'people')}.`);
      if (isHere) toList();
    },
    { scope: giftsScope(id), call: work.begin },
  );
  const remove = useCommand(
    'gifts.remove',
    (_done, _input, isHere) => {
      changes.keepGifts('restore');
      announce('The gifts are removed. The list has its own values.');
      if (isHere) toList();
    },
    { scope: giftsScope(id) },
  );
  const problem = gifts == null ? null : giftsProblem(gifts.view);
  const missing = gifts == null ? [] : missingColumns(gifts.view);
  const asksForOrder = missing.length === 0 && gifts?.view.nothingJoins === null && gifts.view.unclearDates !== null;
  const asksForSign = missing.length === 0 && gifts?.view.nothingJoins === null && gifts.view.unclearAmounts !== null;
  const isShown = gifts != null && !isReading;
  const error = file.error ?? file.choiceError ?? remove.error;
  const people = gifts?.view.onList.people ?? 0;
  const blocked =
    isReading || gifts === undefined
      ? ({ reason: 'The gifts are being read', kind: 'waiting' } as const)
      : gifts === null
        ? { reason: 'Choose a gift file' }
        : problem !== null
          ? asksForOrder
            ? { reason: 'Choose whether dates have the day or the month first', onReason: focusGiftOrder }
            : asksForSign
              ? { reason: 'Choose the decimal sign', onReason: focusGiftSign }
              : missing.length === 0 && gifts.view.nothingJoins?.ofList.length === 0
                ? { reason: 'Your list has no IDs', onReason: toList }
                : {
                    reason: missing.length > 0 ? 'Choose the columns of the gifts' : 'None of the IDs is on your list',
                    onReason: () => document.getElementById(roleFieldId(missing[0] ?? 'id'))?.focus(),
                  }
          : people === 0
            ? { reason: 'None of the counted gifts is from anyone on your list' }
            : null;
  const alone = ofList === 0 ? '' : `; your list alone filled ${number(ofList)}`;
  return (
    <Page
      head={<ProjectHead project={project} step="columns" />}
      foot={
        <StepFooter
          back={toProject(id, 'columns')}
          backLabel="Back to the list"
          sentence={
            gifts?.isCurrent === true
              ? `These gifts fill the giving fields of ${count(people, 'person', 'people')}. Nothing is sent yet.`
              : `Fills ${gifts?.choices.wins === 'list' ? 'the empty ones of the' : 'all'} 8 giving fields for ${count(people, 'person', 'people')}${alone}. Nothing is sent yet.`
          }
          next={
            gifts?.isCurrent === true
              ? { label: 'See the columns', onNext: toList }
              : { label: 'Use these gifts', onNext: () => use.mutate({ id }), blocked, isBusy: use.isPending }
          }
        />
      }
    >
      <div className="gifts-head">
        <GiftSwitch project={project} gifts={gifts} shown="gifts" />
        <span className="second cut gifts-file">
          <IconGift size={15} stroke={1.6} aria-hidden /> {isReading ? file.file?.name : gifts?.view.file}
          {gifts != null && !isReading && ', one gift per row'}
        </span>
        <span className="gifts-head-end">
          <ChooseFile file={file} label={gifts == null ? 'Choose the gift file…' : 'Choose another file…'} />
          {gifts != null && (
            <button type="button" className="link" onClick={() => remove.mutate({ id })}>
              Remove gifts
            </button>
          )}
          <UndoButton {...changes.steps} />
        </span>
      </div>
      {use.error !== null && <FailurePanel title="The gifts were not used" error={use.error} kept="The list has the values from before." />}
      {use.isPending && (
        <WorkProgress label="Filling the giving fields" progress={work.progress} rows={project.sheet?.rows ?? 0} onCancel={undefined} />
      )}
      <FailureLine error={error} />
      {isReading && <Waiting file={file} />}
      {gifts === null && !isReading && (
        <section className="card gifts-card" aria-label="A gift file">
          <p className="strong">Drop a file with one gift per row: ID, date and amount, and its type where it has one.</p>
          <p className="second">
            It fills first, latest and largest gift, their number and their total. It is read on this computer, and nothing is sent.
          </p>
        </section>
      )}
      {isShown && (
        <>
          <GiftMapping gifts={gifts} choose={choose} opensId={gifts.view.nothingJoins !== null} />
          <NothingJoins view={gifts.view} />
          {missing.length > 0 && <p className="gifts-hint">{problem}</p>}
          {missing.length === 0 && (
            <div className="gifts-columns" aria-busy={file.isChoosing}>
              <div className="gifts-stack">
                <GiftTypes gifts={gifts} choose={choose} />
                <GiftOwners view={gifts.view} />
              </div>
              <div className="gifts-stack">
                <OwnReport key={gifts.view.file} id={id} gifts={gifts} choose={choose} />
                {gifts.view.examples.length > 0 && <TenPeople gifts={gifts} choose={choose} />}
              </div>
            </div>
          )}
        </>
      )}
    </Page>
  );
}
