/** Parses input with a schema and reports all its problems at once. */
import type * as z from 'zod';
import { ErrorResponse } from './error-response.ts';

/**
 * The parsed value.
 * @throws ErrorResponse 400 with a detail for each problem
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, code: string, message: string): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.flatMap((issue) => {
    const field = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [{ field, message: issue.message }];
    return issue.keys.map((key) => ({ field: field === '' ? key : `${field}.${key}`, message: 'is not known here' }));
  });
  throw new ErrorResponse(400, code, message, { details });
}
