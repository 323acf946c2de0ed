import { describe, expect, test } from 'vitest';
import { XmlReader, readXml, referenced, xmlEncoding } from '../../../../../main/spreadsheet/markup/xml.ts';

/** The events that a handler receives, with adjacent text joined. */
function events(document: string, cuts: readonly number[] = []): string[] {
  const seen: string[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') seen.push(`text ${JSON.stringify(text)}`);
    text = '';
  };
  const reader = new XmlReader(
    {
      open(element) {
        flush();
        const id = element.attribute('id');
        const other = element.attributeIn(new Set(['urn:b']), 'id');
        seen.push(
          `open {${element.namespace}}${element.name}${id === undefined ? '' : ` id=${id}`}${other === undefined ? '' : ` b:id=${other}`}`,
        );
      },
      close(name, namespace) {
        flush();
        seen.push(`close {${namespace}}${name}`);
      },
      text(piece) {
        text += piece;
      },
    },
    'part.xml',
  );
  let from = 0;
  for (const cut of [...cuts, document.length]) {
    reader.write(document.slice(from, cut));
    from = cut;
  }
  reader.end();
  return seen;
}

const DOCUMENT = `\uFEFF<?xml version="1.0"?><!-- <no> -->
<a xmlns="urn:a" xmlns:b='urn:b' id="x &gt; y > z"><b:c b:id='1"2'/>one &amp; &#x41;&#66;&unknown; two\r\nthree\r<![CDATA[<&amp;>]]><d xmlns="urn:d"><e/></d><e
 id = "q" ></e
></a>\n<!-- end -->`;

const EVENTS = [
  'open {urn:a}a id=x > y > z',
  'open {urn:b}c b:id=1"2',
  'close {urn:b}c',
  'text "one & AB&unknown; two\\nthree\\n<&amp;>"',
  'open {urn:d}d',
  'open {urn:d}e',
  'close {urn:d}e',
  'close {urn:d}d',
  'open {urn:a}e id=q',
  'close {urn:a}e',
  'close {urn:a}a',
];

test('elements, namespaces, references, sections, and line ends are read', () => {
  expect(events(DOCUMENT)).toEqual(EVENTS);
});

test('the same events are read wherever the text is cut', () => {
  for (let at = 1; at < DOCUMENT.length; at++) expect(events(DOCUMENT, [at])).toEqual(EVENTS);
  expect(
    events(
      DOCUMENT,
      Array.from({ length: DOCUMENT.length - 1 }, (_, i) => i + 1),
    ),
  ).toEqual(EVENTS);
});

test.each([
  ['an empty text', ''],
  ['text without an element', 'text'],
  ['an element left open', '<a>'],
  ['an element that overlaps another', '<a><b></a></b>'],
  ['a close without an open', '</a>'],
  ['a second root', '<a/><b/>'],
  ['an attribute without a value', '<a b/>'],
  ['an attribute without quotes', '<a b=1/>'],
  ['a tag cut off', '<a b="'],
  ['a comment cut off', '<a><!-- '],
  ['a section cut off', '<a><![CDATA[ '],
  ['an unknown declaration', '<!SOMETHING><a/>'],
  ['an invalid name', '<"a"/>'],
  ['an element with a space before its name', '< a/>'],
])('%s is refused', (_, document) => {
  expect(() => events(document)).toThrow(expect.objectContaining({ code: 'FILE_DAMAGED' }));
});

test.each([
  '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
  '<!doctype a><a/>',
  '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
])('%s is refused as a bomb', (document) => {
  expect(() => events(document)).toThrow(expect.objectContaining({ code: 'FILE_BOMB' }));
});

test('depth and length are limited', () => {
  expect(() => events('<a>'.repeat(300))).toThrow(/nested too deeply/);
  expect(() => events(`<a b="${'x'.repeat(9_000_000)}`)).toThrow(/without an end/);
});

test.each([
  ['amp', '&'],
  ['#65', 'A'],
  ['#x1F600', '😀'],
  ['#xD800', null],
  ['#x110000', null],
  ['#', null],
  ['#x', null],
  ['#6a', null],
  ['constructor', null],
])('&%s; is read as %j', (reference, character) => {
  expect(referenced(reference)).toBe(character);
});

describe('the encoding', () => {
  test.each([
    ['<a/>', 'utf-8'],
    ['<?xml version="1.0"?><a/>', 'utf-8'],
    ['<?xml version="1.0" encoding="UTF-8"?><a/>', 'utf-8'],
    ["<?xml version='1.0' encoding='windows-1252' ?><a/>", 'windows-1252'],
    ['<?xml version="1.0" encoding="UTF-16"?><a/>', 'utf-8'],
    ['\xef\xbb\xbf<?xml version="1.0" encoding="latin1"?>', 'utf-8'],
    ['\xff\xfe<\0a\0', 'utf-16le'],
    ['\xfe\xff\0<\0a', 'utf-16be'],
    ['<\0a\0', 'utf-16le'],
    ['\0<\0a', 'utf-16be'],
  ])('the encoding of %j is %s', (start, encoding) => {
    expect(xmlEncoding(Buffer.from(start, 'latin1'))).toBe(encoding);
  });

  test('is refused if it is unknown', () => {
    const handler = { open() {}, close() {}, text() {} };
    expect(() => readXml(Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>'), 'part.xml', handler)).toThrow(/character encoding/);
  });
});
