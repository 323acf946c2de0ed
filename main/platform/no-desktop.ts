/** The parts of `Host` that need a desktop, for hosts that have none. */
import type { Host } from './ports.ts';

export const NO_DESKTOP: Omit<Host, 'kind' | 'saveTarget'> = {
  desktop: { progress: false, notifications: false },
  removeUnfetched: null,
  reveal: () => undefined,
  showsFolders: false,
  copy: () => Promise.resolve(false),
  pagePdf: null,
  openAddress: () => Promise.resolve('page'),
  notify: () => Promise.resolve(),
  showProgress: () => undefined,
  keepAwake: () => () => undefined,
  onWake: () => () => undefined,
};
