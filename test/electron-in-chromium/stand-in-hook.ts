/** In a process that is started with `--import` of this file, `electron` is the stand-in. */
import { registerHooks } from 'node:module';

const STAND_IN = new URL('../fakes/electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) => (specifier === 'electron' ? { url: STAND_IN, shortCircuit: true } : next(specifier, context)),
});
