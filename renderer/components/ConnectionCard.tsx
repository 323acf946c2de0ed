import { IconSchool } from '@tabler/icons-react';
import type { ConnectionView } from '../../shared/contract/index.ts';
import { toScreen } from '../navigation/index.ts';
import { CONNECTION_STATE_LABELS, balanceText, connectionStateOf, hasFailed, time } from '../format/index.ts';

function PracticeCard({ connection }: { readonly connection: ConnectionView }) {
  return (
    <section className="sidebar-card" data-kind="practice" aria-label="Connection: Practice">
      <div className="sidebar-card-head">
        <IconSchool size={16} stroke={1.8} aria-hidden />
        <span>Practice</span>
      </div>
      <div className="sidebar-card-body">
        <div className="sidebar-card-number">{balanceText(connection)}</div>
        <div className="sidebar-card-line sidebar-card-more" style={{ fontWeight: 600 }}>
          practice credits
        </div>
        <div className="sidebar-card-line sidebar-card-more" style={{ marginTop: 8 }}>
          Runs on this computer. Nothing is sent and no real credits are spent.
        </div>
        <a className="sidebar-card-link sidebar-card-more" href={toScreen('connections')}>
          Switch connection
        </a>
      </div>
    </section>
  );
}

/** The service that new work uses, with its balance. Always visible, so that nobody confuses Practice with a real service. */
export function ConnectionCard({ connection }: { readonly connection: ConnectionView }) {
  if (connection.kind === 'practice') return <PracticeCard connection={connection} />;
  const { credits } = connection;
  const state = connectionStateOf(connection);
  return (
    <section className="sidebar-card" data-kind="live" aria-label={`Connection: ${connection.name}, live`}>
      <div className="sidebar-card-head">
        <span className="sidebar-card-dot" data-state={state} aria-hidden />
        <span>Live</span>
      </div>
      <div className="sidebar-card-body">
        <div className="sidebar-card-number">{balanceText(connection)}</div>
        {hasFailed(state) && <div className="sidebar-card-line sidebar-card-failed">{CONNECTION_STATE_LABELS[state]}</div>}
        <div className="sidebar-card-line sidebar-card-more">
          {credits === null ? 'credits' : `credits left, read ${time(credits.readAt)}`}
        </div>
        <div className="sidebar-card-name sidebar-card-more">{connection.name}</div>
        <a className="sidebar-card-link sidebar-card-more" href={toScreen('connections')}>
          Switch connection
        </a>
      </div>
    </section>
  );
}
