/** A self-signed certificate, created per test so that no key is stored in the repository. */
import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
const RSA_WITH_SHA256 = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05));
const COMMON_NAME = Buffer.from('550403', 'hex');
const ALTERNATIVE_NAME = Buffer.from('551d11', 'hex');

interface CertificateOptions {
  /** Default: `localhost`. */
  readonly host?: string;
  /** As in `20200101000000Z`. */
  readonly from?: string;
  readonly until?: string;
  /** The bits of an RSA key; absent: an elliptic curve. */
  readonly rsaBits?: number;
}

/** Key and certificate of a host, in PEM. */
export function selfSigned(options: CertificateOptions = {}): { readonly key: string; readonly cert: string } {
  const { host = 'localhost', from = '20200101000000Z', until = '20991231235959Z', rsaBits } = options;
  const { privateKey, publicKey } =
    rsaBits === undefined ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: rsaBits });
  const algorithm = rsaBits === undefined ? ECDSA_WITH_SHA256 : RSA_WITH_SHA256;
  const name = sequence(der(0x31, sequence(der(0x06, COMMON_NAME), der(0x0c, Buffer.from(host)))));
  const time = (text: string) => der(0x18, Buffer.from(text));
  const extension = sequence(der(0x06, ALTERNATIVE_NAME), der(0x04, sequence(der(0x82, Buffer.from(host)))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = sign('sha256', content, privateKey);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
