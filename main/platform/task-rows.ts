import type { RunningTask } from './ports.ts';

/**
 * The rows of the task `rows`, as cell texts. Each chunk contains whole lines.
 * @throws what the task throws.
 */
export async function* taskRows({ bytes }: Pick<RunningTask<'rows'>, 'bytes'>): AsyncGenerator<string[]> {
  for await (const chunk of bytes)
    for (const line of Buffer.from(chunk).toString('utf8').split('\n')) if (line !== '') yield JSON.parse(line) as string[];
}
