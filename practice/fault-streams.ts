/** Streams that cut, slow down, pad or corrupt bodies. The fault rules decide which calls use them. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { setTimeout as timer } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { CallFaults } from './faults.ts';

type Bytes = AsyncIterable<Buffer>;

const PAD = Buffer.alloc(1 << 20, 0x20);

/** NUL, which JSON does not allow anywhere. */
const NOT_JSON = Buffer.from([0]);

/** Milliseconds per slice of a slowed body. */
const SLICE_MS = 50;

/** Waits without keeping the process alive, so that closing the service does not wait for faults. Resolves early when the signal aborts. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  await timer(ms, undefined, { ref: false, ...(signal !== undefined && { signal }) }).catch((error: unknown) => {
    if (signal?.aborted !== true) throw error;
  });
}

/** Breaks a connection: with a reset, or by closing it. */
export function breakConnection(socket: Socket, how: 'reset' | 'close'): void {
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
}

/**
 * Pipes `source` through `target`. Unlike pipeline(), a failing target does not destroy the source, so that a response can still be sent.
 */
export function passThrough<T extends Transform>(source: Readable, target: T): T {
  source.once('error', (error: Error) => target.destroy(error));
  source.once('close', () => {
    if (!source.readableEnded) target.destroy(new Error('the body was cut off'));
  });
  target.once('close', () => source.unpipe(target));
  return source.pipe(target);
}

/** Passes `limit` bytes of a request on, then calls `reached` and fails; a shorter request fails at its end. */
export function failAfter(limit: number, reached: () => void): Transform {
  let left = limit;
  const fail = (done: TransformCallback) => {
    reached();
    done(new Error('the connection was broken'));
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passed = chunk.subarray(0, left);
      left -= passed.length;
      this.push(passed);
      if (left > 0) done();
      else fail(done);
    },
    flush: fail,
  });
}

/** Passes bytes on at this speed. */
export function pace(bytesPerSecond: number): Transform {
  return new Transform({
    highWaterMark: 4096,
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      setTimeout(done, (chunk.length / bytesPerSecond) * 1000, null, chunk).unref();
    },
  });
}

/**
 * Splits a body; `before` must be read completely before `after`. A negative `at` counts from the end; beyond the end, `after` is empty.
 */
function splitAt(body: Bytes, at: number): { before: Bytes; after: Bytes } {
  const iterator = body[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  async function* before(): AsyncGenerator<Buffer> {
    let left = at;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      if (at < 0) {
        held = Buffer.concat([held, next.value]);
        const free = held.length + at;
        if (free <= 0) continue;
        yield held.subarray(0, free);
        held = held.subarray(free);
      } else if (next.value.length < left) {
        left -= next.value.length;
        yield next.value;
      } else {
        held = next.value.subarray(left);
        if (left > 0) yield next.value.subarray(0, left);
        return;
      }
    }
  }
  async function* after(): AsyncGenerator<Buffer> {
    if (held.length > 0) yield held;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { before: before(), after: after() };
}

async function* padded(body: Bytes, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; left -= PAD.length) yield PAD.subarray(0, Math.min(left, PAD.length));
  yield* body;
}

async function* malformed(body: Bytes, at: number): AsyncGenerator<Buffer> {
  const { before, after } = splitAt(body, at);
  yield* before;
  yield NOT_JSON;
  yield* after;
}

async function* trickled(body: Bytes, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const slice = Math.max(1, Math.floor((bytesPerSecond * SLICE_MS) / 1000));
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += slice) {
      const part = chunk.subarray(at, at + slice);
      await delay((part.length / bytesPerSecond) * 1000);
      yield part;
    }
  }
}

async function* stalled(body: Bytes, at: number, ms: number | null, socket: Socket): AsyncGenerator<Buffer> {
  const { before, after } = splitAt(body, at);
  yield* before;
  const gone = socket.destroyed ? Promise.resolve() : once(socket, 'close');
  await (ms === null ? gone : Promise.race([delay(ms), gone]));
  yield* after;
}

/** Breaks the connection only after the socket has sent all bytes before `at`. */
async function* broken(body: Bytes, at: number, how: 'reset' | 'close', socket: Socket): AsyncGenerator<Buffer> {
  yield* splitAt(body, at).before;
  do await delay(5);
  while (!socket.destroyed && socket.writableLength > 0);
  breakConnection(socket, how);
}

/** True when a fault of the call changes the body of its answer. */
export function corruptsBody(faults: CallFaults): boolean {
  const kinds = ['big-answer', 'malformed', 'truncate', 'trickle', 'stall', 'reset-answer'] as const;
  return kinds.some((kind) => faults.of(kind) !== undefined);
}

/**
 * Applies the body faults of a call. Offsets count bytes before compression for `malformed` and `truncate`, and sent bytes for the others.
 */
export function corruptBody(body: Readable, faults: CallFaults, packed: boolean, socket: Socket): Readable {
  let bytes: Bytes = body;
  const pad = faults.of('big-answer');
  if (pad !== undefined) bytes = padded(bytes, pad.bytes);
  const bad = faults.of('malformed');
  if (bad !== undefined) bytes = malformed(bytes, bad.atByte);
  const short = faults.of('truncate');
  if (short !== undefined) bytes = splitAt(bytes, short.atByte).before;
  if (packed) bytes = passThrough(Readable.from(bytes), createGzip({ level: 1 }));
  const slow = faults.of('trickle');
  if (slow !== undefined) bytes = trickled(bytes, slow.bytesPerSecond);
  const stall = faults.of('stall');
  if (stall !== undefined) bytes = stalled(bytes, stall.atByte, stall.ms, socket);
  const reset = faults.of('reset-answer');
  if (reset !== undefined) bytes = broken(bytes, reset.atByte, reset.how, socket);
  return bytes instanceof Readable ? bytes : Readable.from(bytes);
}
