/** Small ODS files in memory. */
import { argon2Sync, createCipheriv, hash, randomBytes } from 'node:crypto';
import type { LockedParts } from '../fixtures/spreadsheet/libreoffice.ts';
import { zip, type ZipPart } from './sheet-zip.ts';

export const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

const NAMESPACES = ['office', 'table', 'text', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(' ');

/** A document with this spreadsheet content. `styles` are its automatic styles, `root` is the name of its root element. */
export function odsDocument(spreadsheet: string, styles = '', root = 'document-content'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<office:${root} ${NAMESPACES} office:mimetype="${ODS_TYPE}"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${spreadsheet}</office:spreadsheet></office:body></office:${root}>`;
}

/** The ODS file of a document. */
export function ods(document: string, parts: readonly ZipPart[] = []): Buffer {
  return zip([
    { name: 'mimetype', data: ODS_TYPE, stored: true },
    { name: 'content.xml', data: document },
    { name: 'META-INF/manifest.xml', data: '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>' },
    ...parts,
  ]);
}

/** The ODS file of parts that LibreOffice encrypted separately. */
export const lockedOds = ({ content, manifest }: LockedParts): Buffer =>
  zip([
    { name: 'mimetype', data: ODS_TYPE, stored: true },
    { name: 'content.xml', data: Buffer.from(content, 'base64'), stored: true },
    { name: 'META-INF/manifest.xml', data: manifest },
  ]);

/** An ODS file that is encrypted as a whole, as LibreOffice 24.8 and later do. Little memory keeps tests quick; LibreOffice uses 64 MB. */
export function lockWhole(file: Buffer, password: string, memory = 256): Buffer {
  const [salt, vector] = [randomBytes(16), randomBytes(12)];
  const message = hash('sha256', Buffer.from(password), 'buffer');
  const key = argon2Sync('argon2id', { message, nonce: salt, tagLength: 32, passes: 3, memory, parallelism: 4 });
  const cipher = createCipheriv('aes-256-gcm', key, vector);
  const data = Buffer.concat([vector, cipher.update(file), cipher.final(), cipher.getAuthTag()]);
  const manifest = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" manifest:version="1.4"><manifest:file-entry manifest:full-path="encrypted-package" manifest:size="${file.length}" manifest:media-type="${ODS_TYPE}"><manifest:encryption-data><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2009/xmlenc11#aes256-gcm" manifest:initialisation-vector="${vector.toString('base64')}"/><manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2001/04/xmlenc#sha256" manifest:key-size="32"/><manifest:key-derivation manifest:key-derivation-name="urn:org:documentfoundation:names:experimental:office:manifest:argon2id" manifest:key-size="32" manifest:salt="${salt.toString('base64')}" loext:argon2-iterations="3" loext:argon2-memory="${memory}" loext:argon2-lanes="4"/></manifest:encryption-data></manifest:file-entry></manifest:manifest>`;
  return zip([
    { name: 'mimetype', data: ODS_TYPE, stored: true },
    { name: 'encrypted-package', data, stored: true },
    { name: 'META-INF/manifest.xml', data: manifest },
  ]);
}
