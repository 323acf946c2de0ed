/** Reads the certificates that connections trust. Reading those of the system may take seconds. */
import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import type { Task } from '../threads/task-context.ts';

/** Null for a certificate that this program cannot use. Such a certificate would make the whole list invalid. */
function fingerprintOf(pem: string): string | null {
  try {
    return new X509Certificate(pem).fingerprint256;
  } catch {
    return null;
  }
}

export const certificates: Task<'certificates'> = () => {
  const found = new Map<string, string>();
  for (const pem of [...getCACertificates('default'), ...getCACertificates('system')]) {
    const fingerprint = fingerprintOf(pem);
    if (fingerprint !== null) found.set(fingerprint, pem);
  }
  return Promise.resolve([...found.values()]);
};
