import { Button, FileButton, Progress } from '@mantine/core';
import {
  IconArrowRight,
  IconCheck,
  IconCircleDashed,
  IconCoins,
  IconFileImport,
  IconListCheck,
  IconLock,
  IconSchool,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { asAppError, useClient } from '../../api/client.ts';
import { useFileDrop } from '../../components/file-drop.tsx';
import { FailurePanel } from '../../components/Failure.tsx';
import { PageTitle } from '../../components/Page.tsx';
import { useCommand, useContractQuery } from '../../api/queries.ts';
import { navigate, toProject, toScreen } from '../../navigation/router.ts';
import { percent } from '../../format/text.ts';
import './new.css';

/** Initial filter of the file dialog; the application checks the content, not the name. */
const ACCEPTED = '.xlsx,.xlsm,.xlsb,.xls,.ods,.csv,.tsv,.txt';

function Uploading({ name, fraction }: { readonly name: string; readonly fraction: number | null }) {
  return (
    <div className="new-handing">
      <h2 className="new-drop-title">Taking in the file</h2>
      <p className="second cut">{name}</p>
      <Progress value={(fraction ?? 1) * 100} animated={fraction === null} aria-label={`Taking in ${name}`} size={8} />
      <p className="small second">{fraction === null ? 'One moment' : `${percent(fraction)}. It stays on this computer.`}</p>
    </div>
  );
}

function ImportPanel() {
  const { drop, importFiles } = useFileDrop();
  const { takesMadeFiles } = useClient();
  const reset = useRef<() => void>(null);
  return (
    <section className="new-drop" aria-label="Bring a spreadsheet">
      <span className="new-drop-icon" aria-hidden>
        <IconFileImport size={26} stroke={1.6} />
      </span>
      {drop.at === 'handing' ? (
        <Uploading name={drop.name} fraction={drop.fraction} />
      ) : (
        <>
          <h2 className="new-drop-title">Drop your spreadsheet anywhere in this window</h2>
          <div className="second">XLSX, XLS, ODS, CSV or text, up to 1,000,000 rows</div>
          <div className="new-drop-button">
            <FileButton
              resetRef={reset}
              accept={ACCEPTED}
              onChange={(file) => {
                if (file !== null) importFiles([file]);
                // Reset, so that choosing the same file again counts as a new choice.
                reset.current?.();
              }}
            >
              {(props) => <Button {...props}>Choose a file…</Button>}
            </FileButton>
          </div>
          <div className="small second">
            or paste {takesMadeFiles ? 'copied cells' : 'a copied file'} with{' '}
            <kbd className="key">{/mac/i.test(navigator.platform) ? '⌘' : 'Ctrl'}</kbd> <kbd className="key">V</kbd>
          </div>
        </>
      )}
    </section>
  );
}

function PracticePanel() {
  const sample = useCommand('projects.sample');
  const begin = (search: Readonly<Record<string, string>>) =>
    sample.mutate({ sample: 'messy' }, { onSuccess: (project) => navigate(toProject(project.id, 'file', search)) });
  return (
    <section className="new-practice" aria-label="Practice">
      <div className="new-practice-mark">
        <IconSchool size={18} stroke={1.6} aria-hidden /> PRACTICE
      </div>
      <h2>New here? Rehearse first</h2>
      <p>Screen a sample of 2,500 made-up people, with the usual mess in it. About two minutes.</p>
      <ul>
        {['Runs on this computer alone', 'No account, no token, no credits', 'The same steps as the real thing'].map((line) => (
          <li key={line}>
            <IconCheck size={16} stroke={1.8} aria-hidden /> {line}
          </li>
        ))}
      </ul>
      {sample.error !== null && (
        <FailurePanel title="The sample was not opened" error={asAppError(sample.error)} onRetry={() => begin({})} />
      )}
      <Button
        className="new-practice-button"
        onClick={() => begin({ next: 'columns' })}
        rightSection={<IconArrowRight size={16} stroke={1.8} aria-hidden />}
        aria-disabled={sample.isPending}
      >
        Practise with the sample
      </Button>
      <button type="button" className="new-practice-look" onClick={() => begin({})}>
        Look at the sample workbook first
      </button>
    </section>
  );
}

const WAYS = [
  { icon: IconFileImport, title: '1. Bring a spreadsheet', text: 'XLSX, XLS, ODS or CSV, just as your CRM gave it.' },
  { icon: IconListCheck, title: '2. See what needs fixing', text: 'Lost ZIP zeros, couples in one name, doubles.' },
  { icon: IconCoins, title: '3. Know the cost first', text: 'Rows, credits and savings, before anything is sent.' },
  { icon: IconShieldCheck, title: '4. Get your sheet back', text: 'Every column as it was, with the scores next to it.' },
] as const;

/** Imports a file, or rehearses with the sample. The first run also explains the program. */
export function NewScreen() {
  const { drop, dismiss } = useFileDrop();
  const projects = useContractQuery('projects.list', {});
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  const isFirst = projects.data?.length === 0;
  const current = connections.data?.find((one) => one.id === app.data?.connectionId);
  const hasAccount = connections.data?.some((one) => one.kind === 'live') === true;
  return (
    <div className="page new-page">
      <main className="page-body">
        <div className="new">
          <div>
            <PageTitle window="New screening">{isFirst ? 'Welcome to Screening Desk' : 'New screening'}</PageTitle>
            <p className="new-lead">
              {isFirst
                ? 'Take a list of supporters from spreadsheet to wealth scores, and back to your CRM. Nothing is sent until you press Send.'
                : `The list is read and checked on this computer${current === undefined ? '' : `, for ${current.name}`}. Nothing is sent until you press Send.`}
            </p>
          </div>
          {drop.at === 'failed' && (
            <FailurePanel title={`“${drop.name}” was not taken in`} error={drop.error}>
              <button type="button" className="link" onClick={dismiss}>
                Close this note
              </button>
            </FailurePanel>
          )}
          <div className="new-ways">
            <ImportPanel />
            <PracticePanel />
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
          <div className="new-foot">
            <span>
              <IconLock size={15} stroke={1.6} aria-hidden />
              {app.data?.secrets.notice == null ? 'Lists are kept encrypted on this computer' : 'Lists are kept on this computer'}
            </span>
            <span>
              <IconCircleDashed size={15} stroke={1.6} aria-hidden /> No tracking of any kind
            </span>
            {!hasAccount && (
              <a className="link" href={toScreen('connections', { add: 'yes' })}>
                I have an account: connect it
              </a>
            )}
          </div>
        </div>
      </main>
    </div>
  );
}
