import { Loader, Modal } from '@mantine/core';
import { asAppError } from '../../api/client.ts';
import { CopyLink } from '../../components/CopyLink.tsx';
import { FailurePanel } from '../../components/Failure.tsx';
import { useContractQuery } from '../../api/queries.ts';
import { count } from '../../format/text.ts';

const MOST = 20;

function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

interface SampleDialogProps {
  readonly id: string;
  readonly host: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The first records exactly as they will leave this computer. */
export function SampleDialog({ id, host, isOpen, onClose }: SampleDialogProps) {
  const sample = useContractQuery('cost.sample', { id, limit: MOST }, { enabled: isOpen });
  const records = sample.data;
  return (
    <Modal opened={isOpen} onClose={onClose} size={640} title="The first rows as sent">
      {sample.error !== null && (
        <FailurePanel title="The rows could not be read" error={asAppError(sample.error)} onRetry={() => void sample.refetch()} />
      )}
      {records === undefined && sample.error === null && <Loader aria-label="Reading the rows" />}
      {records !== undefined && (
        <>
          <p className="second sample-intro">
            {count(records.length, 'record')} word for word, as {host} gets them. Fields without a value are left out.
          </p>
          {/* A scrolling box must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section className="sample-list" tabIndex={0} aria-label="Records">
            {records.map((json, index) => (
              // Records have no number of their own, and the list never changes its order.
              // oxlint-disable-next-line react/no-array-index-key
              <div key={index} className="sample-record">
                <span className="sample-number">{index + 1}</span>
                <pre className="mono">{readable(json)}</pre>
              </div>
            ))}
          </section>
          <div className="sample-foot">
            <CopyLink label="Copy as JSON" text={() => `[${records.join(',\n')}]`} />
          </div>
        </>
      )}
    </Modal>
  );
}
