/** A page of the loopback host over plain HTTP: exchanges the code for a token, makes calls, sends files, receives events. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Answer, AppEvent, Input, MethodName, Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';

export interface Page {
  readonly origin: string;
  readonly token: string;
  readonly raw: (method: string, input: unknown) => Promise<Answer>;
  call<N extends MethodName>(method: N, input: Input<N>): Promise<Output<N>>;
  readonly file: (path: string) => Promise<Answer>;
  /** Resolves once the page receives events, with all of them from then on; they end with the signal. */
  events(signal: AbortSignal): Promise<AsyncGenerator<AppEvent>>;
}

async function* eventsIn(response: Response): AsyncGenerator<AppEvent> {
  let rest = '';
  for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + bytes).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const event = JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? 'null') as AppEvent | null;
      if (event !== null) yield event;
    }
  }
}

/** Opens the page at a URL with a single-use code. */
export async function openPage(url: string): Promise<Page> {
  const { origin, hash } = new URL(url);
  const code = new URLSearchParams(hash.slice(1)).get('code');
  const session = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!session.ok) throw new Error(`no session: ${session.status}`);
  const { token } = (await session.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  const raw = async (method: string, input: unknown): Promise<Answer> => {
    const response = await fetch(`${origin}/rpc`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ method, input }),
    });
    const { after: _, ...answer } = (await response.json()) as Answer & { readonly after?: number };
    return answer;
  };
  return {
    origin,
    token,
    raw,
    async call(method, input) {
      const answer = await raw(method, input);
      if (!answer.ok) throw AppError.from(answer.error);
      return answer.value as never;
    },
    async file(path) {
      const response = await fetch(`${origin}/files?name=${encodeURIComponent(basename(path))}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(await readFile(path)),
      });
      return (await response.json()) as Answer;
    },
    async events(signal) {
      const ticket = await fetch(`${origin}/ticket`, { method: 'POST', headers: { authorization } });
      const { ticket: code } = (await ticket.json()) as { ticket: string };
      return eventsIn(await fetch(`${origin}/events?ticket=${code}`, { signal }));
    },
  };
}
