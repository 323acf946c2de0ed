import { SegmentedControl } from '@mantine/core';
import type { ProjectView } from '../../../../shared/contract/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { count, number } from '../../../format/index.ts';
import { navigate, toProject } from '../../../navigation/index.ts';
import type { ListGifts } from './useGiftFile.ts';

interface GiftSwitchProps {
  readonly project: ProjectView;
  readonly gifts: ListGifts | null | undefined;
  readonly shown: 'list' | 'gifts';
}

/** Switches between the tabs List and Gifts. Appears with the first gift file. */
export function GiftSwitch({ project: { id }, gifts, shown }: GiftSwitchProps) {
  const columns = useContractQuery('columns.get', { id }).data?.headers.length ?? 0;
  if (gifts == null) return null;
  return (
    <SegmentedControl
      aria-label="Part of the columns"
      value={shown}
      onChange={(part) => navigate(part === 'gifts' ? toProject(id, 'columns', {}, 'gifts') : toProject(id, 'columns'))}
      data={[
        { value: 'list', label: `List, ${count(columns, 'column')}` },
        { value: 'gifts', label: `Gifts, ${number(gifts.view.gifts)}` },
      ]}
    />
  );
}
