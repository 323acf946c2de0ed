/** The passphrase of a bundle. Nothing else protects the bundle on its way. */
import { AppError } from '../../shared/base/index.ts';
import { LEAST_PASSPHRASE } from '../../shared/contract/index.ts';

/** @throws BUNDLE_PASSPHRASE when it is missing or too short for a new bundle. */
export function requireGoodPassphrase(passphrase: string): void {
  if (passphrase.trim().length < LEAST_PASSPHRASE)
    throw new AppError(
      'BUNDLE_PASSPHRASE',
      `A bundle needs a passphrase of at least ${LEAST_PASSPHRASE} characters, such as four or five words that do not belong together. No bundle was made.`,
    );
}

/** @throws BUNDLE_PASSPHRASE when it is missing. */
export function requirePassphrase(passphrase: string): void {
  if (passphrase === '')
    throw new AppError(
      'BUNDLE_PASSPHRASE',
      'A bundle opens only with its passphrase. Nothing was opened. Type the passphrase, or ask the person who made the bundle for it.',
    );
}
