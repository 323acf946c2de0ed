/** Checks the format of a file for another system. */
import { AppError } from '../../shared/base/index.ts';
import { formatProblem, type Layout } from '../../shared/results/index.ts';

/** @throws USAGE for a format that the layout's system cannot read. */
export function assertReads(layout: Pick<Layout, 'name' | 'csvOnly'>, format: string): void {
  const problem = formatProblem(layout, format);
  if (problem !== null) throw new AppError('USAGE', `${problem} Choose a name that ends in .csv.`);
}
