/** Sentences about the latest observations of a project that waits for a decision. */
import { countText, numberText } from '../base/index.ts';
import { type Deciding, outcomesText } from './decision-facts.ts';
import { spanOf } from './evidence.ts';
import type { Running } from './project-shapes.ts';
import { lastObservation } from './state-properties.ts';
import { sameStatus } from './status-words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A duration as one number and unit: "2 minutes", "30 hours". */
function durationText(ms: number): string {
  if (ms >= HOUR) return countText(Math.round(ms / HOUR), 'hour');
  return ms >= MINUTE ? countText(Math.round(ms / MINUTE), 'minute') : countText(Math.round(ms / 1000), 'second');
}

/** Milliseconds for which the last status word stayed the same; null when that was not measured. */
function stableMs(resume: Running): number | null {
  if (resume.at === 'processing') return resume.stillMs ?? null;
  if (resume.at !== 'starting' && resume.at !== 'confirming') return null;
  const { observations } = resume;
  const last = observations.at(-1)?.status ?? null;
  return spanOf(observations.slice(observations.findLastIndex(({ status }) => !sameStatus(status, last)) + 1));
}

/** A sentence for each of the latest observations: the status word, the rows, and how long they have stayed the same. */
export function evidenceTexts({ resume, question }: Deciding): string[] {
  const sentences: string[] = [];
  const observation = lastObservation(resume);
  const rows = 'body' in resume ? resume.body.rows : 0;
  if (observation !== null) {
    const { status, totalRows } = observation;
    const stayed = stableMs(resume) ?? 0;
    const since = stayed < 1000 ? '' : `, unchanged for ${durationText(stayed)}`;
    sentences.push(status === null ? 'It does not show its state.' : `Its last state is “${status}”${since}.`);
    sentences.push(
      totalRows === null ? 'It does not say how many rows it has.' : `It has ${numberText(totalRows)} of our ${countText(rows, 'row')}.`,
    );
  }
  if (resume.at === 'processing' && question === 'no-end' && resume.inAllMs !== undefined)
    sentences.push(`We have looked for ${durationText(resume.inAllMs)}.`);
  if (resume.at === 'collecting' && resume.counts !== undefined) {
    sentences.push(`${outcomesText(resume.counts)} so far.`);
    if (resume.waitedMs !== undefined && resume.waitedMs >= 1000)
      sentences.push(`We have asked for the rest for ${durationText(resume.waitedMs)}.`);
  }
  return sentences;
}
