import { AppError } from '../../shared/base/errors.ts';
import type { Call } from './arguments.ts';

/**
 * The option `--list-format` of a screening or a connection.
 * @throws USAGE.
 */
export function listFormatOf(call: Call): 'json' | 'csv' | undefined {
  const format = call.values['list-format'];
  if (format === undefined || format === 'json' || format === 'csv') return format;
  throw new AppError('USAGE', '--list-format must be json or csv.');
}
