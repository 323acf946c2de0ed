import { Button, Group } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { Output } from '../../../../shared/contract/index.ts';
import { useAction, useClient } from '../../../api/index.ts';
import { Dialog, FailureLine, useAnnounce } from '../../../kit/index.ts';

type Link = Pick<Output<'results.openLink'>, 'host' | 'address'>;

interface OpenLinkProps {
  readonly id: string;
  readonly row: number;
  /** The path of the value with the address. */
  readonly entryKey: string;
  /** The label and the host of the address, if the button shows them. */
  readonly of?: { readonly label: string; readonly host: string };
}

/** Opens the address in a value of the profile in the browser; asks once for each host that is not the service's own. */
export function OpenLink({ id, row, entryKey, of }: OpenLinkProps) {
  const client = useClient();
  const announce = useAnnounce();
  const [asked, setAsked] = useState<Link | null>(null);
  const [isFailed, setFailed] = useState(false);
  const opening = useAction(async (confirmedHost: string | null) => {
    setFailed(false);
    const { state, ...link } = await client.call('results.openLink', { id, row, key: entryKey, confirmedHost });
    setAsked(state === 'confirm' ? link : null);
    setFailed(state === 'failed');
    // The new tab cannot access this one, and the site does not get the address of this page.
    if (state === 'page') window.open(link.address, '_blank', 'noopener,noreferrer');
    if (state === 'opened' || state === 'page') announce(`${link.host} opens in the browser`);
  });
  return (
    <>
      <button
        type="button"
        className="link copy-link"
        {...(of !== undefined && { 'aria-label': `${of.label}: Open in browser, ${of.host}`, title: of.host })}
        aria-disabled={opening.isPending}
        onClick={() => {
          if (!opening.isPending) void opening.run(null);
        }}
      >
        {of === undefined ? 'Open in browser' : of.label} <IconExternalLink size={14} stroke={1.6} aria-hidden />
      </button>
      {isFailed && <span className="small">The page did not open in a browser. Copy the address instead.</span>}
      {asked === null && <FailureLine error={opening.error} />}
      {asked !== null && (
        <Dialog title={`Open a page of ${asked.host}?`} onClose={() => setAsked(null)}>
          <p>
            The service put this address into the profile. It leads to <strong dir="ltr">{asked.host}</strong>, not to the service itself.
            That site will see that someone opened this page.
          </p>
          <p className="mono open-address" dir="ltr">
            {asked.address}
          </p>
          <p className="second small">We ask only once for each site.</p>
          <FailureLine error={opening.error} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={() => setAsked(null)} data-autofocus>
              Cancel
            </Button>
            <Button loading={opening.isPending} onClick={() => void opening.run(asked.host)}>
              Open in browser
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  );
}
