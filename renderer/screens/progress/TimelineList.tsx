import { IconCheck, IconCircleX, IconAlertTriangle, IconCloud, IconDeviceDesktop, IconUser, type Icon } from '@tabler/icons-react';
import type { TimelineEntry } from '../../../shared/contract/index.ts';
import { day, timeWithSeconds } from '../../format/index.ts';
import './timeline.css';

const BY: Readonly<Record<TimelineEntry['by'], { readonly icon: Icon; readonly word: string }>> = {
  app: { icon: IconDeviceDesktop, word: 'Screening Desk' },
  person: { icon: IconUser, word: 'You' },
  service: { icon: IconCloud, word: 'The service' },
};

const TONES: Readonly<Record<TimelineEntry['tone'], Icon | null>> = {
  plain: null,
  good: IconCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
};

function EntryLine({ entry, hasActor }: { readonly entry: TimelineEntry; readonly hasActor: boolean }) {
  const ToneIcon = TONES[entry.tone];
  const { icon: ByIcon, word } = BY[entry.by];
  return (
    <li className="timeline-entry" data-tone={entry.tone} {...(hasActor && { 'data-by': true })}>
      <time className="timeline-time tabular" dateTime={new Date(entry.at).toISOString()}>
        {timeWithSeconds(entry.at)}
      </time>
      {hasActor && (
        <span className="timeline-by" title={word}>
          <ByIcon size={15} stroke={1.6} aria-hidden />
          <span className="visually-hidden">{word}: </span>
        </span>
      )}
      <div>
        <div className="timeline-title">{entry.title}</div>
        {entry.evidence !== null && (
          <div className="timeline-evidence small">
            {ToneIcon !== null && entry.tone !== 'good' && <ToneIcon size={14} stroke={1.8} aria-hidden />}
            <span>{entry.evidence}</span>
          </div>
        )}
      </div>
    </li>
  );
}

interface TimelineListProps {
  readonly entries: readonly TimelineEntry[];
  /** True for the complete timeline: shows who acted, and separates the days. */
  readonly isWhole?: boolean;
}

/** What happened, oldest first, with the evidence. */
export function TimelineList({ entries, isWhole = false }: TimelineListProps) {
  if (!isWhole)
    return (
      <ol className="timeline-list">
        {entries.map((entry) => (
          <EntryLine key={entry.seq} entry={entry} hasActor={false} />
        ))}
      </ol>
    );
  const days = [...new Set(entries.map((entry) => day(entry.at)))];
  return (
    <>
      {days.map((one) => (
        <section key={one} aria-label={one}>
          <h2 className="timeline-day">{one}</h2>
          <ol className="timeline-list">
            {entries
              .filter((entry) => day(entry.at) === one)
              .map((entry) => (
                <EntryLine key={entry.seq} entry={entry} hasActor />
              ))}
          </ol>
        </section>
      ))}
    </>
  );
}
