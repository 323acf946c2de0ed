/** A typed client of the application, for every contract method. */
import { createContext, use } from 'react';
import type { Answer, CallOptions, Input, MethodName, Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import type { OfferedFile } from './host-events.ts';
import type { Transport } from './transport.ts';

/** The transport with typed calls. Failures are thrown as AppError. */
export interface Client extends Omit<Transport, 'call' | 'offerFile'> {
  readonly call: <N extends MethodName>(name: N, input: Input<N>, options?: CallOptions) => Promise<Output<N>>;
  readonly offerFile: (file: File, onProgress?: (fraction: number) => void) => Promise<OfferedFile>;
}

function valueOf<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw AppError.from(answer.error);
}

/** Trusts the values of answers: the application validates them before it sends them. */
export function createClient(transport: Transport): Client {
  return {
    ...transport,
    call: async <N extends MethodName>(name: N, input: Input<N>, options?: CallOptions) =>
      valueOf(await transport.call(name, input, options)) as Output<N>,
    offerFile: async (file, onProgress) => valueOf(await transport.offerFile(file, onProgress)),
  };
}

const ClientContext = createContext<Client | null>(null);

export const ClientProvider = ClientContext.Provider;

export function useClient(): Client {
  const client = use(ClientContext);
  if (client === null) throw new TypeError('the client is used outside its provider');
  return client;
}

/** Wraps anything other than an AppError as a defect of this window. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const errorText = error instanceof Error ? error.message : String(error);
  return new AppError('INTERNAL', 'Something went wrong in this window. Your work is kept.', { said: errorText });
}
