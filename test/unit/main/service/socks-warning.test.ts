import { Socks5ProxyAgent } from 'undici';
import { afterEach, expect, it, vi } from 'vitest';
import { silenceSocksWarning } from '../../../../main/service/socks-warning.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('only the library’s warning is hidden from the terminal', async () => {
  const shown = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  silenceSocksWarning();
  await new Socks5ProxyAgent('socks5://127.0.0.1').destroy();
  expect(shown).not.toHaveBeenCalled();
  process.emitWarning('Another feature is experimental', 'ExperimentalWarning');
  expect(shown).toHaveBeenCalledOnce();
});
