import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { putXmlBytes, putXmlText, WIDEST, xmlText } from '../../../../../main/spreadsheet/write/xml-text.ts';
import { asHeld, nastyText } from '../../../../kit/nasty-text.ts';

const fromText = (text: string): string => {
  const room = Buffer.alloc(text.length * WIDEST);
  return room.toString('utf8', 0, putXmlText(text, room, 0));
};

const fromBytes = (bytes: Uint8Array): string => {
  const room = Buffer.alloc(bytes.length * WIDEST);
  return room.toString('utf8', 0, putXmlBytes(bytes, 0, bytes.length, room, 0));
};

/** Decodes like a spreadsheet program: XML first, then the escapes of the workbook format. */
const decoded = (xml: string): string =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

describe('text in a workbook', () => {
  test.each([
    ['plain', 'plain'],
    ['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
    [']]>', ']]&gt;'],
    ['tab\tand\nline', 'tab\tand\nline'],
    ['a\r\nb', 'a_x000D_\nb'],
    ['\u0000\u001F', '_x0000__x001F_'],
    ['\uFFFE\uFFFF\uFFFD', '\uFFFD\uFFFD\uFFFD'],
    ['_xFFFE_', '_x005F_xFFFE_'],
    ['_x0041_', '_x005F_x0041_'],
    ['_X0041_', '_x005F_X0041_'],
    ['_x0041', '_x005F_x0041'],
    ['_x0041\u0000', '_x005F_x0041_x0000_'],
    ['_x005F_x0041_', '_x005F_x005F_x005F_x0041_'],
    ['_x00G1_ snake_case __x', '_x00G1_ snake_case __x'],
    ['Zoë 😀 \u200Fשלום', 'Zoë 😀 \u200Fשלום'],
    ['\uD800 and \uDC00', '\uFFFD and \uFFFD'],
  ])('%j is written as %j', (text, xml) => {
    expect(fromText(text)).toBe(xml);
    expect(fromBytes(Buffer.from(text))).toBe(xml);
  });

  test('any text is read back, with U+FFFD for invalid characters', () => {
    fc.assert(
      fc.property(nastyText(), (text) => {
        expect(decoded(fromText(text))).toBe(asHeld(text));
        expect(fromBytes(Buffer.from(text))).toBe(fromText(text));
      }),
    );
  });

  test('bytes that are not UTF-8 become U+FFFD and do not break the XML', () => {
    expect(fromBytes(Buffer.from([0x61, 0xff, 0x3c, 0xe2, 0x82]))).toBe('a\uFFFD&lt;\uFFFD');
    expect(fromBytes(Buffer.from([0xed, 0xa0, 0x80]))).toBe('\uFFFD\uFFFD\uFFFD');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(decoded(fromBytes(bytes))).toBe(asHeld(Buffer.from(bytes).toString()));
      }),
    );
  });

  test('in attributes, quotes and white space other than spaces are references', () => {
    expect(xmlText('say "hi"\t&\n')).toBe('say &quot;hi&quot;&#9;&amp;&#10;');
  });
});
