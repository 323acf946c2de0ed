/**
 * Memory and CPU time of this process by stage and kind. The breakdown by kind needs Linux; other systems have only the peak and the CPU
 * time of the process.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { threads, type ThreadKind } from './thread-memory.ts';
import { threadTimes, timesBetween, type ThreadTimes } from './thread-times.ts';

const LOOK_EVERY_MS = 25;
/** Reading /proc/self/smaps takes some milliseconds, so memory is broken down again only when it is higher by this factor. */
const WORTH_A_LOOK = 1.02;
/** Size and alignment of a glibc malloc arena, in bytes. */
const ARENA = 0x400_0000;

/** Resident memory. Each MB is 1,048,576 bytes. */
export interface StageMemory {
  readonly seconds: number;
  /** CPU seconds by kind of thread. */
  readonly cpu: Partial<ThreadTimes>;
  /** The peak of the stage as reported by the system. */
  readonly peakMB: number;
  /** The highest sample. The fields below break it down; the memory in `threads` is part of `anonymousMB` and `mallocMB`. */
  readonly seenMB: number;
  /** The program and its libraries: mapped files, which processes share and the system can read again. */
  readonly programMB: number;
  /** Memory of malloc: SQLite, zlib, small buffers, and freed memory that was not returned to the system. */
  readonly mallocMB: number;
  /** Everything else: heaps, large buffers, stacks. */
  readonly anonymousMB: number;
  /** For each kind of thread: their number, and the sums of used heap, heap, and buffers outside the heap. */
  readonly threads: Readonly<Partial<Record<ThreadKind, readonly [count: number, usedMB: number, heapMB: number, buffersMB: number]>>>;
}

const inMB = (bytes: number) => Math.round(bytes / 1024 ** 2);

interface Mapped {
  readonly program: number;
  readonly malloc: number;
  readonly anonymous: number;
}

/** Bytes of each kind in /proc/self/smaps. */
function kindsOf(smaps: string): Mapped {
  const kinds = { program: 0, malloc: 0, anonymous: 0 };
  let kind: keyof Mapped = 'anonymous';
  for (const line of smaps.split('\n')) {
    const area = /^([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \d+ *(.*)$/.exec(line);
    if (area !== null) {
      const [, from, to, rights, name] = area as unknown as [string, string, string, string, string];
      const start = Number.parseInt(from, 16);
      const isArena = name === '' && rights.startsWith('rw') && start % ARENA === 0 && Number.parseInt(to, 16) - start <= ARENA;
      kind = name === '[heap]' || isArena ? 'malloc' : name.startsWith('/') ? 'program' : 'anonymous';
    } else if (line.startsWith('Rss:')) kinds[kind] += Number(/\d+/.exec(line)![0]) * 1024;
  }
  return kinds;
}

/** The highest resident memory since the last `restart`, in bytes. */
function systemPeak(): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

function restartSystemPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // If the peak cannot be reset, each stage shows the peak since the start of the process.
  }
}

/** Measures from its creation until `end`. */
export class MemoryStages {
  private readonly done: Record<string, StageMemory> = {};
  private readonly timer: NodeJS.Timeout;
  private name: string;
  private began = performance.now();
  private cpuBefore = threadTimes();
  private seen = 0;
  private kinds: Mapped = { program: 0, malloc: 0, anonymous: 0 };
  private threads: StageMemory['threads'] = {};
  private isLooking = false;

  constructor(name: string) {
    this.name = name;
    restartSystemPeak();
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const rss = process.memoryUsage.rss();
    if (this.isLooking || rss < this.seen * WORTH_A_LOOK) return;
    this.isLooking = true;
    const { name } = this;
    const found: Partial<Record<ThreadKind, [number, number, number, number]>> = {};
    for (const { kind, used, heap, buffers } of threads()) {
      const [count, ...sum] = found[kind] ?? [0, 0, 0, 0];
      found[kind] = [count + 1, sum[0] + inMB(used), sum[1] + inMB(heap), sum[2] + inMB(buffers)];
    }
    const smaps = await readFile('/proc/self/smaps', 'utf8').catch(() => '');
    this.isLooking = false;
    if (name !== this.name) return;
    this.kinds = kindsOf(smaps);
    this.threads = found;
    this.seen = rss;
  }

  private close(): void {
    const cpuNow = threadTimes();
    this.done[this.name] = {
      seconds: Math.round((performance.now() - this.began) / 100) / 10,
      cpu: timesBetween(this.cpuBefore, cpuNow),
      peakMB: inMB(systemPeak()),
      seenMB: inMB(this.seen),
      programMB: inMB(this.kinds.program),
      mallocMB: inMB(this.kinds.malloc),
      anonymousMB: inMB(this.kinds.anonymous),
      threads: this.threads,
    };
    this.cpuBefore = cpuNow;
  }

  /** Begins the next stage. */
  next(name: string): void {
    if (name === this.name) return;
    this.close();
    restartSystemPeak();
    this.name = name;
    this.began = performance.now();
    this.seen = 0;
  }

  /** The stages in order. */
  end(): Readonly<Record<string, StageMemory>> {
    clearInterval(this.timer);
    this.close();
    return this.done;
  }
}
