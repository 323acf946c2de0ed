import { array, assert, constant, nat, oneof, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { CellKind, RowBlock } from '../../../../../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../../../../../main/spreadsheet/core/rowblock-builder.ts';
import { SharedRing } from '../../../../../main/worker/threads/shared-ring.ts';

const ROOM = 4096;

/** A ring that a helper thread knows. */
function sharedRing(): SharedRing {
  const ring = new SharedRing(ROOM);
  expect(ring.memory.byteLength).toBe(ROOM);
  return ring;
}

/** A block of one row with this text in its only cell. */
function blockOf(ring: SharedRing, text: string): RowBlock {
  const builder = new RowBlockBuilder(ring.take);
  builder.beginRow(1);
  builder.cellText(0, CellKind.Text, text);
  builder.endRow();
  return builder.finish()!;
}

test('blocks keep their texts until they are freed, in any order', () => {
  const step = oneof(
    record({ do: constant('take' as const), text: string({ minLength: 1, maxLength: 900, unit: 'grapheme' }) }),
    record({ do: constant('free' as const), which: nat(20) }),
  );
  assert(
    property(array(step, { maxLength: 60 }), (steps) => {
      const ring = sharedRing();
      const live: { text: string; block: RowBlock }[] = [];
      for (const each of steps) {
        if (each.do === 'take') live.push({ text: each.text, block: blockOf(ring, each.text) });
        else if (live.length > 0) ring.free(live.splice(each.which % live.length, 1)[0]!.block.bytes);
        for (const { text, block } of live) expect(block.text(0, 0)).toBe(text.toWellFormed());
      }
    }),
  );
});

test('memory is reused once it is free, and a block that does not fit gets its own memory', () => {
  const ring = sharedRing();
  const text = 'x'.repeat(1500);
  const [first, second, third] = [blockOf(ring, text), blockOf(ring, text), blockOf(ring, text)];
  expect([first, second, third].map(({ bytes }) => ring.holds(bytes))).toEqual([true, true, false]);
  expect(third.text(0, 0)).toBe(text);
  ring.free(first.bytes);
  const fourth = blockOf(ring, text);
  expect(ring.holds(fourth.bytes)).toBe(true);
  expect(ring.holds(ring.put(third.bytes))).toBe(false);
  ring.free(second.bytes);
  ring.free(fourth.bytes);
  const stored = ring.put(third.bytes);
  expect(ring.holds(stored)).toBe(true);
  expect(new RowBlock(stored).text(0, 0)).toBe(text);
});

test('blocks of a list that no helper thread reads have their own memory', () => {
  const before = process.memoryUsage().arrayBuffers;
  const ring = new SharedRing();
  const block = blockOf(ring, 'Okafor');
  expect(ring.holds(block.bytes)).toBe(false);
  expect(ring.put(block.bytes)).toBe(block.bytes);
  ring.free(block.bytes);
  expect(block.text(0, 0)).toBe('Okafor');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);

  // A helper thread that starts later gets the blocks that follow.
  expect(ring.memory.byteLength).toBeGreaterThan(1 << 20);
  const next = blockOf(ring, 'Whitlock');
  expect([ring.holds(next.bytes), next.text(0, 0)]).toEqual([true, 'Whitlock']);
});
