/** The licenses that ship with the program. */
import { expect, it } from 'vitest';
import { billOfMaterials, noticesText, requirePermissive } from '../../../scripts/make-notices.ts';

const MIT = { version: '1.0.0', identifier: 'MIT', text: 'Permission is hereby granted' };

it('the notices name every package once under its license text, and mark packages without one', () => {
  const text = noticesText([
    { name: 'one', ...MIT },
    { name: '@two/two', ...MIT },
    { name: 'three', version: '3.0.0', identifier: 'ISC' },
  ]);
  expect(text.match(/Permission is hereby granted/g)).toHaveLength(1);
  expect(text).toContain('one 1.0.0 (MIT)\n@two/two 1.0.0 (MIT)\n\nPermission is hereby granted');
  expect(text).toContain('three 3.0.0 (ISC)\n\nThe package names the ISC license');
  expect(text).toContain('LICENSES.chromium.html');
});

it('the bill of materials has package URLs, license identifiers, checksums, and the programs inside of packages', () => {
  const bill = billOfMaterials(
    [
      { name: '@two/two', ...MIT, sha512: 'ab12' },
      { name: 'both', ...MIT, identifier: '(MIT OR Apache-2.0)' },
    ],
    '0.1.0',
    [{ name: 'SQLite', version: '3.54.1' }],
  );
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'screening-desk', version: '0.1.0' } },
    components: [
      {
        name: '@two/two',
        purl: 'pkg:npm/%40two/two@1.0.0',
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-512', content: 'ab12' }],
      },
      { name: 'both', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
      { name: 'SQLite', version: '3.54.1', purl: 'pkg:generic/sqlite@3.54.1' },
    ],
  });
});

it('a package with a license that is not permissive ends the build', () => {
  expect(() => requirePermissive([{ name: 'one', ...MIT }])).not.toThrow();
  expect(() =>
    requirePermissive([
      { name: 'one', ...MIT },
      { name: 'four', ...MIT, identifier: 'GPL-3.0-only' },
    ]),
  ).toThrow('four (GPL-3.0-only)');
});
