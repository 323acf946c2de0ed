/** The shape of the fake desk's answers. The types come from the contract. */
import type { AppError } from '../../shared/base/errors.ts';
import type { MethodName, Output, Parsed } from '../../shared/contract/index.ts';

export type Result<N extends MethodName> = Output<N> | AppError;
export type Answers = { [N in MethodName]?: Result<N> | ((input: Parsed<N>) => Result<N> | Promise<Result<N>>) };
