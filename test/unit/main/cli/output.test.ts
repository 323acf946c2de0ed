/** The output of a command whose reader is gone, as after `desk rows list.csv | head -1`. */
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createOutput } from '../../../../main/cli/output.ts';

/** A stream whose writes fail with this code from the second one on; `lines`: what its reader received. */
function pipe(code: string): { readonly stream: NodeJS.WriteStream; readonly lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    autoDestroy: false,
    write(chunk: Buffer, _, done) {
      if (lines.length > 0) {
        done(Object.assign(new Error(`write ${code}`), { code }));
        return;
      }
      lines.push(chunk.toString());
      done();
    },
  });
  return { stream: stream as unknown as NodeJS.WriteStream, lines };
}

it('a closed pipe ends the output but not the command', async () => {
  const { stream, lines } = pipe('EPIPE');
  const output = createOutput(false, stream, pipe('EPIPE').stream);
  output.result(null, 'first');
  expect(output.closed).toBe(false);
  output.result(null, 'second');
  await new Promise((resume) => setImmediate(resume));
  expect(output.closed).toBe(true);
  output.result(null, 'third');
  await output.drained();
  expect(lines).toEqual(['first\n']);
});

it('any other output failure is thrown', async () => {
  const { stream } = pipe('ENOSPC');
  createOutput(false, stream, pipe('EPIPE').stream).result(null, 'first');
  expect(() => stream.emit('error', Object.assign(new Error('full'), { code: 'ENOSPC' }))).toThrow('full');
});
