/** The bytes that are sent equal those that were measured, even if the file or the rules change in between. */
import { expect, it } from 'vitest';
import type { EncodeInput } from '../../../../../main/worker-protocol/list.ts';
import { encode } from '../../../../../main/worker/submit/encode.ts';
import { csvOf, listRows, ResultProject } from '../../../../kit/result-project.ts';
import { quietContext } from '../../../../kit/task-context.ts';

const OPTIONS = { sendErrors: true, resendRecent: false };

/** The bytes of a task that encodes a list. */
async function streamed(input: EncodeInput): Promise<string> {
  const chunks: Uint8Array[] = [];
  const send = (bytes: Uint8Array) => Promise.resolve(void chunks.push(bytes));
  await encode(input, { ...quietContext, send });
  return Buffer.concat(chunks).toString();
}

it('nothing is sent from a file with another measured list', async () => {
  const project = await ResultProject.of(csvOf(listRows(3)));
  try {
    const { request, body } = project;
    const stream = { ...request, options: OPTIONS, format: 'json', mode: 'stream' } as const;
    expect(Buffer.byteLength(await streamed({ ...stream, body }))).toBe(body.bytes);
    for (const other of [
      { ...body, sha256: 'b'.repeat(64) },
      { ...body, rows: 2 },
    ])
      await expect(streamed({ ...stream, body: other })).rejects.toMatchObject({ code: 'PROJECT_FILE_DAMAGED' });
  } finally {
    project.dispose();
  }
});

it('a list that was measured with pseudonyms is sent with them, and one without stays without, whatever the present rule says', async () => {
  const project = await ResultProject.of(csvOf(listRows(3)));
  try {
    const { request } = project;
    const at = (pseudonyms: boolean) => ({
      ...request,
      plan: { ...request.plan, pseudonyms },
      options: OPTIONS,
      format: 'json' as const,
    });
    for (const measured of [true, false]) {
      const body = (await encode({ ...at(measured), mode: 'measure' }, quietContext))!;
      expect(body.ownIdsSha256 !== undefined).toBe(measured);
      const before = await streamed({ ...at(measured), mode: 'stream', body });
      expect(before.includes('"C-00001"')).toBe(!measured);
      expect(await streamed({ ...at(!measured), mode: 'stream', body })).toBe(before);
    }
  } finally {
    project.dispose();
  }
});
