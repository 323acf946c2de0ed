/** `desk project-scores`: prints the scores of a project by the deprecated endpoint, as they arrive. */
import { AppError, EXIT } from '../../shared/base/errors.ts';
import { countText } from '../../shared/base/text.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { listRank } from '../../shared/results/list-answer.ts';
import { PageByPage } from '../worker/results/page-by-page.ts';
import { parseElement } from '../worker/results/profile-batches.ts';
import { splitterFor } from '../worker/results/answer-splitter.ts';
import type { AnswerStream } from '../service/client.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';

/** The ID of a project on the service; null when it was not sent. */
const remoteIdOf = ({ state }: ProjectView): string | null => {
  const sent = 'resume' in state && state.resume !== null ? state.resume : state;
  return 'remoteId' in sent ? sent.remoteId : null;
};

/** The project to read: one of the data folder by the beginning of its ID, else one on the service. */
async function scoresSourceOf(call: Call, desk: Desk): Promise<{ readonly connectionId: string; readonly remoteId: string }> {
  const word = call.words[0]!;
  const own = (await desk.call('projects.list', {})).filter(({ id }) => id.startsWith(word));
  const [project] = own;
  if (project === undefined || own.length > 1)
    return { connectionId: (await desk.connection(call.values['connection'] ?? null)).id, remoteId: word };
  const remoteId = remoteIdOf(project);
  if (remoteId === null) throw new AppError('NOT_NOW', `“${project.name}” was not sent to the service, so it has no scores there.`);
  return { connectionId: project.connection.id, remoteId };
}

/** Prints the entries of one answer. Returns whether another page follows; null when the service does not say. */
async function printAnswer(answer: AnswerStream, pages: PageByPage, printed: { count: number }, output: Output): Promise<boolean | null> {
  let best = Infinity;
  pages.begin();
  const splitter = splitterFor(answer.contentType, {
    element(path, bytes) {
      const rank = listRank(path);
      if (rank === null || rank > best || !pages.takes(bytes)) return;
      best = rank;
      printed.count++;
      const score = parseElement(bytes);
      output.result({ ok: true, score }, JSON.stringify(score));
    },
    scalar(path, key, bytes) {
      pages.scalar(path, key, bytes);
    },
  });
  try {
    for await (const bytes of answer.chunks) {
      splitter.write(Buffer.from(bytes));
      if (output.closed) return false;
      await output.drained();
    }
    splitter.end();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('ANSWER_TRUNCATED', `The answer was cut off after ${countText(printed.count, 'score')}.`, {}, { cause });
  }
  const { more, repeats } = pages.progress(printed.count);
  return repeats === true ? false : more;
}

/** Returns the exit code. */
export async function projectScores(call: Call, output: Output, desk: Desk): Promise<number> {
  output.step('The service has deprecated this call. Use "desk fetch" and "desk export" instead.');
  const { connectionId, remoteId } = await scoresSourceOf(call, desk);
  desk.useTokenFor(connectionId);
  const printed = { count: 0 };
  const pages = new PageByPage();
  const first = await desk.application.projectScores(connectionId, remoteId, AbortSignal.timeout(24 * 3_600_000));
  let isMore = await printAnswer(first, pages, printed, output);
  const size = printed.count;
  for (let page = 1; isMore === true && !output.closed; page++) {
    const before = printed.count;
    isMore = await printAnswer(await first.page(page, size), pages, printed, output);
    // Pages count from 0 or from 1, so page 1 may repeat the first one.
    if (printed.count === before) isMore = page === 1;
  }
  output.step(countText(printed.count, 'score'));
  return EXIT.done;
}
