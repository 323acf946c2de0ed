import { beforeEach, describe, expect, it } from 'vitest';
import { ProfileLinks, type ProfileLinksDeps } from '../../../../main/results/profile-links.ts';
import type { AppError } from '../../../../shared/base/errors.ts';
import { memorySettings } from '../../../kit/memory-settings.ts';

const OWN = 'https://service.example.org/integrations';
let settings: ReturnType<typeof memorySettings>;
let opened: string[];
let outcome: 'opened' | 'page' | 'failed';

beforeEach(() => {
  settings = memorySettings();
  opened = [];
  outcome = 'opened';
});

/** Links of a profile with these values. */
function linksOf(values: Readonly<Record<string, string>>): ProfileLinks {
  return new ProfileLinks({
    host: {
      openAddress: (address) => {
        opened.push(address);
        return Promise.resolve(outcome);
      },
    },
    settings,
    connections: { row: () => ({ baseUrl: OWN }) } as unknown as ProfileLinksDeps['connections'],
    results: { done: () => ({ connectionId: 'c' }) } as unknown as ProfileLinksDeps['results'],
    answers: {
      answer: () => Promise.resolve({ values: Object.entries(values).map(([key, value]) => ({ key, value })) }),
    } as unknown as ProfileLinksDeps['answers'],
  });
}

const ask = (key: string, confirmedHost: string | null = null) => ({ id: 'p', row: 2, key, confirmedHost });
const codeOf = async (answer: Promise<unknown>) =>
  await answer.then(
    () => null,
    (error: AppError) => error.code,
  );

describe('the address of a profile', () => {
  it('opens immediately on the host of the service', async () => {
    const links = linksOf({ url: 'https://service.example.org/p/7' });
    expect(await links.open(ask('url'))).toMatchObject({ state: 'opened', host: 'service.example.org' });
    expect(opened).toEqual(['https://service.example.org/p/7']);
  });

  it('needs one confirmation for each other host, port, and subdomain', async () => {
    const links = linksOf({
      a: 'https://other.example.org/7',
      b: 'https://other.example.org:8443/7',
      c: 'https://www.other.example.org/7',
    });
    expect(await links.open(ask('a'))).toEqual({ state: 'confirm', host: 'other.example.org', address: 'https://other.example.org/7' });
    expect(opened).toEqual([]);
    expect((await links.open(ask('a', 'other.example.org'))).state).toBe('opened');
    expect((await links.open(ask('a'))).state).toBe('opened');
    expect((await links.open(ask('b'))).state).toBe('confirm');
    expect((await links.open(ask('c'))).state).toBe('confirm');
    expect(opened).toEqual(['https://other.example.org/7', 'https://other.example.org/7']);
  });

  it('is not opened by the confirmation of another host', async () => {
    const links = linksOf({ url: 'https://other.example.org/7' });
    for (const host of ['service.example.org', 'example.org', 'OTHER.example.org.', ''])
      expect((await links.open(ask('url', host))).state).toBe('confirm');
    expect(opened).toEqual([]);
    expect(settings.values.size).toBe(0);
  });

  it('is refused, even if confirmed, when a browser must not open it', async () => {
    const links = linksOf({
      script: 'javascript:alert(1)',
      file: 'file:///etc/passwd',
      user: 'https://a:b@service.example.org/',
      lan: 'http://10.0.0.1/',
    });
    for (const key of ['script', 'file', 'user', 'lan']) expect(await codeOf(links.open(ask(key, '10.0.0.1')))).toBe('INPUT_INVALID');
    expect(await codeOf(links.open(ask('missing')))).toBe('NOT_FOUND');
    expect(opened).toEqual([]);
  });

  it('is passed to the page if the host has no desktop, and fails on a desktop without a browser', async () => {
    const links = linksOf({ url: 'https://service.example.org/p/7' });
    outcome = 'page';
    expect(await links.open(ask('url'))).toMatchObject({ state: 'page', address: 'https://service.example.org/p/7' });
    outcome = 'failed';
    expect(await links.open(ask('url'))).toMatchObject({ state: 'failed' });
  });
});
