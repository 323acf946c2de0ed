/** Pseudonyms of constituent IDs: stable with one key, meaningless with another, and replaced in every answer of a service. */
import { expect, it } from 'vitest';
import { Pseudonyms } from '../../../../../main/worker/submit/pseudonyms.ts';
import { MAX_PSEUDONYM_ID_BYTES } from '../../../../../shared/rules/identity.ts';

const KEY = new Uint8Array(32).fill(7);
const OTHER_KEY = new Uint8Array(32).fill(8);
const IDS = ['1', '0001', '88400117', 'MRN 12/34-5', 'Ünit "7"\\', '日本', 'x'.repeat(140)];

const restored = (pseudonyms: Pseudonyms, value: unknown): unknown =>
  JSON.parse(pseudonyms.restored(Buffer.from(JSON.stringify(value), 'utf8')).toString('utf8'));

it.each(IDS)('the pseudonym of %s is stable, hides the ID, and can be reversed', (id) => {
  const pseudonym = new Pseudonyms(KEY).of(id);
  expect(new Pseudonyms(KEY).of(id)).toBe(pseudonym);
  expect(pseudonym).toMatch(/^P-[A-Z2-7]{21,}$/);
  expect(pseudonym.length).toBeLessThanOrEqual(255);
  expect(pseudonym.slice(2)).not.toContain(id.length > 3 ? id.slice(0, 4) : `=${id}`);
  expect(new Pseudonyms(KEY).idOf(pseudonym)).toBe(id);
  expect(new Pseudonyms(KEY).idOf(pseudonym.toLowerCase())).toBe(id);
});

it('another project has other pseudonyms and cannot decrypt these', () => {
  const pseudonym = new Pseudonyms(KEY).of('88400117');
  expect(new Pseudonyms(OTHER_KEY).of('88400117')).not.toBe(pseudonym);
  expect(new Pseudonyms(OTHER_KEY).idOf(pseudonym)).toBeNull();
});

it('IDs that differ in one character have different pseudonyms', () => {
  const pseudonyms = new Pseudonyms(KEY);
  expect(pseudonyms.of('88400117').slice(2, 10)).not.toBe(pseudonyms.of('88400118').slice(2, 10));
});

it('a changed pseudonym is not an ID', () => {
  const pseudonyms = new Pseudonyms(KEY);
  const pseudonym = pseudonyms.of('88400117');
  for (const at of [2, 12, pseudonym.length - 3]) {
    const letter = pseudonym[at] === 'A' ? 'B' : 'A';
    expect(pseudonyms.idOf(pseudonym.slice(0, at) + letter + pseudonym.slice(at + 1))).toBeNull();
  }
});

it('an answer gets the ID in place of each pseudonym and is otherwise unchanged', () => {
  const pseudonyms = new Pseudonyms(KEY);
  const [one, other] = [pseudonyms.of('Ünit "7"\\'), pseudonyms.of('88400118')];
  const answer = {
    constituentId: one,
    message: `Row\n${other.toLowerCase()}: “${one}” is there twice`,
    name: 'É. P-Aquinas',
    foreign: new Pseudonyms(OTHER_KEY).of('5'),
    nested: [{ id: other }],
  };
  expect(restored(pseudonyms, answer)).toEqual({
    ...answer,
    constituentId: 'Ünit "7"\\',
    message: 'Row\n88400118: “Ünit "7"\\” is there twice',
    nested: [{ id: '88400118' }],
  });
});

it('a pseudonym stays the same in later versions, which must decrypt it', () => {
  expect(new Pseudonyms(KEY).of('88400117')).toBe('P-HAPUAKIL5S3ZKFB47J2N24I2HOSPXVDV');
});

it.each([
  ['x', 23],
  ['abc', 26],
  ['x'.repeat(MAX_PSEUDONYM_ID_BYTES), 255],
  ['x'.repeat(MAX_PSEUDONYM_ID_BYTES + 1), 257],
])('%s has a pseudonym of %i characters, and the service accepts at most 255', (id, length) => {
  expect(new Pseudonyms(KEY).of(id).length).toBe(length);
});

it('bytes without a pseudonym of the project are not copied', () => {
  const bytes = Buffer.from('{"constituentId":"88400117"}');
  expect(new Pseudonyms(KEY).restored(bytes)).toBe(bytes);
});
