/** The files for other systems: the format of each importer, who is in them, and what is left out. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { leftOutText } from '../../../shared/view-texts/export-notes.ts';
import { noneHeldBack } from '../../../shared/write-back/held-back.ts';
import { formatProblem } from '../../../shared/results/layout-problem.ts';
import { LAYOUTS } from '../../../shared/results/layouts.ts';
import { padded, sheetsOf, sheetsOfSheetJs } from '../../kit/exported-sheets.ts';
import { CAPACITY, OVERALL, partlyRefusedProject, ROWS } from '../../kit/partly-refused-project.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

async function screened(): Promise<ResultProject> {
  const project = await partlyRefusedProject();
  projects.push(project);
  return project;
}

describe('layouts for other systems', () => {
  for (const layout of LAYOUTS)
    test(`${layout.id} has the format of its importer`, async () => {
      const project = await screened();
      const columns = layout.rows === 'score' ? [OVERALL, CAPACITY] : null;
      const path = await project.export(`layout.${layout.format}`, { kind: 'layout', layout, columns });
      const sheets = layout.format === 'xlsx' ? await sheetsOf(path) : null;
      // An importer of one sheet fails on a second one.
      expect(Object.keys(sheets ?? { text: [] })).toHaveLength(1);
      const text = sheets === null ? readFileSync(path, 'utf8') : csvOf(Object.values(sheets)[0]!);
      await expect(text).toMatchFileSnapshot(`../../fixtures/layouts/${layout.id}.csv`);
    });

  const books = LAYOUTS.flatMap((layout) =>
    (['xlsx', 'csv'] as const).flatMap((format) =>
      formatProblem(layout, format) === null ? [{ id: layout.id, format, layout: { ...layout, format } }] : [],
    ),
  );
  test.each(books)('$id as $format has the cells of the stored example, in both readers', async ({ id, format, layout }) => {
    const project = await screened();
    const columns = layout.rows === 'score' ? [OVERALL, CAPACITY] : null;
    const path = await project.export(`layout.${format}`, { kind: 'layout', layout, columns });
    const kept = await sheetsOf(fileURLToPath(new URL(`../../fixtures/layouts/${id}.csv`, import.meta.url)));
    const [cells] = Object.values(kept);
    expect(cells![0]!.slice(1)).toEqual(layout.columns.slice(1).map(({ title }) => title));
    expect(Object.values(await sheetsOf(path))).toEqual([cells]);
    expect(Object.values(padded(sheetsOfSheetJs(path)))).toEqual(Object.values(padded({ cells: cells! })));
  });

  test('have only scored people, with the titles and dates of the system', async () => {
    const project = await screened();
    const layout = LAYOUTS.find(({ id }) => id === 'raisers-edge')!;
    const path = await project.export('re.csv', { kind: 'layout', layout, columns: [OVERALL], titles: { [OVERALL]: 'Wealth score' } });
    const text = readFileSync(path, 'utf8');
    const lines = text.trimEnd().split('\r\n');
    expect(text.codePointAt(0)).toBe('C'.codePointAt(0));
    expect(lines).toHaveLength(ROWS - 2 + 1);
    expect(lines[1]).toBe('C-00001,Wealth score,1,11/19/2026,Wealth screening');
  });

  test('have a separate attribute category for each score, so that none overwrites another', async () => {
    const project = await screened();
    const layout = LAYOUTS.find(({ id }) => id === 'raisers-edge')!;
    const path = await project.export('re.csv', { kind: 'layout', layout, columns: [OVERALL, CAPACITY] });
    const rows = readFileSync(path, 'utf8').trimEnd().split('\r\n').slice(1).map((line) => line.split(',').slice(0, 2).join()); // prettier-ignore
    expect(new Set(rows).size).toBe(rows.length);
  });

  test('leave out a scored row without an ID, and count it', async () => {
    const project = await ResultProject.of(csvOf(listRows(ROWS).map((row, at) => (at === 3 ? ['', ...row.slice(1)] : row))));
    projects.push(project);
    // The service returns the ID that the row got before sending.
    const profiles = Array.from({ length: ROWS }, (_, at) =>
      at === 2 ? { ...profileFor(at), constituentId: `${project.request.rowIdPrefix}4` } : profileFor(at),
    );
    const { counts } = await project.collect({ profiles: JSON.stringify({ profiles }), errors: '[]' });
    expect(counts).toMatchObject({ scored: ROWS });
    const layout = LAYOUTS.find(({ id }) => id === 'salesforce')!;
    const { path, heldBack } = await project.exportCounted('sf.csv', { kind: 'layout', layout, columns: null });
    const ids = readFileSync(path, 'utf8').trimEnd().split('\r\n').slice(1).map((line) => line.split(',')[0]); // prettier-ignore
    expect(ids).toHaveLength(ROWS - 1);
    expect(ids).not.toContain('');
    expect(heldBack).toEqual({ ...noneHeldBack(), noId: 1 });
  });

  test('have no empty cells where the other system would remove a value, and report what is left out for that reason', async () => {
    const project = await ResultProject.of(csvOf(listRows(ROWS).map((row, at) => (at === 1 ? ['', ...row.slice(1)] : row))));
    projects.push(project);
    // Two people have no RFM score, and only five have a capacity range.
    const profiles = Array.from({ length: ROWS }, (_, at) => {
      const profile = profileFor(at) as { mostRecentScore: { scoreDetails: object } };
      const { mostRecentScore } = profile;
      return {
        ...profile,
        ...(at === 0 && { constituentId: `${project.request.rowIdPrefix}2` }),
        mostRecentScore: {
          ...mostRecentScore,
          rfmDetails: at === 7 || at === 9 ? {} : { rfmScore: 3 },
          scoreDetails: { ...mostRecentScore.scoreDetails, ...(at >= 5 && { capacityRange: null }) },
        },
      };
    });
    expect((await project.collect({ profiles: JSON.stringify({ profiles }), errors: '[]' })).counts).toMatchObject({ scored: ROWS });
    const layout = LAYOUTS.find(({ id }) => id === 'neon')!;
    const report = await project.exportCounted('neon.csv', { kind: 'layout', layout, columns: null });
    expect(report).toMatchObject({ rows: ROWS - 3, heldBack: { noId: 1, empty: 2 }, emptyColumns: ['Screening Capacity range'] });
    const [head, ...lines] = readFileSync(report.path, 'utf8').trimEnd().split('\r\n').map((line) => line.split(',')); // prettier-ignore
    expect(head).toEqual(layout.columns.map(({ title }) => title).filter((title) => title !== 'Screening Capacity range'));
    expect(lines).toHaveLength(ROWS - 3);
    expect(lines.flat()).not.toContain('');
    expect(lines.map(([id]) => id)).not.toContain('C-00008');
    expect(lines[0]!.at(-1)).toBe('11/19/2026');
    expect(leftOutText(report)).toBe(
      '1 scored row without a constituent ID is not in the file: the other system could not tell whose scores they are. 2 scored rows with an empty cell are not in the file: the other system would remove the value that it has there. The column “Screening Capacity range” is not in the file: most people have no value there, and the other system would remove the value that it has.',
    );
  });

  test('have an empty cell where the other system keeps its value', async () => {
    const project = await screened();
    const layout = {
      ...LAYOUTS.find(({ id }) => id === 'salesforce')!,
      columns: [{ title: 'None', from: { kind: 'score' as const, key: 'none.such' } }],
    };
    expect(await project.exportCounted('sf.csv', { kind: 'layout', layout, columns: null })).toMatchObject({
      heldBack: noneHeldBack(),
      emptyColumns: [],
    });
  });

  test('can have other columns and columns of the file, as the user chose them', async () => {
    const project = await screened();
    const path = await project.export('own.csv', {
      kind: 'layout',
      layout: {
        id: 'own',
        name: 'Our own',
        hint: '',
        format: 'csv',
        rows: 'person',
        dates: 'monthFirst',
        columns: [
          { title: 'Officer', from: { kind: 'sheet', header: 'Gift officer' } },
          { title: 'Scored on', from: { kind: 'score', key: 'dateScored' } },
          { title: 'Gone', from: { kind: 'score', key: 'no.such.score' } },
          { title: 'Last', from: { kind: 'field', field: 'primaryLast' } },
        ],
      },
    });
    expect(readFileSync(path, 'utf8').split('\r\n').slice(0, 3)).toEqual([
      'Officer,Scored on,Gone,Last',
      'J. Castellan,11/1/2026,,Lovelace',
      'P. Osei,11/2/2026,,Hopper',
    ]);
  });
});
