/** Which steps of a screening get an entry in its record: each only once, and only steps of the project itself. */
import { describe, expect, it } from 'vitest';
import { decisionsIn } from '../../../../main/records/decisions.ts';
import { declarationOf } from '../../../../main/records/declaration.ts';
import { RecordBook, type RecordBookDeps } from '../../../../main/records/record-book.ts';
import type { ConnectionRow, ProjectRow } from '../../../../main/store/app-database/index.ts';
import type { JournalEntry, JournalEvent } from '../../../../shared/project/index.ts';
import type { Content } from '../../../../shared/record/index.ts';
import { keptLog } from '../../../kit/test-ports.ts';

const BODY = { rows: 2, sha256: 'ab'.repeat(32), format: 'json' };
const COUNTS = { submitted: 2, scored: 2, refused: 0, unknown: 0, unmatched: 0 };
const OPTIONS = { purpose: 'Ask amounts', sendErrors: false, sendAnyway: false, resendRecent: false, allowDuplicate: false };
const INTENT = { type: 'intend', what: 'add' } as JournalEvent;
const END = { type: 'complete' } as unknown as JournalEvent;

const project = (state: object, more: object = {}): ProjectRow =>
  ({
    id: 'p-1',
    state,
    options: OPTIONS,
    lineage: null,
    submission: { marker: 'Q7K2', startedAt: 1, processedAt: 2, creditsBefore: 9, creditsAfter: 7 },
    ...more,
  }) as unknown as ProjectRow;
const adding = (more: object = {}) => project({ at: 'adding', body: BODY }, more);
const done = (counts = COUNTS, more: object = {}) => project({ at: 'done', body: BODY, counts }, more);

/** A book whose entries stay in memory. `children`: projects that were made from the one in the book. */
function bookOf({ children = [] as unknown[], key = 1 } = {}) {
  const contents: { kind: string; content: Content }[] = [];
  const log = keptLog();
  const connection = { name: 'Service', kind: 'live', baseUrl: 'https://screening.example.org', organization: null, creditsPerRecord: 1 };
  const database = {
    records: {
      contentsOf: () => contents,
      append: (_place: unknown, _chain: string, content: Content) => void contents.push({ kind: content.kind, content }),
    },
    journal: { entries: () => [] },
    connections: { find: () => connection },
    projects: { childrenOf: () => children },
  } as unknown as RecordBookDeps['database'];
  const book = new RecordBook({ database, log, fingerprintKey: Buffer.alloc(32, key) });
  const add = (row: ProjectRow, event: JournalEvent) => book.add(row, { at: 5, event }, () => null);
  return { book, add, contents, log, kinds: () => contents.map(({ kind }) => kind) };
}
const sentIn = ({ contents }: ReturnType<typeof bookOf>) => {
  const { content } = contents[0]!;
  if (content.kind !== 'sent') throw new TypeError('the first entry is about the sending');
  return content;
};

describe('the record', () => {
  it('has one entry for a list that is sent again because it did not arrive', () => {
    const one = bookOf();
    one.add(adding(), INTENT);
    one.book.addDeclared(adding({ options: { ...OPTIONS, purpose: 'Completed' } }), 6);
    one.add(adding(), INTENT);
    expect(one.kinds()).toEqual(['sent', 'declared']);
  });

  it('has another one for a list that is sent again after it ended', () => {
    const one = bookOf();
    one.add(adding(), INTENT);
    one.add(project({ at: 'ended' }), END);
    one.add(adding(), INTENT);
    expect(one.kinds()).toEqual(['sent', 'ended', 'sent']);
  });

  it('has none for a screening that ends before its list was sent', () => {
    const one = bookOf();
    one.add(project({ at: 'ended' }), END);
    expect(one.kinds()).toEqual([]);
  });

  it('records an end once, and again when its numbers change', () => {
    const one = bookOf();
    one.add(adding(), INTENT);
    for (const scored of [2, 2, 1, 1]) one.add(done({ ...COUNTS, scored, unknown: 2 - scored }), END);
    expect(one.kinds()).toEqual(['sent', 'ended', 'ended']);
  });

  it('has no numbers of other projects, whose results were merged into these', () => {
    const one = bookOf({ children: [{ lineage: { kind: 'part', of: 'p-1', merged: true } }] });
    one.add(adding(), INTENT);
    one.add(done(), END);
    expect(one.kinds()).toEqual(['sent']);
    expect(one.book.isNoted({ at: 'done' } as ProjectRow['state'], { type: 'joined' } as JournalEvent)).toBe(false);
  });

  it('does not delay results if its end cannot be recorded', () => {
    const one = bookOf();
    one.add(adding(), INTENT);
    one.add(done({ ...COUNTS, scored: -1 }), END);
    expect(one.kinds()).toEqual(['sent']);
    expect(one.log.errors).toMatchObject([['record', { name: 'ZodError' }]]);
  });

  it('names the pilot of a rest, and has a fingerprint that only the key of the data folder makes', () => {
    const [one, other] = [bookOf(), bookOf({ key: 2 })];
    const rest = adding({ lineage: { kind: 'baseline', of: 'p-0', rest: true, merged: false } });
    for (const book of [one, other]) book.add(rest, INTENT);
    expect(sentIn(one).from).toEqual({ kind: 'rest', project: 'p-0' });
    expect(new Set([BODY.sha256, sentIn(one).fingerprint, sentIn(other).fingerprint]).size).toBe(3);
  });
});

it('a pause by the program is not recorded as a decision of the user', () => {
  const entries = [{ type: 'pause' }, { type: 'pause', by: 'person' }].map((event, at) => ({ at, event }) as unknown as JournalEntry);
  expect(decisionsIn(entries)).toEqual([{ at: 1, what: 'pause', choice: null, counts: {} }]);
});

it('what was declared about the last list is proposed for a draft, and added to no list that was sent', () => {
  const connection = {
    settings: { declared: { lawfulBasis: 'Consent', assessment: 'LIA-7', noticeDate: '2026-01-15' } },
  } as unknown as ConnectionRow;
  const options = { ...OPTIONS, lawfulBasis: null, assessment: '', noticeDate: null };
  const declaredAt = (at: string) => declarationOf({ options, state: { at } } as unknown as ProjectRow, connection);
  expect(declaredAt('draft')).toEqual({ purpose: 'Ask amounts', lawfulBasis: 'Consent', assessment: '', noticeDate: '2026-01-15' });
  expect(declaredAt('done')).toEqual({ purpose: 'Ask amounts', lawfulBasis: null, assessment: '', noticeDate: null });
});
