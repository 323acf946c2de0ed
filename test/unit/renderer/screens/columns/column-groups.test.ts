import { describe, expect, it } from 'vitest';
import { filterGroups, firstBlocks, groupColumns, sizeOf } from '../../../../../renderer/screens/columns/column-groups.ts';
import { withColumn, withCombination, withOnly } from '../../../../../renderer/format/field-options.ts';
import { columns, withProblems } from '../../../../fakes/list-fixtures.ts';

const STREET = 4;
const MAILING_STREET = 16;
const view = columns();

const positions = (shown: ReturnType<typeof groupColumns>, key: string) =>
  shown.find((group) => group.key === key)?.blocks.flatMap((block) => block.columns.map(({ column }) => column)) ?? [];

describe('the order of columns', () => {
  it('starts with conflicts, then suggestions, then the rest in file order', () => {
    const groups = groupColumns(view);
    expect(groups[0]?.blocks[0]?.columns.map(({ column }) => column)).toEqual([STREET, MAILING_STREET]);
    expect(groups[0]?.blocks[0]?.conflict).toContain('Street');
    expect(sizeOf(groups, 'review')).toBe(3);
    const known = positions(groups, 'known');
    expect(known).toEqual(known.toSorted((a, b) => a - b));
    expect(groups.reduce((sum, { key }) => sum + sizeOf(groups, key), 0)).toBe(view.headers.length);
  });

  it('has no conflict after the columns share the field or only one of them has it', () => {
    const shared = withProblems({
      ...view,
      plan: withCombination(view.plan, { field: 'street', columns: [STREET, MAILING_STREET], how: 'firstFilled', separator: ' ' }),
    });
    expect(shared.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(positions(groupColumns(shared), 'known')).toContain(MAILING_STREET);
    const alone = withProblems({ ...view, plan: withOnly(view.plan, 'street', STREET) });
    expect(alone.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(positions(groupColumns(alone), 'unsent')).toContain(MAILING_STREET);
  });

  it('ends a combination when one of its columns gets another target', () => {
    const shared = withCombination(view.plan, { field: 'street', columns: [STREET, MAILING_STREET], how: 'join', separator: ' ' });
    const moved = withColumn(shared, MAILING_STREET, { to: { kind: 'field', field: 'street2' } });
    expect(moved.combinations).toEqual([]);
  });

  it('can be filtered by group, heading, and value', () => {
    const groups = groupColumns(view);
    expect(filterGroups(groups, 'unsent', '', view).map(({ key }) => key)).toEqual(['unsent']);
    expect(positions(filterGroups(groups, 'all', 'cnbio_', view), 'known')).toEqual([0, 1, 2]);
    expect(positions(filterGroups(groups, 'all', 'castellan', view), 'unsent')).toHaveLength(1);
    expect(filterGroups(groups, 'all', 'no such thing', view)).toEqual([]);
    expect(firstBlocks(groups, 4).reduce((sum, { blocks }) => sum + blocks.length, 0)).toBe(4);
  });
});
