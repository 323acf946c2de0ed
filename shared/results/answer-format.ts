/** The format of an answer of the service. */
export type AnswerFormat = 'csv' | 'lines' | 'json';

/** JSON when the type is unknown. */
export function answerFormatOf(contentType: string): AnswerFormat {
  if (/\bcsv\b/i.test(contentType)) return 'csv';
  return /ndjson|jsonl|json-seq|x-json-stream/i.test(contentType) ? 'lines' : 'json';
}
