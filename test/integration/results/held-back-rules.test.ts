/**
 * Nobody who is judged wrong, has no ID or shares an ID reaches a file for another system, and the counts of held-back people add up.
 * @module-tag deep
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as XLSX from 'xlsx';
import { afterAll, afterEach, expect, test } from 'vitest';
import { planWriteBack } from '../../../main/worker/write-back/plan.ts';
import { proofFile } from '../../../main/worker/write-back/proof-file.ts';
import { prove } from '../../../main/worker/write-back/prove.ts';
import { NO_OFFICE } from '../../../main/worker-protocol/queries.ts';
import { NO_VERDICTS, PAIR_BYTES, type PackedVerdicts } from '../../../main/worker-protocol/review.ts';
import { ProjectFile } from '../../../main/store/project-file/project-file.ts';
import { type HeldBack, noneHeldBack } from '../../../shared/write-back/held-back.ts';
import { LAYOUTS, type Layout } from '../../../shared/results/layouts.ts';
import { csvOf, listRows, profileFor, ResultProject, ROW_ID_PREFIX } from '../../kit/result-project.ts';
import { quietContext } from '../../kit/task-context.ts';

const DAY = '2026-11-19';
const SENT = { day: DAY, options: { sendErrors: false, resendRecent: false }, office: NO_OFFICE, notes: null };
const folder = mkdtempSync(join(tmpdir(), 'desk-held-back-'));
const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const KINDS = ['right', 'wrong', 'unsure'] as const;
const LIMIT = 12;
const layoutOf = (id: string): Layout => LAYOUTS.find((one) => one.id === id)!;
const BASE = layoutOf('bloomerang');
/** A row for each person, without empty cells; the text of the range may be too long. */
const BY_PERSON: Layout = {
  ...BASE,
  columns: BASE.columns.map((one) => (one.title === 'Screening Capacity range' ? { ...one, most: LIMIT } : one)),
};
const RANGE = 'mostRecentScore.scoreDetails.capacityRange';
const RFM = 'mostRecentScore.rfmDetails.rfmScore';
const BY_SCORE: Layout = layoutOf('raisers-edge');

interface Person {
  readonly id: 'own' | 'none' | 'twin';
  readonly hasScores: boolean;
  readonly isLong: boolean;
  readonly verdict: (typeof KINDS)[number] | null;
  readonly match: number;
}
const person = fc.record<Person>({
  id: fc.constantFrom('own', 'own', 'own', 'none', 'twin'),
  hasScores: fc.constantFrom(true, true, true, false),
  isLong: fc.constantFrom(false, false, true),
  verdict: fc.constantFrom(null, null, ...KINDS),
  match: fc.constantFrom(60, 89, 90, 100),
});

const PLAIN: Person = { id: 'own', hasScores: true, isLong: false, verdict: null, match: 100 };

/** The list of these people; every `twin` has the ID of the first person. */
async function screened(people: readonly Person[]): Promise<{ project: ResultProject; ids: string[] }> {
  const [head = [], ...rows] = listRows(people.length);
  const twin = people.findIndex(({ id }) => id === 'twin');
  const ids = people.map(({ id }, at) => (id === 'none' ? '' : rows[id === 'twin' ? twin : at]![0]!));
  const list = rows.map(([, ...rest], at) => [ids[at]!, ...rest]);
  const project = await ResultProject.of(csvOf([head, ...list]));
  projects.push(project);
  const profiles = people.map(({ hasScores, isLong, match }, at) => {
    const { mostRecentScore, ...rest } = profileFor(at);
    const score = mostRecentScore as Record<string, Record<string, unknown>>;
    const scoreDetails = { ...score['scoreDetails'], capacityRange: isLong ? '$250K - $500K and more' : '$50K' };
    const scores = hasScores
      ? { ...score, scoreDetails, confidenceOfMatch: match }
      : { dateScored: '2026-11-01', confidenceOfMatch: match };
    const [, primaryFirst, primaryLast] = list[at]!;
    const constituentId = ids[at] === '' ? `${ROW_ID_PREFIX}${at + 2}` : ids[at];
    return { ...rest, constituentId, primaryFirst, primaryLast, mostRecentScore: scores };
  });
  await project.collect({ profiles: JSON.stringify({ profiles }), errors: '[]' });
  return { project, ids };
}

function verdictsOf(project: ResultProject, people: readonly Person[], acceptAt: number | null): PackedVerdicts {
  using file = new ProjectFile(project.request.file, 'read');
  const judged = people.flatMap(({ verdict }, at) => (verdict === null ? [] : [{ row: at + 2, kind: KINDS.indexOf(verdict) }]));
  return {
    version: 1,
    acceptAt,
    canUndo: false,
    rows: Uint32Array.from(judged, ({ row }) => row),
    kinds: Uint8Array.from(judged, ({ kind }) => kind),
    pairs: new Uint8Array(judged.length * PAIR_BYTES),
    changes: new Uint32Array(judged.length).fill(file.changes),
  };
}

const cellsOf = (path: string): string[][] => {
  const book = XLSX.read(readFileSync(path), { raw: true });
  return XLSX.utils
    .sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: true, defval: '' })
    .map((row) => row.map(String));
};

/** The expected reason, from the test's own data. */
function reasonFor(one: Person, twins: number, acceptAt: number | null, layout: Layout): HeldBack | null {
  if (one.verdict === 'wrong' || one.verdict === 'unsure') return one.verdict;
  if (acceptAt !== null && one.verdict === null && one.match < acceptAt) return 'notReviewed';
  if (one.id === 'none') return 'noId';
  if (one.id === 'twin' && twins > 1) return 'sameId';
  if (!one.hasScores) return layout.rows === 'score' ? 'noScore' : 'empty';
  return layout === BY_PERSON && one.isLong ? 'tooLong' : null;
}

test('each scored person passes or is held back under the first reason, in every layout and format', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 8, maxLength: 14 }), fc.constantFrom(null, 90), async (others, acceptAt) => {
      // Most people have every score, so no column is left out.
      const people = [...others, ...Array.from({ length: 16 }, () => ({ ...PLAIN }))];
      const { project, ids } = await screened(people);
      const { counts } = await project.results();
      const scored = counts.scored;
      expect(scored).toBe(people.length);
      const verdicts = verdictsOf(project, people, acceptAt);
      const twins = people.filter(({ id }) => id === 'twin').length;
      for (const layout of [BY_PERSON, BY_SCORE]) {
        const columns = layout === BY_SCORE ? [RANGE, RFM] : null;
        const expected = noneHeldBack();
        const passing: string[] = [];
        for (const [at, one] of people.entries()) {
          const why = reasonFor(one, twins, acceptAt, layout);
          if (why === null) passing.push(ids[at]!);
          else expected[why] += 1;
        }
        const source = { ...project.request, ...SENT, verdicts, layout, columns, titles: {} };
        const plan = await planWriteBack({ ...source, held: null }, quietContext);
        expect([plan.people, plan.heldBack]).toEqual([scored, expected]);
        for (const format of ['csv', 'xlsx']) {
          const path = await project.export(`file.${format}`, { kind: 'layout', layout, columns, verdicts });
          const written = cellsOf(path)
            .slice(1)
            .map(([id]) => id!);
          expect([...new Set(written)]).toEqual(passing);
          expect(written).toHaveLength(plan.lines);
        }
      }
    }),
    { numRuns: 12 },
  );
});

test('a segment has nobody whose ID another person of the list has', async () => {
  const { project, ids } = await screened([{ ...PLAIN, id: 'twin' }, PLAIN, { ...PLAIN, id: 'twin', isLong: true }, PLAIN]);
  const segment = { filters: [{ kind: 'is' as const, column: RANGE, value: '$50K' }], find: '' };
  for (const layout of [BASE, BY_SCORE]) {
    const path = await project.export('segment.csv', { kind: 'layout', layout, columns: null, segment });
    expect([
      ...new Set(
        cellsOf(path)
          .slice(1)
          .map(([id]) => id),
      ),
    ]).toEqual([ids[1], ids[3]]);
  }
});

test('a repair file puts a value under its own title after results were fetched again with other columns, and has nobody judged since', async () => {
  const people = Array.from({ length: 6 }, () => PLAIN);
  const { project, ids } = await screened(people);
  const source = { ...project.request, ...SENT, verdicts: NO_VERDICTS, layout: BASE, columns: null, titles: {} };
  const [head = [], ...rows] = cellsOf(await project.export('all.csv', { kind: 'layout', layout: BASE, columns: null }));
  const [overall, affinity, rfm] = ['Overall', 'Affinity', 'RFM'].map((title) => head.indexOf(`Screening ${title}`)) as [
    number,
    number,
    number,
  ];
  const path = join(folder, 'theirs.csv');
  writeFileSync(path, csvOf([head, ...rows.map((row, at) => (at < 2 ? row.with(affinity, '9').with(rfm, '') : row))]));
  const proof = await prove({ ...source, path, name: 'theirs.csv', at: 1, madeAt: null, writtenAt: null }, quietContext);
  expect([proof.counts.different.values, proof.counts.missing.values]).toEqual([2, 2]);

  // Nobody has an overall score any more, so its column is left out.
  const profiles = ids.map((constituentId, at) => {
    const { overallScore: _gone, scoreDetails, ...score } = profileFor(at)['mostRecentScore'] as Record<string, object>;
    return { ...profileFor(at), constituentId, mostRecentScore: { ...score, scoreDetails: { ...scoreDetails, capacityRange: '$50K' } } };
  });
  await project.collect({ profiles: JSON.stringify({ profiles }), errors: '[]' });
  const target = join(folder, 'repair.csv');
  const repair = {
    ...project.request,
    ...SENT,
    target,
    kind: 'repair' as const,
    format: 'csv' as const,
    states: ['missing' as const],
  };
  await proofFile({ ...repair, verdicts: NO_VERDICTS }, quietContext);
  const [titles = [], ...repaired] = cellsOf(target);
  expect(titles).toEqual(head.toSpliced(overall, 1));
  // A missing value is written; a different value stays as it is in the other system.
  expect(repaired).toEqual(rows.slice(0, 2).map((row) => row.with(affinity, '9').toSpliced(overall, 1)));

  const judged = verdictsOf(project, [{ ...PLAIN, verdict: 'wrong' }, ...people.slice(1)], null);
  await proofFile({ ...repair, verdicts: judged }, quietContext);
  expect(
    cellsOf(target)
      .slice(1)
      .map(([id]) => id),
  ).toEqual([ids[1]]);
});
