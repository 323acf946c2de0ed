/** A command asks about a project while the program repairs what a killed program left unfinished in it. */
import { expect, it } from 'vitest';
import { unlessStopped } from '../../../../main/cli/unless-stopped.ts';
import { AppError, type ErrorCode } from '../../../../shared/base/errors.ts';

/** Fails with these codes in turn, then answers with the number of calls. */
function answering(...codes: ErrorCode[]): () => Promise<number> {
  let asked = 0;
  return () => {
    const code = codes[asked++];
    return code === undefined ? Promise.resolve(asked) : Promise.reject(new AppError(code, code));
  };
}

it.each([
  ['answered at once', [], 1],
  ['stopped at the begin of the repair', ['CLOSING'], 2],
  ['stopped at its begin and at its end', ['CLOSING', 'CLOSING'], 3],
] as const)('a question that is %s has its answer', async (_, codes, asked) => {
  expect(await unlessStopped(answering(...codes))).toBe(asked);
});

it.each([
  ['is stopped again and again: the program closes', ['CLOSING', 'CLOSING', 'CLOSING'], 'CLOSING'],
  ['fails for another reason', ['PROJECT_FILE_DAMAGED'], 'PROJECT_FILE_DAMAGED'],
  ['was stopped, and then fails for another reason', ['CLOSING', 'PROJECT_FILE_DAMAGED'], 'PROJECT_FILE_DAMAGED'],
] as const)('a query that %s says so', async (_, codes, code) => {
  await expect(unlessStopped(answering(...codes))).rejects.toMatchObject({ code });
});
