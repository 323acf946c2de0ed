/** Reads the bodies of answers as JSON, or ignores them. Refuses web pages and what is too large or nested too deeply. */
import { type Json, answerFormatOf, isTooDeep, parseAnswer, readCsvAnswer, saysFailed } from '../../shared/results/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type Answered, readText } from './http.ts';

/** Limits for an answer that is held in memory: bytes, and time from its first byte to its last. */
const MAX_WHOLE = 32 * 1024 * 1024;
const LONGEST_WHOLE_MS = 300_000;

/** Thrown by the reader of a success whose body says that the call failed. */
export class SaysFailed extends Error {
  readonly body: string;

  constructor(body: string) {
    super('The service says that the call failed.');
    this.name = 'SaysFailed';
    this.body = body;
  }
}

/**
 * The body as JSON, from lines of JSON or from CSV, depending on the content type; null for an empty body.
 * @throws SERVICE_NONSENSE; ANSWER_TRUNCATED; RESPONSE_UNEXPECTED.
 */
export async function readJson(answer: Answered): Promise<Json> {
  const text = await readText(answer, MAX_WHOLE, LONGEST_WHOLE_MS);
  if (text === null) throw new AppError('SERVICE_NONSENSE', 'The answer of the service is far larger than expected.');
  if (text.trim() === '') return null;
  if (isTooDeep(text))
    throw new AppError('RESPONSE_UNEXPECTED', 'The answer of the service is nested too deeply to be read.', { path: '[][]' });
  if (isWebPage(text, answer.contentType)) throw webPage(answer);
  try {
    return parse(text, answer.contentType);
  } catch {
    if (/html/i.test(answer.contentType)) throw webPage(answer);
    if (/^\s*[[{]/.test(text)) throw new AppError('ANSWER_TRUNCATED', 'The answer of the service was cut off or is not well formed.');
    throw new AppError('SERVICE_NONSENSE', 'The answer is not from the screening service: the address may be wrong.', typeOf(answer));
  }
}

const typeOf = ({ contentType }: Answered) => ({ contentType: contentType.slice(0, 80) });

const webPage = (answer: Answered) =>
  new AppError(
    'SERVICE_NONSENSE',
    'A web page answered instead of the screening service: the address may be wrong, or the network may require you to log in first.',
    typeOf(answer),
  );

/**
 * True for a web page, whatever its content type, and for any body with the content type of a web page unless it is JSON. `start`: the
 * start of the body.
 */
function isWebPage(start: string, contentType: string): boolean {
  // `trimStart` also removes a byte order mark.
  const text = start.trimStart();
  return text.startsWith('<') || (/html/i.test(contentType) && text !== '' && !/^(?:[[{"\d-]|(?:true|false|null)\b)/.test(text));
}

/**
 * Passes the body on as it arrives.
 * @throws SERVICE_NONSENSE for a web page, before any of it is passed on.
 */
export function withoutWebPage(answer: Answered): Answered['body'] {
  async function* chunks(): AsyncGenerator<Buffer> {
    let isKnown = false;
    for await (const chunk of answer.body) {
      const start: string = isKnown ? '' : chunk.subarray(0, 1024).toString('utf8');
      if (isWebPage(start, answer.contentType)) throw webPage(answer);
      isKnown ||= start.trim() !== '';
      yield chunk;
    }
  }
  return Object.assign(chunks(), {
    destroy: () => {
      answer.body.destroy();
    },
  });
}

/**
 * A line of JSON. A line that cannot be parsed is kept as text, so that the others are not lost. Only the last line can be cut off.
 * @throws SyntaxError for the last line.
 */
function lineOf(line: string, isLast: boolean): Json {
  try {
    return parseAnswer(line);
  } catch (error) {
    if (isLast) throw error;
    return line;
  }
}

function parse(text: string, contentType: string): Json {
  const format = answerFormatOf(contentType);
  if (format === 'csv') return readCsvAnswer(text);
  if (format === 'json') return parseAnswer(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, at) => lineOf(line, at === lines.length - 1));
}

const IGNORED_BODY_MS = 10_000;

/** Characters. A longer body reports more than a failure. */
const MAX_FAILURE_TEXT = 64 * 1024;

/** @throws SaysFailed */
function refuseFailure(text: string): void {
  if (text.length > MAX_FAILURE_TEXT || !text.trimStart().startsWith('{') || isTooDeep(text)) return;
  let json: Json;
  try {
    json = parseAnswer(text);
  } catch {
    return;
  }
  if (saysFailed(json)) throw new SaysFailed(text);
}

/**
 * Reads a body of success that is not needed: an incomplete body is not a failure.
 * @throws SERVICE_NONSENSE for a web page; SaysFailed.
 */
export async function ignoreBody(answer: Answered): Promise<null> {
  const text = await readText(answer, MAX_WHOLE, IGNORED_BODY_MS).catch(() => null);
  // A body that cannot be read, or is too large, fails only if its content type is that of a web page.
  if (isWebPage(text ?? 'cut off', answer.contentType)) throw webPage(answer);
  refuseFailure(text ?? '');
  return null;
}
