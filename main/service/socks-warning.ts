import { Socks5ProxyAgent } from 'undici';

const WARNING = /^SOCKS5 proxy support is experimental/;
let isSilent = false;

/**
 * Keeps the library's warning about its SOCKS support off the terminal, where it would interrupt the output of a command. The library
 * emits it in each thread once, for the first agent, which therefore is one that is never used. Every other warning is still shown.
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
