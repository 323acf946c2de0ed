/** What of an event is worth keeping in the journal beside its type; timeline.ts tells it in words. */
import { assertNever } from '../../shared/base/errors.ts';
import type { ProjectEvent } from '../../shared/project/project.ts';

/** The facts of an event as they are kept: never a person's data, never a token. */
export function describe(event: ProjectEvent): Record<string, unknown> {
  switch (event.type) {
    case 'looked':
    case 'polled':
      return { status: event.look.status, totalRows: event.look.totalRows };
    case 'failed':
      return { delivery: event.delivery, status: event.status, answer: event.answer };
    case 'found':
    case 'looked-for':
      return { matches: event.matches };
    case 'fell-short':
      return { ...event.counts, missing: event.missing };
    case 'prepared':
      return { rows: event.body.rows, bytes: event.body.bytes, sha256: event.body.sha256, format: event.body.format };
    case 'created':
      return { remoteId: event.remoteId };
    case 'collected':
    case 'fetched-again':
      return { ...event.counts };
    case 'joined':
      return { ...event.counts, from: event.from };
    case 'choose':
      return { choice: event.choice };
    case 'blind':
      return { answer: event.answer };
    case 'unreadable':
      return { code: event.code };
    case 'read':
    case 'read-again':
    case 'send':
    case 'not-prepared':
    case 'intend':
    case 'closing':
    case 'added':
    case 'started':
    case 'token-refused':
    case 'token-given':
    case 'pause':
    case 'resume':
    case 'cancel':
    case 'restarted':
      return {};
    default:
      return assertNever(event);
  }
}
