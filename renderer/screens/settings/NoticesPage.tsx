import { TextInput } from '@mantine/core';
import { IconLicense, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useContractQuery } from '../../api/index.ts';
import { EmptyState, FailurePanel } from '../../kit/index.ts';
import { count } from '../../format/index.ts';
import { type Notice, noticesWith, readNotices } from './notices.ts';
import { SettingsSubpage } from './SettingsSubpage.tsx';

/** A license text is in the document only while it is open, because all texts together are long. */
function NoticeItem({ notice }: { readonly notice: Notice }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{notice.packages.join(', ')}</summary>
        {isOpen && <pre className="mono small">{notice.text}</pre>}
      </details>
    </li>
  );
}

function NoticesList({ text }: { readonly text: string }) {
  const [wanted, setWanted] = useState('');
  const { head, notices } = useMemo(() => readNotices(text), [text]);
  const found = noticesWith(notices, useDeferredValue(wanted));
  return (
    <section className="card notices">
      {head.map((paragraph) => (
        <p key={paragraph} className="second">
          {paragraph}
        </p>
      ))}
      <TextInput
        type="search"
        aria-label="Find a package or license text"
        placeholder="Find a package or license text"
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <output className="small second">
        {count(
          found.reduce((sum, { packages }) => sum + packages.length, 0),
          'package',
        )}
        , {count(found.length, 'license text')}
      </output>
      <ul>
        {found.map((notice) => (
          <NoticeItem key={notice.packages[0]} notice={notice} />
        ))}
      </ul>
    </section>
  );
}

/** The licenses of the software that the program contains. */
export function NoticesPage() {
  const { data, error, refetch } = useContractQuery('app.notices', {});
  return (
    <SettingsSubpage title="Third-party notices">
      {error !== null && <FailurePanel title="The notices cannot be read" error={error} onRetry={() => void refetch()} />}
      {data?.text === null && (
        <EmptyState icon={IconLicense} title="The notices come with the installed program">
          This copy of the program was not built completely. “npm run build” also writes the notices.
        </EmptyState>
      )}
      {data?.text != null && <NoticesList text={data.text} />}
    </SettingsSubpage>
  );
}
