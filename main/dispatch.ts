/** The only entry point: a call of a contract method → input parsed → handler → output parsed → envelope. Nothing is thrown to the host. */
import { randomBytes } from 'node:crypto';
import {
  type Answer,
  CONTRACT,
  type CallOptions,
  type ContractTransport,
  type Input,
  type MethodName,
  type Output,
  type Parsed,
} from '../shared/contract/index.ts';
import { AppError, expectedError } from '../shared/base/index.ts';
import type { z } from 'zod';
import type { Log } from './platform/index.ts';

export type Handlers = { readonly [N in MethodName]: (input: Parsed<N>, call: CallOptions) => Output<N> | Promise<Output<N>> };

const isMethod = (name: string): name is MethodName => Object.hasOwn(CONTRACT, name);

/** The first invalid property and its problem, never its value. */
function firstIssue(error: z.ZodError): string {
  const first = error.issues[0];
  const place = first === undefined || first.path.length === 0 ? 'the input' : `“${first.path.join('.')}”`;
  return `${place} does not fit: ${first?.message ?? 'unknown shape'}`;
}

const canceled = (): Answer => ({ ok: false, error: new AppError('CANCELED', 'Canceled. Nothing was changed.').toFailure() });

/**
 * Answers calls by name. A canceled query is answered at once, because it changes nothing. A canceled command ends itself, because only it
 * knows whether it has changed anything. An AppError or a disk failure becomes the envelope. Any other error is logged under an ID and
 * answered as INTERNAL with that ID, because its message may hold personal data.
 */
export function createDispatch(handlers: Handlers, log: Log): ContractTransport['call'] {
  const answer = async (method: MethodName, input: unknown, call: CallOptions): Promise<Answer> => {
    try {
      const value = await (handlers[method] as (input: unknown, call: CallOptions) => unknown)(input, call);
      return { ok: true, value: CONTRACT[method].output.parse(value) };
    } catch (error) {
      if (call.signal?.aborted === true && error === call.signal.reason) return canceled();
      const expected = expectedError(error);
      if (expected !== null) return { ok: false, error: expected.toFailure() };
      const id = randomBytes(4).toString('hex');
      log.error('dispatch', error, { method, id });
      return {
        ok: false,
        error: new AppError('INTERNAL', `Something went wrong inside Screening Desk (${id}). Nothing was lost.`, { id }).toFailure(),
      };
    }
  };
  return async (method, input, call = {}) => {
    if (!isMethod(method)) return { ok: false, error: new AppError('METHOD_UNKNOWN', 'There is no such method.').toFailure() };
    const { kind, input: shape } = CONTRACT[method];
    const parsed = shape.safeParse(input);
    if (!parsed.success) return { ok: false, error: new AppError('INPUT_INVALID', `${method}: ${firstIssue(parsed.error)}.`).toFailure() };
    const { signal } = call;
    if (signal?.aborted === true) return canceled();
    const answered = answer(method, parsed.data, call);
    if (kind === 'command' || signal === undefined) return await answered;
    return await Promise.race([
      answered,
      new Promise<Answer>((resolve) => signal.addEventListener('abort', () => resolve(canceled()), { once: true })),
    ]);
  };
}

/**
 * Makes a call and unwraps the envelope, for hosts in the same process.
 * @throws AppError when the answer is a failure.
 */
export async function callThrough<N extends MethodName>(
  call: ContractTransport['call'],
  method: N,
  input: Input<N>,
  options?: CallOptions,
): Promise<Output<N>> {
  const answer = await call(method, input, options);
  if (!answer.ok) throw AppError.from(answer.error);
  return answer.value as Output<N>;
}
