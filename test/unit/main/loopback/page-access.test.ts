import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageAccess } from '../../../../main/loopback/page-access.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  ['a code in the address of the page', 'codes', 60_000],
  ['a ticket for events', 'tickets', 10_000],
] as const)('%s', (_name, kind, validMs) => {
  it('is accepted until the end of its time', () => {
    const secrets = new PageAccess()[kind];
    const issued = secrets.issue();
    vi.advanceTimersByTime(validMs);
    expect(secrets.redeem(issued)).toBe(true);
  });

  it('is refused after its time', () => {
    const secrets = new PageAccess()[kind];
    const issued = secrets.issue();
    vi.advanceTimersByTime(validMs + 1);
    expect(secrets.redeem(issued)).toBe(false);
  });

  it('is accepted once', () => {
    const secrets = new PageAccess()[kind];
    const issued = secrets.issue();
    expect([secrets.redeem(issued), secrets.redeem(issued)]).toEqual([true, false]);
  });
});
