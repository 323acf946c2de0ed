import { Button, Portal, Skeleton } from '@mantine/core';
import { IconFileExport, IconPencilPlus, IconPrinter, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { RecordView } from '../../../shared/contract/index.ts';
import { useClient, useCommand, useContractQuery } from '../../api/index.ts';
import { BackHead, Page, PageColumns, PageTitle, type ScreenProps, Tag, Printable } from '../../components/index.ts';
import { number } from '../../format/index.ts';
import { EmptyState, FailureLine, FailurePanel, useAnnounce } from '../../kit/index.ts';
import { toProject, toScreen } from '../../navigation/index.ts';
import { SavePdf } from '../results/index.ts';
import { ChainCard, ElsewhereCard, FingerprintCard } from './ChainCards.tsx';
import { DeclareDialog } from './DeclareDialog.tsx';
import { RecordPaper } from './RecordPaper.tsx';
import './record.css';

function Head({ record, actions }: { readonly record: RecordView | null; readonly actions?: ReactNode }) {
  const verdict = record !== null && record.entries.length > 0 ? record.chain.verdict : null;
  const [href, to] = record?.name == null ? [toScreen('settings'), 'Settings'] : [toProject(record.id), record.name];
  return (
    <BackHead href={href} to={to} title={<PageTitle window="Screening record">Screening record</PageTitle>} actions={actions}>
      {verdict !== null &&
        (verdict.problem === null ? (
          <Tag tone="done" icon={IconShieldCheck}>
            Chain verified
          </Tag>
        ) : (
          <Tag tone="error" icon={IconShieldX}>
            {verdict.at === null ? 'Chain broken' : `Chain broken at ${number(verdict.at)}`}
          </Tag>
        ))}
    </BackHead>
  );
}

/** A record that exists. */
function ShownRecord({ record }: { readonly record: RecordView }) {
  const client = useClient();
  const announce = useAnnounce();
  const [isDeclaring, setDeclaring] = useState(false);
  const hasPdf = useContractQuery('app.get', {}).data?.host === 'electron';
  const save = useCommand('record.export', (saved) => {
    if (saved === null) return;
    if (saved.download !== null) client.download(saved.download);
    announce(`Saved: ${saved.shown}`);
  });
  const canDeclare = record.name !== null;
  const last = record.entries.at(-1)!.number;
  const actions = (
    <div className="record-actions">
      {canDeclare && (
        <Button variant="default" size="xs" leftSection={<IconPencilPlus size={16} aria-hidden />} onClick={() => setDeclaring(true)}>
          Complete…
        </Button>
      )}
      <Printable>
        <Button variant="default" size="xs" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {hasPdf ? 'Print…' : 'Print or save as PDF…'}
        </Button>
      </Printable>
      <SavePdf name={`Screening record ${last}`} size="xs" />
      <Button
        size="xs"
        leftSection={<IconFileExport size={16} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate({ id: record.id })}
      >
        Export…
      </Button>
    </div>
  );
  return (
    <Page isPlain isFocusable head={<Head record={record} actions={actions} />}>
      <FailureLine error={save.error} />
      <PageColumns side={296}>
        <RecordPaper record={record} {...(canDeclare && { onAdd: () => setDeclaring(true) })} />
        <div className="record-side">
          <ChainCard chain={record.chain} current={record.id} />
          {record.sent !== null && <FingerprintCard sent={record.sent} />}
          <ElsewhereCard number={last} />
        </div>
      </PageColumns>
      <Portal className="sheets" reuseTargetNode={false}>
        <RecordPaper record={record} isPrinted />
      </Portal>
      {isDeclaring && <DeclareDialog record={record} onClose={() => setDeclaring(false)} />}
    </Page>
  );
}

interface NoRecordProps {
  readonly record: RecordView | null;
  /** The title of the failure. */
  readonly title: string;
  readonly error: Error | null;
  readonly onRetry: () => void;
  /** True when reading has finished and there is no record; false while it loads. */
  readonly isNone: boolean;
  readonly children?: ReactNode;
}

/** The page without a record, because it could not be read or does not exist. */
function NoRecord({ record, title, error, onRetry, isNone, children }: NoRecordProps) {
  return (
    <Page isPlain head={<Head record={record} />}>
      {error !== null && <FailurePanel title={title} error={error} onRetry={onRetry} />}
      {children}
      {isNone && (
        <div className="card">
          <EmptyState icon={IconShieldCheck} title="Nothing was sent from here">
            The record is written when a list is sent: who sent it, why, which fields, and what it cost.
          </EmptyState>
        </div>
      )}
    </Page>
  );
}

function ProjectRecord({ id }: { readonly id: string }) {
  const { data, error, refetch } = useContractQuery('record.get', { id });
  if (data !== undefined && data.entries.length > 0) return <ShownRecord key={id} record={data} />;
  return (
    <NoRecord
      record={data ?? null}
      title="The record cannot be shown"
      error={error}
      onRetry={() => void refetch()}
      isNone={data !== undefined}
    >
      {error === null && data === undefined && <Skeleton height={420} radius={8} />}
    </NoRecord>
  );
}

/** The newest record. */
function NewestRecord() {
  const { data, error, refetch } = useContractQuery('records.chain', {});
  const newest = data?.newest[0];
  if (newest !== undefined) return <ProjectRecord id={newest.projectId} />;
  return (
    <NoRecord record={null} title="The records cannot be shown" error={error} onRetry={() => void refetch()} isNone={data !== undefined} />
  );
}

/** The screening record of a project, also of a removed one. Without an ID, the newest record. */
export function RecordScreen({ route }: ScreenProps) {
  const [id] = route.rest;
  return id === undefined ? <NewestRecord /> : <ProjectRecord id={id} />;
}
