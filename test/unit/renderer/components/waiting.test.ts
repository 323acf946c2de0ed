import { expect, it } from 'vitest';
import { areFixedElsewhere } from '../../../../renderer/components/waiting.ts';
import type { LineageView, ProjectView } from '../../../../shared/contract/index.ts';
import { project } from '../../../fakes/project-fixtures.ts';
import { runChange } from '../../../fakes/run-fixtures.ts';

const DRAFT = { at: 'draft' } as const;
const SENDING = runChange('run-adding', 0)?.state;

const one = (id: string, lineage: LineageView | null, state?: ProjectView['state']) =>
  project({ id, name: `List ${id}`, file: `${id}.xlsx`, rows: 300, at: 0, more: { lineage, ...(state !== undefined && { state }) } });

it.each([
  ['nobody fixes them', [], false],
  ['their project is a draft', [one('fix', { kind: 'retry', of: 'list' }, DRAFT)], false],
  ['their project is being sent', [one('fix', { kind: 'retry', of: 'list' }, SENDING)], true],
  ['their project is done', [one('fix', { kind: 'retry', of: 'list' })], false],
  [
    'a later part of their project is being sent',
    [one('fix', { kind: 'retry', of: 'list' }), one('second', { kind: 'part', of: 'fix', part: 2, parts: 2 }, SENDING)],
    true,
  ],
  ['only a list with this baseline is being sent', [one('next', { kind: 'baseline', of: 'list' }, SENDING)], false],
] as const)('refused rows are fixed elsewhere, when %s: %s', (_, others, expected) => {
  const list = one('list', null);
  expect(areFixedElsewhere(list, [list, ...others])).toBe(expected);
});
