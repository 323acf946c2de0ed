import { expect, it } from 'vitest';
import { ProxySignIn } from '../../../../main/connections/proxy-sign-in.ts';
import { DomainEventBus } from '../../../../main/events/domain-events.ts';

it('a proxy that asks while the user signs in to another one is asked about next', async () => {
  const signIn = new ProxySignIn({
    network: { connect: () => Promise.resolve({ proxies: [], trust: null }) },
    secrets: {
      proxyPassword: () => Promise.resolve(null),
      keepProxyPassword: () => Promise.resolve(true),
      removeProxyPassword: () => Promise.resolve(),
    },
    events: new DomainEventBus({ info: () => undefined, error: () => undefined }),
  });
  const ask = (origin: string, proxy: string) => signIn.network().after?.(origin, proxy, false);
  ask('https://one.invalid', 'http://first.invalid:8080');
  await signIn.signIn({ user: 'ann', password: 'secret' }, false, () => {
    ask('https://two.invalid', 'http://second.invalid:8080');
    return Promise.resolve();
  });
  expect(signIn.view()).toEqual({ address: 'second.invalid:8080', refused: false });
});
