import { IconCircleDashed, IconCoins, IconFileImport, IconListCheck, IconLock, IconShieldCheck } from '@tabler/icons-react';
import { useContractQuery } from '../../api/index.ts';
import { FailurePanel } from '../../kit/index.ts';
import { PageTitle, useFileImport, usePolicy } from '../../components/index.ts';
import { toScreen } from '../../navigation/index.ts';
import { ImportPanel } from './ImportPanel.tsx';
import { PracticeLine, PracticePanel } from './PracticePanel.tsx';
import { RecentScreenings } from './RecentScreenings.tsx';
import './new.css';

const WAYS = [
  { icon: IconFileImport, title: '1. Import a spreadsheet', text: 'XLSX, XLS, ODS or CSV, as your CRM exports it.' },
  { icon: IconListCheck, title: '2. See what needs fixing', text: 'Lost ZIP zeros, couples in one name, duplicates.' },
  { icon: IconCoins, title: '3. Know the cost first', text: 'Rows, credits and savings, before anything is sent.' },
  { icon: IconShieldCheck, title: '4. Get your sheet back', text: 'Every column as it was, with the scores next to it.' },
] as const;

function Promises({ isEncrypted, hasAccount }: { readonly isEncrypted: boolean; readonly hasAccount: boolean }) {
  return (
    <div className="new-foot">
      <span>
        <IconLock size={15} stroke={1.6} aria-hidden />
        {isEncrypted ? 'Lists are kept encrypted on this computer' : 'Lists are kept on this computer'}
      </span>
      <span>
        <IconCircleDashed size={15} stroke={1.6} aria-hidden /> No tracking of any kind
      </span>
      {!hasAccount && (
        <a className="link" href={toScreen('connections', { add: 'yes' })}>
          I have an account. Connect it
        </a>
      )}
    </div>
  );
}

/** Imports a file. The first run also explains the program and offers a rehearsal; later runs show the recent screenings. */
export function NewScreen() {
  const { upload, dismiss } = useFileImport();
  const projects = useContractQuery('projects.list', {});
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  // Wait until it is known which form to show. Otherwise a file that the user chooses while the forms change would be lost.
  const isKnown = !projects.isPending && !app.isPending;
  const isFirst = projects.data?.length === 0 && app.data?.isNew === true;
  const current = connections.data?.find((one) => one.id === app.data?.connectionId);
  const { practice } = usePolicy();
  const hasAccount = practice === 'only' || connections.data?.some((one) => one.kind === 'live') === true;
  const isEncrypted = app.data?.secrets.notice == null;
  const failure = upload.at === 'failed' && (
    <FailurePanel title={`“${upload.name}” was not imported`} error={upload.error}>
      <button type="button" className="link" onClick={dismiss}>
        Close this note
      </button>
    </FailurePanel>
  );
  if (!isKnown)
    return (
      <div className="page new-page">
        <main className="page-body" aria-busy>
          <PageTitle window="New screening">New screening</PageTitle>
        </main>
      </div>
    );
  if (isFirst)
    return (
      <div className="page new-page">
        <main className="page-body">
          <div className="new">
            <div>
              <PageTitle window="New screening">Welcome to Screening Desk</PageTitle>
              <p className="new-lead">
                Take a list of constituents from spreadsheet to wealth scores, and back to your CRM. Nothing is sent until you press Send.
              </p>
            </div>
            {failure}
            <div className="new-choices">
              <ImportPanel />
              {practice !== 'hidden' && <PracticePanel />}
            </div>
            <ol className="new-steps">
              {WAYS.map(({ icon: WayIcon, title, text }) => (
                <li key={title}>
                  <WayIcon size={20} stroke={1.6} aria-hidden />
                  <span className="strong">{title}</span>
                  <span className="small second">{text}</span>
                </li>
              ))}
            </ol>
            <Promises isEncrypted={isEncrypted} hasAccount={hasAccount} />
          </div>
        </main>
      </div>
    );
  return (
    <div className="page new-page">
      <main className="page-body">
        <div className="new" data-again>
          <div>
            <PageTitle window="New screening">New screening</PageTitle>
            <p className="second new-subtitle">
              The list is read and checked on this computer{current === undefined ? '' : `, for ${current.name}`}. Nothing is sent until you
              press Send.
            </p>
          </div>
          {failure}
          <ImportPanel />
          <RecentScreenings projects={projects.data ?? []} />
          {practice !== 'hidden' && <PracticeLine />}
          <Promises isEncrypted={isEncrypted} hasAccount={hasAccount} />
        </div>
      </main>
    </div>
  );
}
