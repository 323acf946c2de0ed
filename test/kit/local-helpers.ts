/** Helper threads on the calling thread, connected by a pair of ports like real threads. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { serveRowChecker, type ToRowChecker } from '../../main/worker/check/row-checker-thread.ts';
import { serveScores, type ToScores } from '../../main/worker/result-file/score-thread.ts';
import type { HelperName } from '../../main/worker-protocol/frames.ts';
import type { StartHelper } from '../../main/worker/threads/helper-thread.ts';

const SERVE: { readonly [N in HelperName]: (port: MessagePort) => void } = { checker: serveRowChecker, scores: serveScores };

/** Starts a helper thread here; `seen` receives each message sent to it. */
export const localHelpers =
  (seen: (message: ToRowChecker | ToScores) => void = () => undefined): StartHelper =>
  (name) => {
    const { port1, port2 } = new MessageChannel();
    SERVE[name](port1);
    return {
      post: (message) => {
        seen(message as ToRowChecker | ToScores);
        port2.postMessage(message);
      },
      listen: (message) => {
        port2.on('message', message);
      },
      end: () => {
        port2.close();
      },
    };
  };
