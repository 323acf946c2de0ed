import { IconCheck, IconClipboard } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from './clipboard.ts';
import { useAnnounce } from './Announcer.tsx';

/** `text` is called on click. */
export function CopyLink(props: { readonly label: string; readonly text: () => string }) {
  const [copied, setCopied] = useState(false);
  const announce = useAnnounce();
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await copyText(props.text());
    setCopied(true);
    announce('Copied');
  };
  const CopyIcon = copied ? IconCheck : IconClipboard;
  return (
    <button type="button" className="link copy-link" onClick={() => void copy()}>
      <CopyIcon size={14} stroke={1.6} aria-hidden /> {copied ? 'Copied' : props.label}
    </button>
  );
}
