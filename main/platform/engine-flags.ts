/**
 * Limits what the engine keeps of its memory, in all threads. The main thread must load it before anything large: the space for new objects
 * that it already has stays (docs/adr/0049-memory-of-threads.md).
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Buffers outside the heap count toward the next full collection. A small heap is collected over and over while a long list passes through;
 * a large one keeps dead objects. New heaps begin with this many megabytes.
 */
setFlagsFromString('--initial-old-space-size=24');
/**
 * The space for new objects has this many megabytes twice. The engine would let it grow to several times that in each thread, and buffers
 * whose objects are new would wait as long.
 */
setFlagsFromString('--min-semi-space-size=4');
setFlagsFromString('--semi-space-growth-factor=1');
/** Several threads that copy new objects each keep pages of their own. With spaces this small they are not faster. */
setFlagsFromString('--no-parallel-scavenge');
/** For threads that collect the garbage of a list. */
setFlagsFromString('--expose-gc');
