/** Checks that the program can run on this computer. */
import { AppError } from '../../shared/base/index.ts';

/** The oldest glibc that the Linux binary of better-sqlite3 runs with; the deb and rpm packages declare the same. */
const OLDEST_GLIBC = [2, 34] as const;

/**
 * Version of the running glibc; null on other systems, and with musl, for which better-sqlite3 has binaries of its own.
 */
function runningGlibc(): string | null {
  if (process.platform !== 'linux') return null;
  // The report looks up names of network interfaces, which can take seconds. The types do not know this switch.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = process.report.getReport() as { readonly header: { readonly glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime ?? null;
}

/**
 * Call it before opening a database: loading the binary would fail with a linker message.
 * @throws SYSTEM_TOO_OLD.
 */
export function requireSystem(glibc: string | null = runningGlibc()): void {
  if (glibc === null) return;
  const [major = 0, minor = 0] = glibc.split('.').map(Number);
  if (major > OLDEST_GLIBC[0] || (major === OLDEST_GLIBC[0] && minor >= OLDEST_GLIBC[1])) return;
  throw new AppError(
    'SYSTEM_TOO_OLD',
    `This Linux is too old for Screening Desk: it has glibc ${glibc}, and 2.34 is the oldest that works. Debian 12, Ubuntu 22.04, RHEL 9 and newer ones have it. Nothing was changed.`,
  );
}
