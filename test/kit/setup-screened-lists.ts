/** Screened lists of a test file, and the files that a layout writes from them. */
import { readFileSync } from 'node:fs';
import * as XLSX from 'xlsx';
import { afterAll } from 'vitest';
import { LAYOUTS, type Layout } from '../../shared/results/layouts.ts';
import { csvOf, EXPORT_INPUTS, listRows, profileFor, ResultProject } from './result-project.ts';

/** The score columns of a layout with a line for each score. */
export const SCORE_KEYS = [
  'mostRecentScore.overallScore',
  'mostRecentScore.scoreDetails.capacityRating',
  'mostRecentScore.scoreDetails.capacityRange',
];
export const layoutOf = (id: string): Layout => LAYOUTS.find((one) => one.id === id)!;

const columnsFor = (layout: Layout) => (layout.rows === 'score' ? SCORE_KEYS : null);
/** The input of a write back or of its proof. */
export const sourceOf = (project: ResultProject, layout: Layout) => ({
  ...project.request,
  ...EXPORT_INPUTS,
  layout,
  columns: columnsFor(layout),
});

/** The cells of a file's first sheet. */
export function cellsOf(path: string): string[][] {
  const book = XLSX.read(readFileSync(path), { raw: true });
  return XLSX.utils
    .sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: true, defval: '' })
    .map((row) => row.map(String));
}

/** The cells of the file that a layout writes. */
export async function written(project: ResultProject, layout: Layout): Promise<string[][]> {
  return cellsOf(await project.export(`written.${layout.format}`, { kind: 'layout', layout, columns: columnsFor(layout) }));
}

type Profile = Record<string, unknown>;

/** Screens lists for the file that calls it, and removes them after the last test. */
export function setupScreenedLists() {
  const projects: ResultProject[] = [];
  afterAll(() => {
    for (const project of projects) project.dispose();
  });
  /** A list with a profile for each row; `change` gets a profile and its position. */
  return async (
    rows: number,
    change: (profile: Profile, at: number) => Profile = (one) => one,
    list = listRows(rows),
  ): Promise<ResultProject> => {
    const project = await ResultProject.of(csvOf(list));
    projects.push(project);
    const profiles = Array.from({ length: rows }, (_, at) => change(profileFor(at), at));
    await project.collect({ profiles: JSON.stringify({ profiles }), errors: '[]' });
    return project;
  };
}
