import { describe, expect, test } from 'vitest';
import { identify, identifyText, isText } from '../../../../main/spreadsheet/identify.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('identifying a file by its first bytes', () => {
  test.each([
    ['PK\x03\x04\x14\0\x06\0', 'zip'],
    ['PK\x05\x06'.padEnd(22, '\0'), 'zip'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'.padEnd(512, '\0'), 'ole'],
    ['\x09\x08\x10\0\0\x06\x05\0', 'legacy'],
    ['\x03\x7c\x0b\x14\x01\0\0\0\x41\0\x0b\0'.padEnd(32, '\0'), 'legacy'],
    ['First,Last\nAda,Byron\n', 'text'],
    ['BMW,Audi\n1,2\n', 'text'],
    ['MZ,first,last\n', 'text'],
    ['ID3,first\n', 'text'],
    ['PKWARE,x\n', 'text'],
    ['', 'text'],
  ])('%j is %s', (start, container) => {
    expect(identify(bytes(start))).toBe(container);
  });

  test.each([
    ['%PDF-1.7\n', 'FILE_NOT_SPREADSHEET', /PDF/],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'FILE_NOT_SPREADSHEET', /picture \(PNG\)/],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'FILE_NOT_SPREADSHEET', /picture \(JPEG\)/],
    ['GIF89a\x01\0', 'FILE_NOT_SPREADSHEET', /GIF/],
    ['BM\x36\0\0\0\0\0\0\0', 'FILE_NOT_SPREADSHEET', /BMP/],
    ['\0\0\0\x18ftypheic', 'FILE_NOT_SPREADSHEET', /picture or video/],
    ['MZ\x90\0\x03\0\0\0', 'FILE_NOT_SPREADSHEET', /program/],
    ['\x1f\x8b\x08\0', 'FILE_UNSUPPORTED', /gzip.*Unpack/],
    ["7z\xbc\xaf'\x1c\0\x04", 'FILE_UNSUPPORTED', /7-Zip/],
    ['Rar!\x1a\x07\x01\0', 'FILE_UNSUPPORTED', /RAR/],
    ['SQLite format 3\0\x10', 'FILE_UNSUPPORTED', /SQLite/],
    ['\0\x01\0\0Standard ACE DB\0', 'FILE_UNSUPPORTED', /Access/],
    ['{\\rtf1\\ansi', 'FILE_UNSUPPORTED', /RTF/],
    ['\0\0\x02\0\x04\x04\x05\0', 'FILE_UNSUPPORTED', /Lotus/],
  ])('%j is refused as %s', (start, code, message) => {
    expect(() => identify(bytes(start))).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) as string }));
  });

  test.each([
    ['a,b\n1,2\n', true],
    ['a\0b,c\n', true],
    ['page one\fpage two\v\x1a', true],
    ['\x01\x02\x03\x04\x05\x06', false],
    ['ab\0\0\0\0\0\0', false],
  ])('%j is text: %s', (start, text) => {
    expect(isText(bytes(start))).toBe(text);
  });
});

describe('identifying a text by its beginning', () => {
  test.each([
    ['First,Last\nAda,Byron', 'delimited'],
    ['<None Specified>,x\n1,2', 'delimited'],
    ['a<b,c\n', 'delimited'],
    ['\uFEFF<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">', 'xml'],
    ['<office:document xmlns:office="x"><a></a>', 'xml'],
    ['<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body>', 'html'],
    ['\r\n  <TABLE border=1><tr><td>a', 'html'],
    ['<!DOCTYPE html>\n<html>', 'html'],
    ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">', 'html'],
    ['ID;PWXL;N;E\r\nP;PGeneral\r\n', 'sylk'],
    ['ID,First Name\n1,Ada', 'delimited'],
    ['TABLE\r\n0,1\r\n"EXCEL"\r\n', 'dif'],
    ['TABLE,CHAIR\n0,1\n', 'delimited'],
    ['{"people": [{"name": "Ada"}]}', 'json'],
    ['[{"name": "Ada"}]', 'json'],
    ['[1, 2, 3]', 'delimited'],
    ['{braces},x\n1,2', 'delimited'],
    ['\uFEFFbegin:vcard\r\nversion:3.0', 'cards'],
    ['From: a@example.org\nMIME-Version: 1.0\n\nHello', 'mail'],
    ['Report: Donors\nName,MIME-Version\n', 'delimited'],
    ['version: 1\n\ndn: cn=Ines Marlowe\n', 'directory'],
  ])('%j is %s', (start, kind) => {
    expect(identifyText(start)).toBe(kind);
  });

  test('a text built to slow down the pattern is recognized as quickly', () => {
    const endless = [
      '<!--'.repeat(4000),
      '<?xml '.repeat(3000),
      '[{'.repeat(8000),
      `{"${'\\'.repeat(16_000)}`,
      `<?xml ?>${'<!---->'.repeat(2000)}`,
    ];
    for (const start of [...endless, '<a'.repeat(8000), '<a>'.repeat(5000)]) expect(identifyText(start)).toBeTypeOf('string');
  });
});
