import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  UNUSUAL,
  bareAddress,
  isEmailAddress,
  isMadeUpAddress,
  atSignIn,
  readAddress,
  repairedAddress,
} from '../../../../shared/transforms/emails.ts';

describe('isEmailAddress', () => {
  it.each([
    'jane@example.org', 'j@x.co', 'jane.doe+lists@mail.example.co.uk', "o'brien@example.org", 'JANE_DOE@EXAMPLE.ORG', 'a1@b2.museum', 'x@xn--bcher-kva.example', '123@example.com',
    'jane-doe@a-b.example.org', 'josé@example.org', `${'a'.repeat(64)}@example.org`,
  ])('%s is an address', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  }); // prettier-ignore

  it.each([
    '', 'jane', 'jane@', '@example.org', 'rosalind.quayle@', 'jane@example', 'jane@@example.org', 'jane doe@example.org', 'jane@exam ple.org', '.jane@example.org', 'jane.@example.org',
    'ja..ne@example.org', 'jane@.example.org', 'jane@example..org', 'jane@example.org.', 'jane@-example.org', 'jane@example-.org', 'jane@example.o', 'jane@example.org,', 'jane@example.org; j@x.org',
    'Jane <jane@example.org>', 'jane@example.c0m', 'jane@exa_mple.org', 'mailto:jane@example.org', `${'a'.repeat(65)}@example.org`, `jane@${'a'.repeat(64)}.org`, 'jane@127.0.0.1', 'a@b@c.org', 'jane@example.org-',
    '"jane"@example.org', 'jane\u00A0@example.org', `jane@${'example.'.repeat(32)}org`,
  ])('%j is not an address', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  }); // prettier-ignore

  it('returns the index of the @ sign and marks letters beyond ASCII', () => {
    expect(readAddress('jane@example.org')).toBe(4);
    expect(readAddress('josé@example.org')).toBe(4 | UNUSUAL);
    expect(readAddress('jane@exämple.org')).toBe(4 | UNUSUAL);
    expect(atSignIn(4 | UNUSUAL)).toBe(4);
  });

  it('agrees with a plain pattern for texts similar to an address', () => {
    const near = fc.stringMatching(/^[a-z.\-_ ]{0,6}@?[a-z.\-1_ ]{0,10}$/);
    const pattern =
      /^(?!\.)(?!.*\.\.)[^\s@"(),:;<>[\\\]]{1,64}(?<!\.)@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z-]{0,61}[a-z])$/;
    fc.assert(
      fc.property(near, (text) => {
        expect([text, isEmailAddress(text)]).toEqual([text, pattern.test(text)]);
      }),
    );
  });
});

describe('isMadeUpAddress', () => {
  const made = (text: string) => isMadeUpAddress(text, text.indexOf('@'));
  it.each([
    'none@none.com',
    'noemail@example.org',
    'unknown@unknown.net',
    'x@y.org',
    'test@test.com',
    'jane@noemail.com',
    'NONE@example.org',
    'na@example.org',
  ])('%s is made up', (text) => {
    expect(made(text)).toBe(true);
  });
  it.each(['nona@example.org', 'jane@example.org', 'testa@gmail.com', 'nathan@nonesuch.org', 'jane@abcnews.com', 'a@example.org'])(
    '%s is not made up',
    (text) => {
      expect(made(text)).toBe(false);
    },
  );
});

describe('repairs', () => {
  it.each([
    ['Jane Doe <jane@example.org>', 'jane@example.org'],
    ['mailto:jane@example.org', 'jane@example.org'],
    ['jane@example.org', 'jane@example.org'],
    ['Jane', 'Jane'],
  ])('find in %j the address %j', (text, address) => {
    expect(bareAddress(text)).toBe(address);
  });

  it.each([
    ['jane @ example.org', 'jane@example.org'],
    ['jane@example,com', 'jane@example.com'],
    ['jane@example.org; john@example.org', 'jane@example.org'],
    ['jane@example.org, john@example.org', 'jane@example.org'],
    ['jane@example..org', 'jane@example.org'],
    ['jane@example.org.', 'jane@example.org'],
    ['jane(at)example.org', 'jane@example.org'],
    ['<jane@example.org>', 'jane@example.org'],
    ['jane.@example.org', 'jane@example.org'],
    ['rosalind.quayle@', ''],
    ['call first', ''],
    ['', ''],
  ])('repair %j to %j', (text, address) => {
    expect(repairedAddress(text)).toBe(address);
  });
});
