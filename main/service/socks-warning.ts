import { Socks5ProxyAgent } from 'undici';

const WARNING = /^SOCKS5 proxy support is experimental/;
let isSilent = false;

/**
 * Hides the library's warning about its SOCKS support, which would interrupt the output of a command. The library emits it once per thread,
 * for the first agent, so this makes an agent that is never used. All other warnings are still shown.
 */
export function silenceSocksWarning(): void {
  if (isSilent) return;
  isSilent = true;
  const emitWarning = Reflect.get(process, 'emitWarning') as (this: void, ...given: readonly unknown[]) => void;
  process.emitWarning = (...given: readonly unknown[]) => {
    if (!WARNING.test(String(given[0]))) Reflect.apply(emitWarning, process, given);
  };
  try {
    void new Socks5ProxyAgent('socks5://127.0.0.1').destroy();
  } finally {
    process.emitWarning = emitWarning;
  }
}
