import { Textarea } from '@mantine/core';
import { IconCheck, IconClipboard } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useClient } from '../api/index.ts';
import { useAnnounce } from './Announcer.tsx';
import { Dialog } from './Dialog.tsx';

/** `text` is called on click. A text that cannot be copied is shown, so that the user can select it. */
export function CopyLink(props: { readonly label: string; readonly text: () => string }) {
  const [copied, setCopied] = useState(false);
  const [uncopied, setUncopied] = useState<string | null>(null);
  const client = useClient();
  const announce = useAnnounce();
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const text = props.text();
    if (!(await client.copy(text))) return setUncopied(text);
    setCopied(true);
    return announce('Copied');
  };
  const CopyIcon = copied ? IconCheck : IconClipboard;
  return (
    <>
      <button type="button" className="link copy-link" onClick={() => void copy()}>
        <CopyIcon size={14} stroke={1.6} aria-hidden /> {copied ? 'Copied' : props.label}
      </button>
      {uncopied !== null && (
        <Dialog title="The text could not be copied" onClose={() => setUncopied(null)}>
          <Textarea
            label="Select the text and copy it yourself"
            readOnly
            rows={10}
            value={uncopied}
            onFocus={(event) => event.currentTarget.select()}
            data-autofocus
          />
        </Dialog>
      )}
    </>
  );
}
