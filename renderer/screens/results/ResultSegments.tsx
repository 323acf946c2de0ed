import { ActionIcon, Button, Menu, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconDeviceFloppy, IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { SegmentView } from '../../../shared/contract/index.ts';
import type { Conditions } from '../../../shared/results/index.ts';
import { useCommand } from '../../api/index.ts';
import { ConfirmDialog, FailureLine, useMissing } from '../../kit/index.ts';

interface ResultSegmentsProps {
  readonly id: string;
  /** The current conditions. */
  readonly conditions: Conditions;
  /** The segment that the conditions started from. */
  readonly segment: SegmentView | null;
  readonly onSegment: (segment: SegmentView | null) => void;
}

const isSame = (a: Conditions, b: Conditions): boolean => JSON.stringify([a.filters, a.find]) === JSON.stringify([b.filters, b.find]);

export function ResultSegments({ id, conditions, segment, onSegment }: ResultSegmentsProps) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const save = useCommand('segments.save', (segments, request) => {
    setOpen(false);
    setName('');
    onSegment(
      segments.find((one) => (request.segmentId === null ? one.name === request.name.trim() : one.id === request.segmentId)) ?? null,
    );
  });
  const [isRemoving, setRemoving] = useState(false);
  const remove = useCommand('segments.remove', () => {
    setRemoving(false);
    onSegment(null);
  });
  // The form and the confirmation dialog show their own failures.
  const failure = isOpen ? null : save.error;
  const isEmpty = conditions.filters.length === 0 && conditions.find === '';
  const isChanged = segment !== null && !isSame(segment, conditions);
  const given = { filters: [...conditions.filters], find: conditions.find };
  const missing = useMissing({ name: name.trim() === '' && 'Enter a name.' });
  return (
    <>
      {!isEmpty && (segment === null || isChanged) && (
        <Popover opened={isOpen} onChange={setOpen} width={280} position="bottom-start" trapFocus returnFocus>
          <Popover.Target>
            <button type="button" className="link result-add" onClick={() => setOpen(!isOpen)}>
              <IconBookmark size={15} stroke={1.8} aria-hidden /> Save as segment
            </button>
          </Popover.Target>
          <Popover.Dropdown aria-label="Save as segment">
            <form
              className="result-form"
              onSubmit={missing.submits(() => save.mutate({ id, segmentId: null, name: name.trim(), ...given }))}
            >
              <TextInput
                label="Name"
                error={missing.at('name')}
                placeholder="Capacity 4, propensity 3+"
                maxLength={80}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                data-autofocus
              />
              <p className="second small result-hint">
                The segment is saved with the connection and also counts people in the next screening.
              </p>
              <FailureLine error={save.error} />
              <Button type="submit" variant="default" size="xs" aria-disabled={!missing.isComplete} loading={save.isPending}>
                Save
              </Button>
            </form>
          </Popover.Dropdown>
        </Popover>
      )}
      {segment !== null && (
        <Menu position="bottom-start">
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label={`Menu of the segment ${segment.name}`}>
              <IconDots size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {isChanged && (
              <Menu.Item
                leftSection={<IconDeviceFloppy size={16} stroke={1.6} aria-hidden />}
                onClick={() => save.mutate({ id, segmentId: segment.id, name: segment.name, ...given })}
              >
                Save the changes
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={() => setRemoving(true)}>
              Remove the segment…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {isRemoving && segment !== null && (
        <ConfirmDialog
          title={`Remove “${segment.name}”?`}
          confirm="Remove the segment"
          isDestructive
          command={remove}
          onConfirm={() => remove.mutate({ id, segmentId: segment.id })}
          onClose={() => {
            remove.reset();
            setRemoving(false);
          }}
        >
          <p>Its filters are lost for all lists of the connection. No people are removed. This cannot be undone.</p>
        </ConfirmDialog>
      )}
      <FailureLine error={failure} />
    </>
  );
}
