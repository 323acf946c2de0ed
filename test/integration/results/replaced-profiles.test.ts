/** Newer texts of single profiles in a long list: every other profile, its scores and its number stay the same. */
import { afterAll, expect, it } from 'vitest';
import { ProjectFile } from '../../../main/store/project-file/project-file.ts';
import { replaceProfiles } from '../../../main/worker/result-file/more-profiles.ts';
import { ResultFile } from '../../../main/worker/result-file/result-file.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';
import { profileNumber } from '../../kit/ordinals.ts';

const ROWS = 600;
const project = await ResultProject.of(csvOf(listRows(ROWS)));
afterAll(() => {
  project.dispose();
});

it('replaces profiles in the first, a middle and the last chunk, and their scores', async () => {
  const texts = Array.from({ length: ROWS }, (_, index) => JSON.stringify(profileFor(index)));
  await project.collect({ profiles: `[${texts.join(',')}]` });
  const newer = new Map(
    [1, 257, ROWS].map((profile) => [profileNumber(profile), texts[profile - 1]!.replace(/"overallScore":[\d.]+/, '"overallScore":99')]),
  );
  const file = new ProjectFile(project.request.file, 'write');
  try {
    const { matches } = new ResultFile(file);
    file.transaction(() => {
      replaceProfiles(file, newer, new AbortController().signal);
    });
    const results = new ResultFile(file);
    expect(results.matches).toEqual(matches);
    const stored = Array.from({ length: ROWS }, (_, at) => results.profileJson(profileNumber(at + 1)));
    expect(stored).toEqual(texts.map((text, at) => newer.get(profileNumber(at + 1)) ?? text));
    expect(results.columns.find(({ key }) => key === 'mostRecentScore.overallScore')).toMatchObject({ filled: ROWS, max: 99 });
    const highest = Array.from({ length: ROWS }, (_, at) => at + 1).filter((profile) => {
      const { block, row } = results.scores(profileNumber(profile))!;
      return block.rowTexts(row).includes('99');
    });
    expect(highest).toEqual([1, 257, ROWS]);
  } finally {
    file.close();
  }
});
