/** People whom a write back holds back: each counts once, and the sums add up. */
import { describe, expect, test } from 'vitest';
import { PAIR_BYTES } from '../../../main/worker-protocol/review.ts';
import { ProjectFile } from '../../../main/store/project-file/project-file.ts';
import { planWriteBack } from '../../../main/worker/write-back/plan.ts';
import type { Layout } from '../../../shared/results/layouts.ts';
import { noneHeldBack } from '../../../shared/write-back/held-back.ts';
import { listRows } from '../../kit/result-project.ts';
import { cellsOf, layoutOf, setupScreenedLists, sourceOf, written } from '../../kit/setup-screened-lists.ts';
import { quietContext } from '../../kit/task-context.ts';

const screened = setupScreenedLists();

describe('who is held back', () => {
  test('counts once, for the first reason that applies, and the sums add up', async () => {
    const list = listRows(12);
    list[3] = ['', ...list[3]!.slice(1)];
    list[6] = [list[5]![0]!, ...list[6]!.slice(1)];
    const ids = list.slice(1).map(([id]) => id!);
    const project = await screened(12, (profile, at) => ({ ...profile, constituentId: ids[at] === '' ? undefined : ids[at] }), list);
    const layout = layoutOf('raisers-edge');
    const short: Layout = {
      ...layout,
      columns: layout.columns.map((column) => (column.title === 'CAttrDesc' ? { ...column, most: 12 } : column)),
    };
    const plan = await planWriteBack({ ...sourceOf(project, short), held: { reason: 'tooLong', offset: 0 } }, quietContext);
    const back = Object.values(plan.heldBack).reduce((sum, people) => sum + people, 0);
    const lines = await written(project, short);
    const passing = new Set(lines.slice(1).map(([id]) => id)).size;
    expect(passing + back).toBe(plan.people);
    expect(plan.lines).toBe(lines.length - 1);
    expect(plan.firstLines).toEqual(lines.slice(1, 6));
    expect(plan.heldBack.tooLong).toBe(plan.held.length);
    expect(plan.heldBack.tooLong).toBeGreaterThan(0);
    const shortens = { ...short, columns: short.columns.map((column) => (column.most === 12 ? { ...column, shortens: true } : column)) };
    const shortened = await planWriteBack({ ...sourceOf(project, shortens), held: null }, quietContext);
    expect(shortened.heldBack.tooLong).toBe(0);
    expect((await written(project, shortens)).every(([, , text]) => text!.length <= 12)).toBe(true);
  });

  test('has both people with the same ID, and an organization is not in a file of individuals', async () => {
    const list = listRows(8);
    list[2] = [list[1]![0]!, ...list[2]!.slice(1)];
    list[5] = [list[5]![0]!, 'Larkspur', 'Family Foundation', ...list[5]!.slice(3)];
    const project = await screened(
      8,
      (profile, at) => {
        const [constituentId, primaryFirst, primaryLast] = list[at + 1]!;
        return { ...profile, constituentId, primaryFirst, primaryLast };
      },
      list,
    );
    const { counts } = await project.results();
    const plan = await planWriteBack({ ...sourceOf(project, layoutOf('bloomerang')), held: null }, quietContext);
    const passing = await written(project, layoutOf('bloomerang'));
    expect(plan.people).toBe(counts.scored);
    expect(passing.length - 1).toBe(plan.people - Object.values(plan.heldBack).reduce((sum, people) => sum + people, 0));
    expect(plan.heldBack).toEqual({ ...noneHeldBack(), sameId: 2 });
    expect(passing.flat()).not.toContain('C-00005');
  });

  test('has the people judged wrong or unsure, and unreviewed people below the accepted number', async () => {
    const project = await screened(8);
    const file = new ProjectFile(project.request.file, 'read');
    const { changes } = file;
    file.close();
    const kinds = [0, 1, 2].map((at) => at % 3);
    const verdicts = {
      version: 1,
      acceptAt: null,
      canUndo: true,
      rows: Uint32Array.of(2, 3, 4),
      kinds: Uint8Array.from(kinds),
      pairs: new Uint8Array(kinds.length * PAIR_BYTES),
      changes: new Uint32Array(kinds.length).fill(changes),
    };
    const layout = layoutOf('neon');
    const plan = await planWriteBack({ ...sourceOf(project, layout), verdicts, held: { reason: 'wrong', offset: 0 } }, quietContext);
    expect(plan).toMatchObject({
      people: 8,
      lines: 6,
      heldBack: { ...noneHeldBack(), wrong: 1, unsure: 1 },
      held: [{ row: 3, id: 'C-00002' }],
    });
    const path = await project.export('judged.csv', { kind: 'layout', layout, verdicts });
    expect(
      cellsOf(path)
        .slice(1)
        .map(([id]) => id),
    ).toEqual(['C-00001', 'C-00004', 'C-00005', 'C-00006', 'C-00007', 'C-00008']);
    // Without a match number, nobody is accepted without a review.
    const accepting = { ...verdicts, version: 2, acceptAt: 90 };
    const below = await planWriteBack({ ...sourceOf(project, layout), verdicts: accepting, held: null }, quietContext);
    // The person who passes was judged right.
    expect(below.reviewed).toEqual({ right: 1, acceptAt: 90 });
    expect(below).toMatchObject({ people: 8, lines: 1, heldBack: { ...noneHeldBack(), notReviewed: 5, wrong: 1, unsure: 1 } });
  });
});
