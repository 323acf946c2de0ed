import { expect, it } from 'vitest';
import { inDataFolder } from '../../../../main/secrets/data-folder-io.ts';

const refusal = (code: string) => Object.assign(new Error(code), { code, syscall: 'write' });

it.each([
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  ['EFBIG', 'DISK_FULL'],
  ['EACCES', 'DATA_FOLDER'],
])('a secret that the disk refuses with %s is reported as %s', (refused, reported) => {
  const write = () =>
    inDataFolder(() => {
      throw refusal(refused);
    });
  expect(write).toThrow(expect.objectContaining({ code: reported }) as Error);
});
