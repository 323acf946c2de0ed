/** Results that are being read do not change while a later fetch writes new ones, so no profile appears on another person's row. */
import { afterEach, expect, test } from 'vitest';
import { ProjectFile } from '../../../main/store/project-file/project-file.ts';
import { ResultFile } from '../../../main/worker/result-file/result-file.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

/** The ID in the profile of each row, with the fetch that it came from. */
const shownBy = (results: ResultFile): string[] =>
  [...results.matches].map((profile) => {
    const { constituentId, fetch } = JSON.parse(results.profileJson(profile) ?? '{}') as Record<string, unknown>;
    return `${String(constituentId)} ${String(fetch)}`;
  });

test('an open reader keeps its results, and the next reader reads the new ones', async () => {
  const rows = 600;
  const project = await ResultProject.of(csvOf(listRows(rows)));
  projects.push(project);
  const profiles = (fetch: number) => Array.from({ length: rows }, (_, index) => ({ ...profileFor(index), fetch }));
  const shown = (fetch: number) => Array.from({ length: rows }, (_, index) => `${String(profileFor(index)['constituentId'])} ${fetch}`);
  await project.collect({ profiles: JSON.stringify(profiles(1)) });
  const file = new ProjectFile(project.request.file, 'read');
  try {
    const results = new ResultFile(file);
    await project.collect({ profiles: JSON.stringify(profiles(2).toReversed()) });
    expect(shownBy(results)).toEqual(shown(1));
  } finally {
    file.close();
  }
  const later = new ProjectFile(project.request.file, 'read');
  try {
    expect(shownBy(new ResultFile(later))).toEqual(shown(2));
  } finally {
    later.close();
  }
});
