/** Input by a schema, or a refusal that says everything that is wrong with it. */
import type * as z from 'zod';
import { ErrorResponse } from './error-response.ts';

/** The value as the schema gives it. Refuses with 400 and a detail for each thing that is wrong. */
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
