import { Progress } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Activity } from '../../../shared/contract/index.ts';
import type { Body } from '../../../shared/project/index.ts';
import { LONG_WAIT_MS } from '../../../shared/base/index.ts';
import { bytes, count, day, number, percent, span, time } from '../../format/index.ts';
import { useNow } from '../../kit/index.ts';
import { type Sample, speedOf, timeLeft, withSample } from './run-rate.ts';

interface Seen extends Pick<Activity, 'kind' | 'done'> {
  readonly samples: readonly Sample[];
}

function useSamples({ kind, done }: Activity, now: number): readonly Sample[] {
  const [recorded, setRecorded] = useState<Seen>(() => ({ kind, done, samples: [{ at: now, done }] }));
  if (recorded.kind === kind && recorded.done === done) return recorded.samples;
  const samples = withSample(recorded.kind === kind ? recorded.samples : [], { at: now, done });
  setRecorded({ kind, done, samples });
  return samples;
}

/** "3.7 of 6.1 MB", "9,000 of 18,432 rows"; for a request body, both the rows and the bytes. */
function amounts({ done, total, unit }: Activity & { readonly total: number }, body: Body | null): string {
  if (unit === 'rows') return `${number(done)} of ${count(total, 'row')}`;
  const size = `${bytes(done)} of ${bytes(total)}`;
  // Rows are distributed evenly enough in the body to estimate how many were sent.
  return body === null || body.bytes !== total
    ? size
    : `${number(Math.floor((done / total) * body.rows))} of ${count(body.rows, 'row')}, ${size}`;
}

/** The speed in the counted unit and in rows. */
function speedText(speed: number, { unit, total }: Activity, body: Body | null): string {
  if (unit === 'rows') return `${count(Math.round(speed), 'row')} a second`;
  const size = `${bytes(speed)} a second`;
  return body === null || body.bytes !== total ? size : `${size}, ${count(Math.round((speed / body.bytes) * body.rows), 'row')} a second`;
}

interface CountedProps {
  readonly activity: Activity & { readonly total: number };
  readonly body: Body | null;
  readonly label: string;
  /** A permanent remark at the right below the bar. */
  readonly promise?: string;
}

/** Progress, speed and remaining time of a counting activity. */
function CountedProgress({ activity, body, label, promise }: CountedProps) {
  const now = useNow(1000);
  const samples = useSamples(activity, now);
  const speed = speedOf(samples, activity.startedAt, now);
  const left = timeLeft(activity.total - activity.done, speed);
  const share = activity.done / Math.max(1, activity.total);
  return (
    <div className="run-progress">
      <div className="run-progress-head">
        <span className="run-percent">{percent(share)}</span>
        <span className="second tabular">{amounts(activity, body)}</span>
        {left !== null && <span className="run-left">{left}</span>}
      </div>
      <Progress value={share * 100} size={8} radius={4} aria-label={label} className="run-bar" />
      <div className="run-progress-foot small second tabular">
        {speed !== null && speed > 0 && <span>{speedText(speed, activity, body)}</span>}
        {now - activity.startedAt > 1000 && <span>{span(now - activity.startedAt)} so far</span>}
        {promise !== undefined && <span className="run-promise">{promise}</span>}
      </div>
    </div>
  );
}

const KINDS: Readonly<Record<Activity['kind'], string>> = {
  reading: 'Read',
  checking: 'Rows checked',
  preparing: 'Rows prepared',
  sending: 'List sent',
  looking: 'Looked',
  waiting: 'Waited',
  collecting: 'Scores fetched',
  exporting: 'Rows saved',
};

/** Countdown to the next observation. */
function NextObservation({ at, note }: { readonly at: number; readonly note: string | null }) {
  const now = useNow(1000);
  const seconds = Math.max(0, Math.ceil((at - now) / 1000));
  if (at - now > LONG_WAIT_MS) return `${note === null ? 'Next check' : 'Next try'} on ${day(at)}, ${time(at)}`;
  if (seconds === 0) return note === null ? 'Checking now' : 'Trying now';
  return <span className="tabular">{`${note === null ? 'Next check' : 'Next try'} in ${count(seconds, 'second')}`}</span>;
}

interface RunProgressProps {
  readonly activity: Activity;
  readonly body: Body | null;
  readonly promise?: string;
  /** True for a step that consists of observations. Other steps do not show when the last one has finished. */
  readonly isObserving: boolean;
}

/** The current activity: bytes or rows in transfer, a wait until the next observation, or a delay. */
export function RunProgress({ activity, body, promise, isObserving }: RunProgressProps) {
  const { total, note, nextAt } = activity;
  return (
    <>
      {note !== null && (
        <p className="run-note">
          <IconCloudOff size={16} stroke={1.6} aria-hidden />
          <span>{note}</span>
        </p>
      )}
      {total !== null && activity.unit !== 'none' && (
        <CountedProgress
          activity={{ ...activity, total }}
          body={body}
          label={KINDS[activity.kind]}
          {...(promise !== undefined && { promise })}
        />
      )}
      {total === null && activity.done > 0 && activity.unit !== 'none' && (
        <p className="second tabular">{activity.unit === 'bytes' ? bytes(activity.done) : count(activity.done, 'row')} so far</p>
      )}
      {nextAt !== null && (isObserving || note !== null) && (
        <p className="second">
          <NextObservation at={nextAt} note={note} />
        </p>
      )}
    </>
  );
}
