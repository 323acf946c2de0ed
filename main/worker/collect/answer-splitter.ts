/** Splits the bytes of an answer into elements. The answer is JSON, JSON lines or CSV. */
import { CsvEntries, type CsvEntry, answerFormatOf, isIdHeading } from '../../../shared/results/index.ts';
import { JsonLines } from './json-lines.ts';
import { JsonElements, type ElementSink } from './json-stream.ts';

/**
 * Takes the bytes of one answer, in order.
 * @throws ANSWER_TRUNCATED from both methods when the answer is incomplete or malformed.
 */
export interface AnswerSplitter {
  write(bytes: Buffer): void;
  end(): void;
}

/** The splitter for a content type; JSON if the type is unknown. */
export function splitterFor(contentType: string, sink: ElementSink): AnswerSplitter {
  const format = answerFormatOf(contentType);
  if (format === 'csv') return csvSplitter(sink);
  return format === 'lines' ? new JsonLines(sink) : new JsonElements(sink);
}

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/;

/**
 * The JSON of a cell. A cell that looks like a number becomes a number with the same digits, so that score columns are compared as numbers.
 * Constituent IDs are always text.
 */
const jsonOf = (key: string, text: string) => (NUMBER.test(text) && !isIdHeading(key) ? text : JSON.stringify(text));

/** Emits each CSV record as a JSON object whose keys are the headings, as value paths. */
function csvSplitter(sink: ElementSink): AnswerSplitter {
  const decoder = new TextDecoder('utf-8');
  const entries = new CsvEntries(
    (entry: CsvEntry) => {
      const values = Object.entries(entry).map(([key, text]) => `${JSON.stringify(key)}:${jsonOf(key, text)}`);
      sink.element([], Buffer.from(`{${values.join(',')}}`, 'utf8'));
    },
    (line) => sink.element([], Buffer.from(line, 'utf8')),
  );
  return {
    write(bytes) {
      entries.push(decoder.decode(bytes, { stream: true }));
    },
    end() {
      entries.push(decoder.decode());
      entries.end();
    },
  };
}
