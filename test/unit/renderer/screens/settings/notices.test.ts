import { expect, it } from 'vitest';
import { noticesWith, readNotices } from '../../../../../renderer/screens/settings/notices.ts';
import { noticesText } from '../../../../../scripts/make-notices.ts';

const one = { name: 'one', version: '1.0.0', identifier: 'MIT', text: `MIT License\n\n${'-'.repeat(80)}\n\nPermission is granted` };
const text = noticesText([one, { ...one, name: '@two/two' }, { name: 'three', version: '3.0.0-a.1', identifier: '(MIT OR Apache-2.0)' }]);

it('notices are packages with their license, even if a license contains the line between two of them', () => {
  const { head, notices } = readNotices(text);
  expect(head).toEqual([expect.stringContaining('LICENSES.chromium.html'), expect.stringContaining('SQLite')]);
  expect(notices.map(({ packages }) => packages)).toEqual([
    ['one 1.0.0 (MIT)', '@two/two 1.0.0 (MIT)'],
    ['three 3.0.0-a.1 ((MIT OR Apache-2.0))'],
  ]);
  expect(notices[0]?.text).toMatch(/^MIT License[^]*Permission is granted$/);
});

it('notices are found by a package and by words of a license', () => {
  const { notices } = readNotices(text);
  expect(noticesWith(notices, ' TWO/two ')).toEqual([notices[0]]);
  expect(noticesWith(notices, 'apache')).toEqual([notices[1]]);
  expect(noticesWith(notices, '')).toEqual(notices);
  expect(noticesWith(notices, 'neither')).toEqual([]);
});
