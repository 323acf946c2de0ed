/**
 * Limits how much memory the engine keeps, in all threads. The main thread must load this before anything large, because the space that it
 * already has for new objects is not given back (docs/adr/0049-memory-of-threads.md).
 */
import { setFlagsFromString } from 'node:v8';

/**
 * The initial size of a heap in megabytes. Buffers outside the heap count toward the next full collection. A small heap is collected again
 * and again while a long list passes through; a large heap keeps dead objects.
 */
setFlagsFromString('--initial-old-space-size=24');
/**
 * The size in megabytes of each of the two spaces for new objects. By default, the engine would let them grow to several times this size in
 * each thread, and the buffers of new objects would be kept for as long.
 */
setFlagsFromString('--min-semi-space-size=4');
setFlagsFromString('--semi-space-growth-factor=1');
/** With parallel scavenging, each thread that copies new objects would keep pages of its own. For spaces this small, it is not faster. */
setFlagsFromString('--no-parallel-scavenge');
/** Lets threads collect the garbage of a list. */
setFlagsFromString('--expose-gc');
