import { Button, Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import type { PlanView } from '../../../shared/contract/index.ts';
import { type PlanSettings, planNumbers } from '../../../shared/plan/index.ts';
import { longDay } from '../../../shared/base/index.ts';
import { dueReasons, planLines, waitingSentences } from '../../../shared/view-texts/index.ts';
import { useCommand, useContractQuery, useWork } from '../../api/index.ts';
import { BackHead, Page, PageColumns, PageTitle, type ScreenProps } from '../../components/index.ts';
import { count, number, when } from '../../format/index.ts';
import { EmptyState, FailureLine, FailurePanel, useAnnounce, WorkProgress } from '../../kit/index.ts';
import { navigate, toProject, toScreen } from '../../navigation/index.ts';
import './plan.css';

/** The longest allowed time until people are due again, in months. */
const MAX_MONTHS = 120;

interface PlanProps {
  readonly connectionId: string;
  readonly view: PlanView;
}

interface PlanCardProps extends PlanProps {
  /** The settings including unsaved changes. */
  readonly settings: PlanSettings;
}

/** The people who are due, and the button that creates a draft with them. */
function DueCard({ connectionId, view, settings }: PlanCardProps) {
  const work = useWork();
  const draft = useCommand('plan.draft', ({ id }, _, isHere) => isHere && navigate(toProject(id, 'check')), { call: work.begin });
  const { due, draft: present } = view;
  return (
    <section className="card plan-card" aria-labelledby="plan-due">
      <h2 className="card-title" id="plan-due">
        Due to be screened
      </h2>
      <p>
        <span className="plan-number">{number(due.total)}</span> <span className="second">{due.total === 1 ? 'person' : 'people'}</span>
      </p>
      {due.total > 0 && <p>{dueReasons(view)}</p>}
      {present !== null && (
        <p>
          <a className="link" href={toProject(present.id, 'check')}>
            {present.name}
          </a>{' '}
          has people who are due and was not sent yet.
        </p>
      )}
      {present === null && due.total > 0 && (
        <>
          <div>
            <Button loading={draft.isPending} onClick={() => draft.mutate({ connectionId, settings })}>
              Make a draft of {due.total === 1 ? 'this person' : `these ${number(due.total)} people`}
            </Button>
          </div>
          <p className="small second">
            The draft has their newest values. Nothing is sent until you check it, see its cost and send it yourself.
          </p>
        </>
      )}
      <FailureLine error={draft.error} />
    </section>
  );
}

/** Everybody in the lists of the account, by when they were last screened. */
function LastScreened({ view }: Pick<PlanProps, 'view'>) {
  const lines = planLines(view);
  const most = Math.max(1, ...lines.map(({ people }) => people));
  return (
    <section className="card plan-card" aria-labelledby="plan-last">
      <h2 className="card-title" id="plan-last">
        Last screened
      </h2>
      <table className="plan-table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col" data-number>
              People
            </th>
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {lines.map(({ label, people, note }) => (
            <tr key={label}>
              <th scope="row">
                {label}
                {note !== '' && people > 0 && <span className="small second">{note}</span>}
              </th>
              <td data-number>{number(people)}</td>
              <td className="plan-bar" aria-hidden>
                <span style={{ width: `${(people / most) * 100}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small second">
        From {count(view.census.lists, 'list')} on this computer, each person once, by ID or else by name and address. People of a screening
        that was removed count as never screened.
      </p>
    </section>
  );
}

/** The credits needed until the renewal, and how many more people become due in each month. */
function Credits({ view }: Pick<PlanProps, 'view'>) {
  const ahead = view.ahead.filter(({ people }) => people > 0);
  return (
    <section className="card plan-card" aria-labelledby="plan-credits">
      <h2 className="card-title" id="plan-credits">
        Credits and waiting
      </h2>
      {waitingSentences(view).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {view.balance !== null && <p className="small second">Balance last read: {when(view.balance.readAt)}</p>}
      {ahead.length > 0 && (
        <table className="plan-table">
          <thead>
            <tr>
              <th scope="col">Due by</th>
              <th scope="col" data-number>
                More people
              </th>
            </tr>
          </thead>
          <tbody>
            {ahead.map(({ until, people }) => (
              <tr key={until}>
                <th scope="row">{longDay(until)}</th>
                <td data-number>{number(people)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface SettingsCardProps extends PlanCardProps {
  readonly onChange: (settings: PlanSettings) => void;
  readonly onSaved: () => void;
}

function SettingsCard({ connectionId, view, settings, onChange, onSaved }: SettingsCardProps) {
  const announce = useAnnounce();
  const save = useCommand('plan.save', () => {
    announce('The plan is saved.');
    onSaved();
  });
  const change = (changes: Partial<PlanSettings>) => onChange({ ...settings, ...changes });
  const canSave = !view.isSaved || JSON.stringify(settings) !== JSON.stringify(view.settings);
  return (
    <section className="card plan-card plan-settings" aria-labelledby="plan-settings">
      <h2 className="card-title" id="plan-settings">
        Your plan
      </h2>
      <NumberInput
        label="Screen again after"
        suffix={settings.months === 1 ? ' month' : ' months'}
        min={1}
        max={MAX_MONTHS}
        clampBehavior="blur"
        allowDecimal={false}
        value={settings.months}
        onChange={(typed) => typeof typed === 'number' && change({ months: Math.min(Math.max(1, typed), MAX_MONTHS) })}
      />
      <TextInput
        label="Credits are renewed on"
        type="date"
        min={view.today}
        max="9999-12-31"
        value={settings.renewal ?? ''}
        onChange={({ currentTarget }) => change({ renewal: currentTarget.value === '' ? null : currentTarget.value })}
      />
      <Checkbox
        label="People whose address has changed since"
        checked={settings.moved}
        onChange={({ currentTarget }) => change({ moved: currentTarget.checked })}
      />
      <Checkbox
        label="People who were never screened"
        checked={settings.never}
        onChange={({ currentTarget }) => change({ never: currentTarget.checked })}
      />
      <div>
        <Button
          variant="default"
          size="xs"
          aria-disabled={!canSave}
          loading={save.isPending}
          onClick={() => canSave && save.mutate({ connectionId, ...settings })}
        >
          Save the plan
        </Button>
      </div>
      <p className="small second">
        {view.isSaved
          ? 'Projects says when people are due. Nothing is ever sent automatically.'
          : 'Once it is saved, Projects says when people are due. Nothing is ever sent automatically.'}
      </p>
      <FailureLine error={save.error} />
    </section>
  );
}

function Plan({ connectionId, view: stored }: PlanProps) {
  const [changed, setChanged] = useState<PlanSettings | null>(null);
  const settings = changed ?? stored.settings;
  const { census, today, balance, creditsPerRecord } = stored;
  const credits = { remaining: balance?.remaining ?? null, perRecord: creditsPerRecord };
  // Show the numbers for changed settings before they are saved.
  const view = { ...stored, settings, ...planNumbers(census, settings, today, credits) };
  return (
    <PageColumns side={340}>
      <div className="plan-stack">
        <DueCard connectionId={connectionId} view={view} settings={settings} />
        <LastScreened view={view} />
      </div>
      <div className="plan-stack">
        <SettingsCard
          connectionId={connectionId}
          view={stored}
          settings={settings}
          onChange={setChanged}
          onSaved={() => setChanged(null)}
        />
        <Credits view={view} />
      </div>
    </PageColumns>
  );
}

function AccountPlan({ connectionId }: { readonly connectionId: string }) {
  const work = useWork();
  const plan = useContractQuery('plan.get', { connectionId }, { onProgress: work.onProgress });
  if (plan.error !== null) return <FailurePanel title="The plan cannot be shown" error={plan.error} onRetry={() => void plan.refetch()} />;
  if (plan.data === undefined)
    return (
      <div aria-busy="true">
        <WorkProgress label="Counting" progress={work.progress} rows={0} onCancel={undefined} />
      </div>
    );
  if (plan.data.census.lists === 0)
    return (
      <div className="card">
        <EmptyState icon={IconCalendarRepeat} title="No lists over this connection yet">
          Once you import lists, this page shows who was screened when, who was never screened, and who is due again.
        </EmptyState>
      </div>
    );
  return <Plan connectionId={connectionId} view={plan.data} />;
}

/** When the people of an account are due to be screened again. Nothing here is sent or charged. */
export function PlanPage({ route }: ScreenProps) {
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  const wanted = route.search['connection'];
  const shown = connections.data?.find(({ id }) => id === wanted) ?? connections.data?.find(({ id }) => id === app.data?.connectionId);
  return (
    <Page
      isPlain
      isWaiting={connections.isPending}
      head={
        <BackHead href={toScreen('projects')} to="Projects" title={<PageTitle window="Plan">Plan</PageTitle>}>
          {shown !== undefined && connections.data !== undefined && connections.data.length > 1 && (
            <Select
              className="page-head-end"
              aria-label="Connection"
              size="xs"
              w={200}
              allowDeselect={false}
              value={shown.id}
              onChange={(id) => id !== null && navigate(toScreen('projects', { connection: id }, 'plan'), { replace: true })}
              data={connections.data.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </BackHead>
      }
    >
      {connections.error !== null && (
        <FailurePanel title="The plan cannot be shown" error={connections.error} onRetry={() => void connections.refetch()} />
      )}
      {shown !== undefined && <AccountPlan key={shown.id} connectionId={shown.id} />}
    </Page>
  );
}
