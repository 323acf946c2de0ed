/**
 * Checks groups of blocks in this thread and in a helper thread, and delivers the results in order. Reading, checking and writing a
 * list take about as long as each other: the thread that is free checks the next group, and both cores are busy to the end.
 */
import { AppError } from '../../../shared/base/errors.ts';
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { SharedRing } from '../threads/shared-ring.ts';
import type { FromRowChecker, RowCheckerOrder, RowCheckerThread } from './row-checker-thread.ts';
import type { RowChecker, RowResults } from './row-checker.ts';

/** Groups that wait for the helper: enough to continue while this thread writes some megabytes. */
const AHEAD = 8;
/** Groups that may wait to be delivered in order. */
const MOST_WAITING = 16;

interface Group {
  readonly id: number;
  readonly blocks: readonly RowBlock[];
  results: RowResults | null;
}

/** Offset and length of each block in the ring, in turn. */
const placesOf = (blocks: readonly RowBlock[]) => blocks.flatMap(({ bytes }) => [bytes.byteOffset, bytes.length]);

export class CheckScheduler {
  private readonly checker: RowChecker;
  private readonly deliver: (blocks: readonly RowBlock[], results: RowResults) => void;
  private readonly ring: SharedRing;
  private helper: RowCheckerThread | null = null;
  private isReady = false;
  /** Groups that the helper has. */
  private posted = 0;
  private ids = 0;
  private lost: AppError | null = null;
  private bell: (() => void) | null = null;
  private readonly waiting: Group[] = [];

  /**
   * `deliver` receives each group with its results, in the order in which the groups were added; the blocks are not valid after
   * that. `ring`: the memory that the readers of the blocks share.
   */
  constructor(checker: RowChecker, deliver: CheckScheduler['deliver'], ring = new SharedRing()) {
    this.checker = checker;
    this.deliver = deliver;
    this.ring = ring;
  }

  get hasHelper(): boolean {
    return this.helper !== null;
  }

  /** Adds a helper thread, which begins as soon as it is ready. */
  addHelper(helper: RowCheckerThread, order: Omit<RowCheckerOrder, 'memory'>): void {
    this.helper = helper;
    helper.listen(
      (message) => {
        this.receive(message);
      },
      () => {
        this.lose('ended');
      },
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
    this.bell?.();
  }

  /** Without the helper the check continues, unless the helper had groups. */
  private lose(name: string): void {
    this.isReady = false;
    if (this.posted > 0)
      this.lost = new AppError('WORKER_LOST', 'Checking the list ended unexpectedly. What was kept before is unharmed; try again.', {
        name,
      });
    this.bell?.();
  }

  /** Adds the next group; `here`: it is checked in this thread. Resolves when there is room for another one. */
  async add(blocks: readonly RowBlock[], here = false): Promise<void> {
    const wanted = this.isReady && this.posted < AHEAD && !here;
    const group: Group = { id: this.ids++, blocks: wanted ? blocks.map((block) => this.shared(block)) : blocks, results: null };
    this.waiting.push(group);
    if (wanted && group.blocks.every(({ bytes }) => this.ring.holds(bytes))) {
      this.helper!.post({ type: 'check', id: group.id, places: placesOf(group.blocks) });
      this.posted += 1;
    } else group.results = this.checker.checkBlocks(group.blocks);
    await this.deliverUntil(MOST_WAITING);
  }

  /** The block in memory that the helper sees, if there is room. */
  private shared(block: RowBlock): RowBlock {
    const bytes = this.ring.put(block.bytes);
    return bytes === block.bytes ? block : new RowBlock(bytes);
  }

  /** Delivers results until no more than so many groups wait. */
  private async deliverUntil(most: number): Promise<void> {
    for (;;) {
      for (let first = this.waiting[0]; first !== undefined && first.results !== null; first = this.waiting[0]) {
        this.waiting.shift();
        this.deliver(first.blocks, first.results);
        for (const { bytes } of first.blocks) this.ring.free(bytes);
      }
      if (this.lost !== null) throw this.lost;
      if (this.waiting.length <= most) break;
      await new Promise<void>((ring) => {
        this.bell = ring;
      });
    }
    // Messages of the helper arrive between two turns of this thread.
    if (this.helper !== null && (!this.isReady || this.posted > 0)) await new Promise(setImmediate);
  }

  /** Resolves once every group was delivered. */
  async finish(): Promise<void> {
    await this.deliverUntil(0);
    this.end();
  }

  end(): void {
    this.helper?.end();
    this.helper = null;
  }
}
