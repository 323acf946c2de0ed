import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useClient, useCommand, useContractQuery } from '../../api/index.ts';
import { CopyLink, FailureLine, FailurePanel, useAnnounce } from '../../kit/index.ts';
import { SettingsSubpage } from './SettingsSubpage.tsx';

function DiagnosticsText({ text }: { readonly text: string }) {
  const client = useClient();
  const announce = useAnnounce();
  const save = useCommand('app.saveDiagnostics', (saved) => {
    if (saved === null) return;
    if (saved.download !== null) client.download(saved.download);
    announce(`Saved: ${saved.shown}`);
  });
  return (
    <section className="card" aria-label="Diagnostics">
      <p className="second">
        For support, if something does not work. This is everything in it: no person, no list, no project, no address and no token. Nothing
        is sent; you save it and decide who gets it.
      </p>
      <div className="settings-actions diagnostics-actions">
        <Button
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate({ text })}
        >
          Save…
        </Button>
        <CopyLink label="Copy all" text={() => text} />
      </div>
      <FailureLine error={save.error} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre className="mono small diagnostics-text" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

/** The diagnostics for support. The user can read all of it before saving it. */
export function DiagnosticsPage() {
  const { data, error, refetch } = useContractQuery('app.diagnostics', {});
  return (
    <SettingsSubpage title="Diagnostics">
      {error !== null && <FailurePanel title="The diagnostics cannot be made" error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={420} radius={8} />}
      {data !== undefined && <DiagnosticsText text={data.text} />}
    </SettingsSubpage>
  );
}
