/**
 * A relay between application and service, with one connection per request. It names each request by its step, and can stop all traffic at
 * a byte of one request, for tests that kill the application there.
 */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { type KillPoint, WIRE_PLACES, type WirePlace, type WireStep } from './kill-points.ts';

type WirePoint = Extract<KillPoint, { kind: 'wire' }>;

const STEPS: readonly (readonly [RegExp, WireStep])[] = [
  [/^POST \S+\/project HTTP/, 'create'],
  [/^GET \S+\/project HTTP/, 'projects'],
  [/^POST \S+\/scores HTTP/, 'add'],
  [/^GET \S+\/scores HTTP/, 'scores'],
  [/^POST \S+\/process HTTP/, 'process'],
  [/^GET \S+\/profiles HTTP/, 'profiles'],
  [/^GET \S+\/errors HTTP/, 'errors'],
  [/^GET \S+\/credits HTTP/, 'credits'],
  [/^GET \S+\/project\/[^/ ]+ HTTP/, 'status'],
];

export interface Relay {
  readonly url: string;
  /** All requests since the last `arm`, with the places that they passed. */
  readonly passed: readonly WirePoint[];
  /** Clears earlier requests and calls `reached` once at the point; that request then stops. */
  arm(point: WirePoint | null, reached: () => void): void;
  /** Ends the connections of the application and refuses others until the next `arm`, as if its process had ended. */
  cut(): void;
  close(): Promise<void>;
}

interface Head {
  readonly step: WireStep;
  readonly headBytes: number;
  readonly bodyBytes: number;
}

const END_OF_HEAD = '\r\n\r\n';

/** Rewrites the host, because the service accepts only its own. */
function addressedTo(bytes: Buffer, port: number): Buffer {
  const end = bytes.indexOf(END_OF_HEAD);
  const text = bytes.toString('latin1', 0, end).replace(/^host: .*$/im, `host: 127.0.0.1:${port}`);
  return Buffer.concat([Buffer.from(text, 'latin1'), bytes.subarray(end)]);
}

function readHead(bytes: Buffer): Head {
  const end = bytes.indexOf(END_OF_HEAD);
  const text = bytes.toString('latin1', 0, end);
  const step = STEPS.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
  return { step, headBytes: end + 4, bodyBytes: Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0) };
}

/** Number of request bytes before a place; null for places in the answer or missing in this request. */
function bytesAt(place: WirePlace, { headBytes, bodyBytes }: Head): number | null {
  if (place === 'connected') return 0;
  if (place === 'whole') return headBytes + bodyBytes;
  if (bodyBytes < 4 || place === 'answered' || place === 'delivered') return null;
  if (place === 'head') return headBytes;
  return place === 'half' ? headBytes + (bodyBytes >> 1) : headBytes + bodyBytes - 1;
}

/** Starts a relay to a service on this computer. */
export async function startRelay(target: string): Promise<Relay> {
  const port = Number(new URL(target).port);
  const sockets = new Set<Socket>();
  /** The sockets of the application. */
  const nears = new Set<Socket>();
  let isCut = false;
  const passed: WirePoint[] = [];
  const counts = new Map<string, number>();
  let armed: { readonly point: WirePoint; readonly reached: () => void } | null = null;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };

  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.destroy();
      return;
    }
    nears.add(near);
    near.once('close', () => nears.delete(near));
    near.setNoDelay(true);
    const far = connect(port, '127.0.0.1');
    keep(far);
    far.setNoDelay(true);
    let early: Buffer = Buffer.alloc(0);
    let head: Head | null = null;
    let occurrence = 0;
    let sent = 0;
    let stopped = false;
    let answered = false;
    let left = new Set<WirePlace>(WIRE_PLACES);

    /** True when the request must stop. */
    const pass = (place: WirePlace): boolean => {
      if (!left.delete(place) || head === null) return stopped;
      const point: WirePoint = { kind: 'wire', step: head.step, occurrence, at: place };
      passed.push(point);
      if (armed === null || armed.point.step !== point.step || armed.point.occurrence !== occurrence || armed.point.at !== place)
        return false;
      stopped = true;
      const { reached } = armed;
      armed = null;
      reached();
      // The service handles what has passed; the rest never arrives.
      if (place === 'connected' || place === 'head' || place === 'half' || place === 'last') far.destroy();
      return true;
    };

    const forward = (bytes: Buffer): void => {
      let rest = bytes;
      while (!stopped) {
        for (const place of left) if (bytesAt(place, head!) === sent && pass(place)) return;
        const next = [...left].map((place) => bytesAt(place, head!)).filter((at) => at !== null && at > sent) as number[];
        const room = next.length === 0 ? rest.length : Math.min(...next) - sent;
        if (rest.length === 0) return;
        const part = rest.subarray(0, room);
        far.write(part);
        sent += part.length;
        rest = rest.subarray(part.length);
      }
    };

    near.on('data', (bytes: Buffer) => {
      if (stopped) return;
      if (head !== null) {
        forward(bytes);
        return;
      }
      early = Buffer.concat([early, bytes]);
      if (!early.includes(END_OF_HEAD)) return;
      early = addressedTo(early, port);
      head = readHead(early);
      occurrence = (counts.get(head.step) ?? 0) + 1;
      counts.set(head.step, occurrence);
      const { bodyBytes } = head;
      if (bodyBytes < 4) left = new Set<WirePlace>(['connected', 'whole', 'answered', 'delivered']);
      forward(early);
    });
    far.on('data', (bytes: Buffer) => {
      if (stopped) return;
      if (!answered) {
        answered = true;
        if (pass('answered')) return;
      }
      near.write(bytes);
    });
    far.once('end', () => {
      if (stopped) return;
      near.end(() => {
        if (answered) pass('delivered');
      });
    });
    far.once('close', () => {
      if (!stopped) near.destroySoon();
    });
    // Pass a connection reset by the service on to the application.
    far.once('error', () => near.resetAndDestroy());
    near.once('close', () => {
      if (stopped) return;
      // The application closes a connection after it has read the whole answer.
      if (answered) pass('delivered');
      far.destroySoon();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    arm(point, reached) {
      passed.length = 0;
      counts.clear();
      armed = point === null ? null : { point, reached };
      isCut = false;
    },
    cut() {
      isCut = true;
      for (const near of nears) near.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
