/**
 * Judges groups of blocks, in this thread and in a second one beside it, and hands them on in their order. Reading, judging
 * and writing a list take about as long as each other: whichever thread is free judges the next group, so that two cores are
 * busy to the end, and one core does it all where there is no other.
 */
import { AppError } from '../../../shared/base/errors.ts';
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { SharedRing } from '../threads/shared-ring.ts';
import type { FromJudge, JudgeOrder, JudgeThread } from './row-checker-thread.ts';
import type { Judge, Judged } from './row-checker.ts';

/** Groups that the second thread has at hand: enough to go on with while this one writes some megabytes. */
const AHEAD = 8;
/** Groups that may wait to be handed on in their order. */
const MOST_WAITING = 16;

interface Group {
  readonly id: number;
  readonly blocks: readonly RowBlock[];
  judged: Judged | null;
}

/** Where the blocks lie in the ring, as the other thread is told. */
const placesOf = (blocks: readonly RowBlock[]) => blocks.flatMap(({ bytes }) => [bytes.byteOffset, bytes.length]);

export class Crew {
  private readonly judge: Judge;
  private readonly hand: (blocks: readonly RowBlock[], judged: Judged) => void;
  private readonly ring: SharedRing;
  private second: JudgeThread | null = null;
  private isReady = false;
  /** Groups that the second thread has. */
  private posted = 0;
  private ids = 0;
  private lost: AppError | null = null;
  private bell: (() => void) | null = null;
  private readonly waiting: Group[] = [];

  /**
   * `hand` is given each group with what was judged of it, in the order in which the groups were added; after that its blocks
   * are not to be used any more. `ring`: where the readers of the blocks lay them.
   */
  constructor(judge: Judge, hand: Crew['hand'], ring = new SharedRing()) {
    this.judge = judge;
    this.hand = hand;
    this.ring = ring;
  }

  /** True once a second thread was asked for. */
  get isTwo(): boolean {
    return this.second !== null;
  }

  /** Takes a second thread, which begins as soon as it is ready. */
  join(second: JudgeThread, order: Omit<JudgeOrder, 'memory'>): void {
    this.second = second;
    second.listen(
      (message) => {
        this.hear(message);
      },
      () => {
        this.lose('ended');
      },
    );
    second.post({ type: 'order', order: { ...order, memory: this.ring.memory } });
  }

  private hear(message: FromJudge): void {
    if (message.type === 'ready') this.isReady = true;
    else if (message.type === 'failed') this.lose(message.name);
    else {
      this.waiting.find(({ id }) => id === message.id)!.judged = message.judged;
      this.posted -= 1;
    }
    this.bell?.();
  }

  /** Without the second thread everything goes on, unless it has taken rows with it. */
  private lose(name: string): void {
    this.isReady = false;
    if (this.posted > 0)
      this.lost = new AppError('WORKER_LOST', 'Checking the list ended unexpectedly. What was kept before is unharmed; try again.', {
        name,
      });
    this.bell?.();
  }

  /** Adds the next group; `here`: it is judged in this thread. Resolves when there is room for another one. */
  async add(blocks: readonly RowBlock[], here = false): Promise<void> {
    const wanted = this.isReady && this.posted < AHEAD && !here;
    const group: Group = { id: this.ids++, blocks: wanted ? blocks.map((block) => this.laid(block)) : blocks, judged: null };
    this.waiting.push(group);
    if (wanted && group.blocks.every(({ bytes }) => this.ring.holds(bytes))) {
      this.second!.post({ type: 'judge', id: group.id, places: placesOf(group.blocks) });
      this.posted += 1;
    } else group.judged = this.judge.blocks(group.blocks);
    await this.handOn(MOST_WAITING);
  }

  /** The block where the second thread can see it, if there is room. */
  private laid(block: RowBlock): RowBlock {
    const bytes = this.ring.put(block.bytes);
    return bytes === block.bytes ? block : new RowBlock(bytes);
  }

  /** Hands on what is judged, until no more than so many groups wait. */
  private async handOn(most: number): Promise<void> {
    for (;;) {
      for (let first = this.waiting[0]; first !== undefined && first.judged !== null; first = this.waiting[0]) {
        this.waiting.shift();
        this.hand(first.blocks, first.judged);
        for (const { bytes } of first.blocks) this.ring.free(bytes);
      }
      if (this.lost !== null) throw this.lost;
      if (this.waiting.length <= most) break;
      await new Promise<void>((ring) => {
        this.bell = ring;
      });
    }
    // Between two turns of this thread it is heard that the other one is ready, and what it answers.
    if (this.second !== null && (!this.isReady || this.posted > 0)) await new Promise(setImmediate);
  }

  /** Resolves once every group was handed on. */
  async finish(): Promise<void> {
    await this.handOn(0);
    this.end();
  }

  end(): void {
    this.second?.end();
    this.second = null;
  }
}
