/** The bytes of an answer taken apart into its elements, whatever its form: JSON, JSON lines or CSV. */
import { isIdHeading } from '../../../shared/results/answers.ts';
import { CsvEntries, type CsvEntry } from '../../../shared/results/csv-answer.ts';
import { JsonElements, JsonLines, type ElementSink } from './json-stream.ts';

/** Takes the bytes of one answer in order; both end in ANSWER_TRUNCATED when it is cut off or malformed. */
export interface Feed {
  write(bytes: Buffer): void;
  end(): void;
}

/** The feed for an answer of this content type: JSON unless it says otherwise. */
export function feedFor(contentType: string, sink: ElementSink): Feed {
  if (/\bcsv\b/i.test(contentType)) return csvFeed(sink);
  return /ndjson|jsonl|json-seq|x-json-stream/i.test(contentType) ? new JsonLines(sink) : new JsonElements(sink);
}

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/;

/** A cell is a number when it looks like one, so that score columns compare as numbers; a constituent ID stays a text. */
const valueOf = (key: string, text: string) => (NUMBER.test(text) && !isIdHeading(key) ? Number(text) : text);

/** A CSV answer as objects: its headings are the paths of the leaves. */
function csvFeed(sink: ElementSink): Feed {
  const decoder = new TextDecoder('utf-8');
  const entries = new CsvEntries((entry: CsvEntry) => {
    const typed = Object.fromEntries(Object.entries(entry).map(([key, text]) => [key, valueOf(key, text)]));
    sink.element([], Buffer.from(JSON.stringify(typed), 'utf8'));
  });
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
