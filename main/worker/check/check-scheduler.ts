/**
 * Checks groups of blocks in this thread and in a helper thread, and delivers the results in order. Reading, checking and writing take
 * about the same time. Whichever thread is free checks the next group, so that both threads are busy until the end.
 */
import { AppError } from '../../../shared/base/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { SharedRing } from '../threads/shared-ring.ts';
import type { FromRowChecker, RowCheckerOrder, RowCheckerThread } from './row-checker-thread.ts';
import type { RowChecker, RowResults } from './row-checker.ts';

/** Maximum number of groups posted to the helper: enough to keep it busy while this thread writes some megabytes. */
const MAX_POSTED = 8;
/** Maximum number of groups that wait for delivery. */
const MAX_WAITING = 16;

interface Group {
  readonly id: number;
  readonly blocks: readonly RowBlock[];
  results: RowResults | null;
}

/** Offset and length of each block in the ring, alternating. */
const placesOf = (blocks: readonly RowBlock[]) => blocks.flatMap(({ bytes }) => [bytes.byteOffset, bytes.length]);

export class CheckScheduler {
  private readonly checker: RowChecker;
  private readonly deliver: (blocks: readonly RowBlock[], results: RowResults) => void;
  private readonly ring: SharedRing;
  private helper: RowCheckerThread | null = null;
  private isReady = false;
  /** Number of groups posted to the helper. */
  private posted = 0;
  private ids = 0;
  private lost: AppError | null = null;
  private wake: (() => void) | null = null;
  private readonly waiting: Group[] = [];

  /**
   * `deliver`: receives each group with its results, in the order of `add`. The blocks become invalid when it returns. `ring`: the memory
   * that the reader of the blocks shares with the helper.
   */
  constructor(checker: RowChecker, deliver: CheckScheduler['deliver'], ring = new SharedRing()) {
    this.checker = checker;
    this.deliver = deliver;
    this.ring = ring;
  }

  get hasHelper(): boolean {
    return this.helper !== null;
  }

  /** Adds a helper thread. It gets groups as soon as it is ready. */
  addHelper(helper: RowCheckerThread, order: Omit<RowCheckerOrder, 'memory'>): void {
    this.helper = helper;
    helper.listen(
      (message) => this.receive(message),
      () => this.lose('ended'),
    );
    helper.post({ type: 'order', order: { ...order, memory: this.ring.memory } });
  }

  private receive(message: FromRowChecker): void {
    if (message.type === 'ready') this.isReady = true;
    else if (message.type === 'failed') this.lose(message.name);
    else {
      this.waiting.find(({ id }) => id === message.id)!.results = message.results;
      this.posted -= 1;
    }
    this.wake?.();
  }

  /** Continues without the helper. If the helper already had groups, `add` and `finish` throw WORKER_LOST. */
  private lose(name: string): void {
    this.isReady = false;
    if (this.posted > 0)
      this.lost = new AppError('WORKER_LOST', 'Checking the list ended unexpectedly. Everything saved before is unchanged. Try again.', {
        name,
      });
    this.wake?.();
  }

  /** Adds the next group. `here`: only this thread may check it. Resolves when there is room for another group. */
  async add(blocks: readonly RowBlock[], here = false): Promise<void> {
    const forHelper = this.isReady && this.posted < MAX_POSTED && !here;
    const group: Group = { id: this.ids++, blocks: forHelper ? blocks.map((block) => this.shared(block)) : blocks, results: null };
    this.waiting.push(group);
    if (forHelper && group.blocks.every(({ bytes }) => this.ring.holds(bytes))) {
      this.helper!.post({ type: 'check', id: group.id, places: placesOf(group.blocks) });
      this.posted += 1;
    } else group.results = this.checker.checkBlocks(group.blocks);
    await this.deliverUntil(MAX_WAITING);
  }

  /** The block, in memory that the helper can read; the same block if the ring is full. */
  private shared(block: RowBlock): RowBlock {
    const bytes = this.ring.put(block.bytes);
    return bytes === block.bytes ? block : new RowBlock(bytes);
  }

  /** Delivers results in order until no more than `max` groups are waiting. */
  private async deliverUntil(max: number): Promise<void> {
    for (;;) {
      for (let first = this.waiting[0]; first !== undefined && first.results !== null; first = this.waiting[0]) {
        this.waiting.shift();
        this.deliver(first.blocks, first.results);
        for (const { bytes } of first.blocks) this.ring.free(bytes);
      }
      if (this.lost !== null) throw this.lost;
      if (this.waiting.length <= max) break;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    // Lets messages of the helper arrive.
    if (this.helper !== null && (!this.isReady || this.posted > 0)) await new Promise(setImmediate);
  }

  /** Resolves when all groups have been delivered. */
  async finish(): Promise<void> {
    await this.deliverUntil(0);
    this.end();
  }

  end(): void {
    this.helper?.end();
    this.helper = null;
  }
}
