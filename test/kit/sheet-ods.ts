/** Small ODS files in memory. */
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
