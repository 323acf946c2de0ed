/** Removes an unrequested “100 Continue” before an answer: the HTTP library would close the connection. */
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

const HEAD = /^HTTP\/1\.[01] 100(?: [^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\n/;
/** True for the incomplete beginning of such a head. */
const isBeginning = (text: string) => 'HTTP/1.1 100'.startsWith(text.slice(0, 12).replace('1.0', '1.1')) && text.length < 8192;

/** Removes it from what the socket returns, until the answer begins. */
function skipContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let waiting: Buffer = Buffer.alloc(0);
  socket.read = (size?: number): Buffer | null => {
    const bytes = read(size);
    if (bytes === null) return null;
    waiting = Buffer.concat([waiting, bytes]);
    for (;;) {
      const text = waiting.toString('latin1');
      const [head] = HEAD.exec(text) ?? [];
      if (head !== undefined) waiting = waiting.subarray(head.length);
      else if (isBeginning(text)) return null;
      else break;
    }
    socket.read = read;
    return waiting;
  };
  return socket;
}

/** A connector whose sockets never deliver “100 Continue”. */
export function withoutContinue(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error !== null) {
        callback(error, null);
        return;
      }
      // A TLS alert can arrive just before the end of the connection, and the library would report only the end.
      socket.once('error', (cause) => socket.destroy(cause));
      callback(null, skipContinue(socket));
    });
  };
}
