/** `desk project-scores`: prints the scores of a project from the deprecated endpoint, as they arrive. */
import { AppError, EXIT, countText } from '../../shared/base/index.ts';
import { remoteIdOf } from '../../shared/project/index.ts';
import { AnswerList, type ListEntries, readEntry, splitterFor } from '../worker/index.ts';
import { type AnswerStream, readLaterPages } from '../service/index.ts';
import type { PartProgress } from '../worker-protocol/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';

/** The number of characters of an ID that the program shows. The service's own IDs can be as short as “17”. */
const SHOWN_LENGTH = 8;

/** The project to read: a project of the data folder, by the beginning of its ID as it is shown, or otherwise one on the service. */
async function scoresSourceOf(call: Call, desk: Desk): Promise<{ readonly connectionId: string; readonly remoteId: string }> {
  const word = call.words[0]!;
  const isShown = word.length >= SHOWN_LENGTH;
  const own = (await desk.call('projects.list', {})).filter(({ id }) => isShown && id.startsWith(word));
  const [project] = own;
  if (project === undefined || own.length > 1)
    return { connectionId: (await desk.connection(call.values['connection'] ?? null)).id, remoteId: word };
  const remoteId = remoteIdOf(project.state);
  if (remoteId === null) throw new AppError('NOT_NOW', `“${project.name}” was not sent to the service, so it has no scores there.`);
  return { connectionId: project.connection.id, remoteId };
}

/** Prints the scores as they arrive. */
class PrintedScores implements ListEntries {
  count = 0;
  private readonly output: Output;

  constructor(output: Output) {
    this.output = output;
  }

  add(bytes: Buffer): void {
    this.count += 1;
    const text = bytes.toString('utf8');
    const { value: score, problem } = readEntry(text);
    if (problem === null) this.output.result({ ok: true, score }, JSON.stringify(score));
    else this.output.result({ ok: false, error: new AppError('RESPONSE_UNEXPECTED', problem).toFailure(), text }, `${problem} ${text}`);
  }

  restart(): void {
    // Entries that were already printed cannot be undone.
  }
}

/** Prints the entries of one page. */
async function printPage(answer: AnswerStream, list: AnswerList, output: Output): Promise<PartProgress> {
  list.beginPage(answer.pageHeaders);
  const splitter = splitterFor(answer.contentType, list.sink);
  try {
    for await (const bytes of answer.chunks) {
      splitter.write(Buffer.from(bytes));
      if (output.closed) return { ...list.progress(), more: false, next: null };
      await output.drained();
    }
    splitter.end();
    list.endPage();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('ANSWER_TRUNCATED', `The answer was cut off after ${countText(list.progress().entries, 'score')}.`, {}, { cause });
  }
  return list.progress();
}

/** Returns the exit code. */
export async function projectScores(call: Call, output: Output, desk: Desk): Promise<number> {
  output.step('The service has deprecated this call. Use "desk fetch" and "desk export" instead.');
  const { connectionId, remoteId } = await scoresSourceOf(call, desk);
  desk.useTokenFor(connectionId);
  const scores = new PrintedScores(output);
  const list = new AnswerList(scores, 'profiles');
  const first = await desk.application.projectScores(connectionId, remoteId, AbortSignal.timeout(24 * 3_600_000));
  const state = await printPage(first, list, output);
  if (!state.isUnderstood)
    throw new AppError('RESPONSE_UNEXPECTED', 'The answer with the scores cannot be understood: it holds no list.', {
      path: '[]',
    });
  const last = await readLaterPages(
    first,
    state,
    (page) => printPage(page, list, output),
    ({ more }) => more === true,
  );
  if (last.more === true) output.step('The list is not complete: the service reports more scores than it returned.');
  output.step(countText(scores.count, 'score'));
  return EXIT.done;
}
