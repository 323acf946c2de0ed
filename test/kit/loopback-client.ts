/** Clients of a loopback host, each as a page of the browser has one, with the event stream as a browser's EventSource reads it. */
import { type Client, createClient } from '../../renderer/api/client.ts';
import { loopbackTransport } from '../../renderer/api/transport.ts';

function openEvents(url: URL, signal: AbortSignal): EventSource {
  const source = new EventTarget();
  const read = async () => {
    const response = await fetch(url, { signal });
    source.dispatchEvent(new Event('open'));
    let rest = '';
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const messages = (rest + text).split('\n\n');
      rest = messages.pop()!;
      for (const message of messages) {
        const [, lastEventId, data] = /^id: (\d+)\ndata: (.*)$/.exec(message) ?? [];
        if (data !== undefined) source.dispatchEvent(new MessageEvent('message', { data, lastEventId: lastEventId! }));
      }
    }
  };
  void read().catch(() => undefined);
  return Object.assign(source, { close: () => undefined }) as unknown as EventSource;
}

/** A client of the page with this URL, whose code it uses. Its stream of events ends with the signal. */
export function loopbackClient(pageUrl: string, signal: AbortSignal): Client {
  const { origin, hash } = new URL(pageUrl);
  const stored = new Map<string, string>();
  return createClient(
    loopbackTransport({
      fetch: (path, init) => fetch(new URL(path as string, origin), init),
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
      openEvents: (url) => openEvents(new URL(url, origin), signal),
      takeCode: () => new URLSearchParams(hash.slice(1)).get('code'),
      wait: () => new Promise(() => undefined),
      copy: () => Promise.resolve(true),
      isLeaving: () => false,
    }),
  );
}
