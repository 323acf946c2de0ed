import { expect, test } from 'vitest';
import { splitterFor } from '../../../../../main/worker/collect/answer-splitter.ts';

const PEOPLE = [
  { id: 'C-1', name: 'Ada “L” Lovelace' },
  { id: 'C-2', name: 'Grace, Hopper' },
  { id: 'C-3', score: [1, { a: '}]' }] },
];
const ANSWERS = {
  'application/json': JSON.stringify({ total: 3, profiles: PEOPLE }),
  'application/x-ndjson': PEOPLE.map((person) => JSON.stringify(person)).join('\n'),
  'text/csv': 'constituentId,name\r\nC-1,"Ada “L” Lovelace"\r\nC-2,"Grace, Hopper"\r\n',
  // The brackets of the second entry do not show where it ends.
  'application/json; of a broken entry': JSON.stringify({ profiles: PEOPLE }).replace('Hopper"', 'Hopper'),
};

/** The elements of an answer that arrives in chunks of `size` bytes, each in the same memory as the one before. */
function elementsOf(contentType: string, answer: string, size: number): string[] {
  const elements: string[] = [];
  const splitter = splitterFor(contentType, { element: (_path, bytes) => elements.push(bytes.toString('utf8')) });
  const bytes = Buffer.from(answer, 'utf8');
  const memory = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(memory, 0, at);
    splitter.write(memory.subarray(0, length));
    memory.fill('#');
  }
  splitter.end();
  return elements;
}

test.each(Object.entries(ANSWERS))('%s: the same elements, whatever the size of the chunks that share a buffer', (contentType, answer) => {
  const whole = elementsOf(contentType, answer, 10_000);
  expect(whole.length).toBeGreaterThan(1);
  for (let size = 1; size < 90; size++) expect(elementsOf(contentType, answer, size)).toEqual(whole);
});
