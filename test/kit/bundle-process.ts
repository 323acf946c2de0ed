/** Starts `bundle-child.ts`. */
import { runToMoment } from './kill-moments.ts';

export interface BundleOrder {
  readonly dataDir: string;
  /** Each byte of the data key. */
  readonly dataKey: number;
  readonly bundle: string;
  readonly passphrase: string;
  /** The project that is handed over; null: the bundle is opened. */
  readonly id: string | null;
  /** The moment at which the process kills itself; null: it ends. */
  readonly kill: string | null;
}

/** As `runToMoment`. */
export const runBundle = (order: BundleOrder) => runToMoment('bundle-child.ts', 'BUNDLE_CHILD', order);
