import { describe, expect, it } from 'vitest';
import { isAtWork, isFinal, isProcessed, isStopped, statusMeaning } from '../../../../shared/project/status-words.ts';

type Kind = 'processed' | 'stopped' | 'at work' | 'final' | 'none';

function kindsOf(status: string | null): Kind[] {
  const kinds: Kind[] = [];
  if (isProcessed(status)) kinds.push('processed');
  if (isStopped(status)) kinds.push('stopped');
  if (isAtWork(status)) kinds.push('at work');
  if (isFinal(status)) kinds.push('final');
  return kinds.length === 0 ? ['none'] : kinds;
}

describe('the kinds of a status word', () => {
  it.each<[string | null, ...Kind[]]>([
    ['processed', 'processed'],
    [' PROCESSED ', 'processed'],
    ['processing', 'at work'],
    ['Processing', 'at work'],
    ['In progress', 'at work'],
    ['IN_PROGRESS', 'at work'],
    ['in process', 'at work'],
    ['being processed', 'at work'],
    ['in Bearbeitung', 'at work'],
    ['running', 'at work'],
    ['Screening 40 %', 'at work'],
    ['scoring', 'at work'],
    ['queued', 'at work'],
    ['Queued for screening', 'at work'],
    ['started', 'at work'],
    ['working', 'at work'],
    ['locked', 'at work'],
    ['Processing (no errors)', 'at work'],
    ['Completed', 'final'],
    ['complete', 'final'],
    ['Done', 'final'],
    ['Finished', 'final'],
    ['Success', 'final'],
    ['successfully completed', 'final'],
    ['Processed with errors', 'final'],
    ['Processed with 3 warnings', 'final'],
    ['Processed with error', 'stopped', 'final'],
    ['failed', 'stopped'],
    ['Cancelled by user', 'stopped'],
    ['created', 'none'],
    ['new', 'none'],
    ['open', 'none'],
    ['10', 'none'],
    ['draft', 'none'],
    ['unprocessed', 'none'],
    ['not started', 'none'],
    ['not yet processed', 'none'],
    ['Ready for processing', 'none'],
    ['Awaiting processing', 'none'],
    ['waiting to be processed', 'none'],
    ['accepting records', 'none'],
    ['incomplete', 'none'],
    ['not complete', 'none'],
    ['', 'none'],
    [null, 'none'],
  ])('%s', (status, ...kinds) => {
    expect(kindsOf(status)).toEqual(kinds);
  });
});

it.each([
  [null, 'Nothing yet'],
  [' Processed ', 'Finished'],
  ['in_progress', 'Screening'],
  ['queued', 'Screening'],
  ['failed', 'Stopped'],
  ['Completed', 'Looks finished'],
  ['created', 'Not screening yet'],
  ['not started', 'Not screening yet'],
])('the page says of %j: %s', (status, meaning) => {
  expect(statusMeaning(status)).toBe(meaning);
});
