import { describe, expect, test } from 'vitest';
import { detectDialect } from '../../../../../main/spreadsheet/csv/csv-dialect.ts';
import {
  byteOrderMark,
  detectEncoding,
  encodingNamed,
  transcoderFor,
  unmarkedWide,
} from '../../../../../main/spreadsheet/csv/csv-encoding.ts';
import { guessEncoding } from '../../../../../main/spreadsheet/csv/charset-guess.ts';
import { openSource } from '../../../../../main/spreadsheet/core/source.ts';
import { READ_LIMITS } from '../../../../../main/spreadsheet/core/workbook.ts';
import { temporaryFolder } from '../../../../kit/sheet-files.ts';

const folder = temporaryFolder();

async function encodingOf(bytes: Uint8Array): Promise<{ name: string; markBytes: number }> {
  const source = await openSource(await folder.write('text.csv', bytes));
  try {
    return await detectEncoding(source);
  } finally {
    await source.close();
  }
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const PEOPLE = 'Name,City\nJosé,Düsseldorf\nÉlise,Besançon\nÅsa,Malmö\n';

describe('the encoding', () => {
  test.each<[string, Buffer, string, number]>([
    ['ASCII', Buffer.from('a,b\n1,2\n'), 'utf-8', 0],
    ['UTF-8', Buffer.from(PEOPLE), 'utf-8', 0],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${PEOPLE}`), 'utf-8', 3],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${PEOPLE}`, 'utf16le'), 'utf-16le', 2],
    ['big-endian UTF-16 with a byte order mark', Buffer.from(`\uFEFF${PEOPLE}`, 'utf16le').swap16(), 'utf-16be', 2],
    ['UTF-16 without a byte order mark', Buffer.from(PEOPLE, 'utf16le'), 'utf-16le', 0],
    ['big-endian UTF-16 without a byte order mark', Buffer.from(PEOPLE, 'utf16le').swap16(), 'utf-16be', 0],
    ['Windows-1252', latin(PEOPLE), 'windows-1252', 0],
    ['a single character of Windows-1252', latin('a,b\n4,\xa9'), 'windows-1252', 0],
    ['typographic quotes of Windows-1252', latin('a,b\n\x93quoted\x94,it\x92s \x80 5\n'), 'windows-1252', 0],
    ['ISO-2022-JP', latin('a\n\x1b$B;3ED\x1b(B\n'), 'iso-2022-jp', 0],
  ])('is detected for %s', async (_, bytes, name, markBytes) => {
    expect(await encodingOf(bytes)).toEqual({ name, markBytes });
  });

  test.each([
    [
      'russian',
      'windows-1251',
      'Иван Петров,Москва\nЕкатерина Смирнова,Санкт-Петербург\nОльга Кузнецова,Казань\n',
      'c8e2e0ed20cfe5f2f0eee22ccceef1eae2e00ac5eae0f2e5f0e8ede020d1ece8f0edeee2e02cd1e0edeaf22dcfe5f2e5f0e1f3f0e30aceebfce3e020caf3e7ede5f6eee2e02ccae0e7e0edfc0a',
    ],
    [
      'russian',
      'koi8-r',
      'Иван Петров,Москва\nЕкатерина Смирнова,Санкт-Петербург\nОльга Кузнецова,Казань\n',
      'e9d7c1ce20f0c5d4d2cfd72cedcfd3cbd7c10ae5cbc1d4c5d2c9cec120f3cdc9d2cecfd7c12cf3c1cecbd42df0c5d4c5d2c2d5d2c70aefccd8c7c120ebd5dacec5c3cfd7c12cebc1dac1ced80a',
    ],
    [
      'greek',
      'iso-8859-7',
      'Γιώργος Παπαδόπουλος,Αθήνα\nΜαρία Νικολάου,Θεσσαλονίκη\nΚώστας Δημητρίου,Πάτρα\n',
      'c3e9fef1e3eff220d0e1f0e1e4fcf0eff5ebeff22cc1e8deede10acce1f1dfe120cde9eaefebdceff52cc8e5f3f3e1ebefeddfeae70acafef3f4e1f220c4e7ece7f4f1dfeff52cd0dcf4f1e10a',
    ],
    [
      'arabic',
      'windows-1256',
      'محمد عبد الله,القاهرة\nفاطمة حسن,بيروت\nأحمد علي,دمشق\n',
      'e3cde3cf20dac8cf20c7e1e1e52cc7e1dec7e5d1c90addc7d8e3c920cdd3e42cc8edd1e6ca0ac3cde3cf20dae1ed2ccfe3d4de0a',
    ],
    [
      'japanese',
      'shift_jis',
      '山田太郎,東京都千代田区\n佐藤花子,大阪市北区\n鈴木一郎,名古屋市中区\n',
      '8e52936391be98592c938c8b9e937390e791e393638be60a8db293a189d48e712c91e58de38e73966b8be60a97e996d888ea98592c96bc8cc389ae8e7392868be60a',
    ],
    [
      'chinese',
      'gb18030',
      '王小明,北京市海淀区\n李丽,上海市浦东新区\n张伟,广州市天河区\n',
      'cdf5d0a1c3f72cb1b1bea9cad0baa3b5edc7f80ac0eec0f62cc9cfbaa3cad0c6d6b6abd0c2c7f80ad5c5ceb02cb9e3d6ddcad0ccecbad3c7f80a',
    ],
    [
      'chinese_tw',
      'big5',
      '陳志明,臺北市大安區\n林美玲,高雄市鼓山區\n黃建國,臺中市西屯區\n',
      'b3afa7d3a9fa2cbb4fa55fa5aba46aa677b0cf0aaa4cacfcacc22cb0aab6afa5abb9aaa473b0cf0ab6c0abd8b0ea2cbb4fa4a4a5aba6e8a4d9b0cf0a',
    ],
    [
      'korean',
      'euc-kr',
      '김민수,서울특별시 강남구\n이영희,부산광역시 해운대구\n박지훈,대구광역시\n',
      'b1e8b9cebcf62cbcadbfefc6afbab0bdc320b0adb3b2b1b80ac0ccbfb5c8f12cbacebbeab1a4bfaabdc320c7d8bfeeb4ebb1b80ab9dac1f6c8c62cb4ebb1b8b1a4bfaabdc30a',
    ],
    [
      'polish',
      'windows-1250',
      'Łukasz Wiśniewski,Łódź\nMałgorzata Dąbrowska,Gdańsk\nStanisław Zieliński,Kraków\nBożena Wójcik,Częstochowa\nJózef Jabłoński,Żywiec\n',
      'a3756b61737a2057699c6e696577736b692ca3f3649f0a4d61b3676f727a6174612044b962726f77736b612c476461f1736b0a5374616e6973b36177205a69656c69f1736b692c4b72616bf3770a426fbf656e612057f36a63696b2c437aea73746f63686f77610a4af37a6566204a6162b36ff1736b692caf79776965630a',
    ],
    [
      'french',
      'macintosh',
      'Élise Lefèvre,Besançon\nFrançois Gérard,Orléans\nHélène Rivière,Angoulême\nRené Béranger,Saint-Étienne\n',
      '836c697365204c65668f7672652c426573616e8d6f6e0a4672616e8d6f697320478e726172642c4f726c8e616e730a488e6c8f6e6520526976698f72652c416e676f756c906d650a52656e8e20428e72616e6765722c5361696e742d837469656e6e650a',
    ],
    [
      'german',
      'macintosh',
      'Jürgen Müller,Köln\nAnneliese Schröder,Düsseldorf\nWolfgang Weiß,Lübeck\nKäthe Größe,München\nBärbel Jäger,Würzburg\n',
      '4a9f7267656e204d9f6c6c65722c4b9a6c6e0a416e6e656c6965736520536368729a6465722c449f7373656c646f72660a576f6c6667616e6720576569a72c4c9f6265636b0a4b8a7468652047729aa7652c4d9f6e6368656e0a428a7262656c204a8a6765722c579f727a627572670a',
    ],
    [
      'german',
      'ibm850',
      'Jürgen Müller,Köln\nAnneliese Schröder,Düsseldorf\nWolfgang Weiß,Lübeck\nKäthe Größe,München\nBärbel Jäger,Würzburg\n',
      '4a817267656e204d816c6c65722c4b946c6e0a416e6e656c696573652053636872946465722c44817373656c646f72660a576f6c6667616e6720576569e12c4c816265636b0a4b8474686520477294e1652c4d816e6368656e0a42847262656c204a846765722c5781727a627572670a',
    ],
    [
      'spanish',
      'ibm850',
      'José Muñoz,Málaga\nMaría Núñez,Cádiz\nÁngel Ibáñez,Almería\nBegoña Gutiérrez,León\n',
      '4a6f7382204d75a46f7a2c4da06c6167610a4d6172a161204ea3a4657a2c43a064697a0ab56e67656c204962a0a4657a2c416c6d6572a1610a4265676fa4612047757469827272657a2c4c65a26e0a',
    ],
    [
      'german',
      'windows-1252',
      'Jürgen Müller,Köln\nAnneliese Schröder,Düsseldorf\nWolfgang Weiß,Lübeck\nKäthe Größe,München\nBärbel Jäger,Würzburg\n',
      '4afc7267656e204dfc6c6c65722c4bf66c6e0a416e6e656c696573652053636872f66465722c44fc7373656c646f72660a576f6c6667616e6720576569df2c4cfc6265636b0a4be4746865204772f6df652c4dfc6e6368656e0a42e47262656c204ae46765722c57fc727a627572670a',
    ],
    [
      'french',
      'windows-1252',
      'Élise Lefèvre,Besançon\nFrançois Gérard,Orléans\nHélène Rivière,Angoulême\nRené Béranger,Saint-Étienne\n',
      'c96c697365204c6566e87672652c426573616ee76f6e0a4672616ee76f69732047e9726172642c4f726ce9616e730a48e96ce86e652052697669e872652c416e676f756cea6d650a52656ee92042e972616e6765722c5361696e742dc97469656e6e650a',
    ],
    [
      'spanish',
      'windows-1252',
      'José Muñoz,Málaga\nMaría Núñez,Cádiz\nÁngel Ibáñez,Almería\nBegoña Gutiérrez,León\n',
      '4a6f73e9204d75f16f7a2c4de16c6167610a4d6172ed61204efaf1657a2c43e164697a0ac16e67656c204962e1f1657a2c416c6d6572ed610a4265676ff1612047757469e97272657a2c4c65f36e0a',
    ],
    [
      'norwegian',
      'windows-1252',
      'Bjørn Ødegård,Tromsø\nÅse Sørensen,Ålesund\nKåre Bjørnstad,Bodø\n',
      '426af8726e20d8646567e572642c54726f6d73f80ac573652053f872656e73656e2cc56c6573756e640a4be5726520426af8726e737461642c426f64f80a',
    ],
    [
      'portuguese',
      'windows-1252',
      'João Conceição,São Paulo\nInês Magalhães,Évora\nAntónio Simões,Guimarães\n',
      '4a6fe36f20436f6e636569e7e36f2c53e36f205061756c6f0a496eea73204d6167616c68e365732cc9766f72610a416e74f36e696f2053696df565732c4775696d6172e365730a',
    ],
    [
      'icelandic',
      'windows-1252',
      'Þórður Sigurðsson,Reykjavík\nGuðrún Jónsdóttir,Ísafjörður\nÆgir Þór,Höfn í Hornafirði\n',
      'def372f07572205369677572f073736f6e2c5265796b6a6176ed6b0a4775f072fa6e204af36e7364f3747469722ccd7361666af672f075720ac667697220def3722c48f6666e20ed20486f726e61666972f0690a',
    ],
  ])('the encoding of a list in %s is %s', async (_, name, text, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    const found = await encodingOf(bytes);
    expect(found).toEqual({ name, markBytes: 0 });
    expect(transcoderFor(found)(bytes, true).toString()).toBe(text);
  });

  test('is detected from the whole file, not only from its beginning', async () => {
    const ascii = 'name,city\n'.repeat(80_000);
    expect(await encodingOf(Buffer.concat([Buffer.from(ascii), latin('José,Orléans\n')]))).toEqual({ name: 'windows-1252', markBytes: 0 });
    expect(await encodingOf(Buffer.from(`${ascii}José,Orléans\n`))).toEqual({ name: 'utf-8', markBytes: 0 });
  });

  test('UTF-8 is recognized when a character spans two chunks', async () => {
    for (const shift of [0, 1, 2, 3]) expect((await encodingOf(Buffer.from(`${'x'.repeat(256 * 1024 - shift)}😀é\n`))).name).toBe('utf-8');
  });

  test('UTF-8 with a cut character is still UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('José,Łódź,東京\n'.repeat(20)), latin('cut \xc3,x\n'), Buffer.from('é\n')]);
    expect((await encodingOf(bytes)).name).toBe('utf-8');
    expect(transcoderFor({ name: 'utf-8', markBytes: 0 })(bytes, true).toString()).toContain('cut \uFFFD,x');
  });

  test('is read from a byte order mark', () => {
    expect(byteOrderMark(Buffer.from([0xff, 0xfe, 0, 0]))).toEqual({ name: 'utf-32le', markBytes: 4 });
    expect(byteOrderMark(Buffer.from([0, 0, 0xfe, 0xff]))).toEqual({ name: 'utf-32be', markBytes: 4 });
    expect(byteOrderMark(Buffer.from([0xfe, 0xff, 0, 0, 0, 0x41]))).toEqual({ name: 'utf-32be', markBytes: 2 });
    expect(byteOrderMark(Buffer.from('a'))).toBeNull();
    expect(unmarkedWide(Buffer.from('a,b\n'))).toBeNull();
    expect(unmarkedWide(Buffer.from('a\0b,c\n'))).toBeNull();
  });

  test('is found by its common names', () => {
    expect([
      encodingNamed('UTF8'),
      encodingNamed('latin1'),
      encodingNamed('UTF-32LE'),
      encodingNamed('cp850'),
      encodingNamed('klingon'),
    ]).toEqual(['utf-8', 'windows-1252', 'utf-32le', 'ibm850', null]);
    expect(guessEncoding(latin('Ren\xe9'))).toBe('windows-1252');
    // One accent of a Mac is enough; a single typing error is not.
    expect(guessEncoding(latin('Zo\x91,Ashdown\rRen\x8e,Voss\r'))).toBe('macintosh');
    expect(guessEncoding(latin('Jos\x8e,Ashdown\n'))).toBe('macintosh');
    expect(guessEncoding(latin('Jos\xc9,Ashdown\n'))).toBe('windows-1252');
    expect(guessEncoding(latin('Mirko,\x8aari\n'))).toBe('windows-1252');
  });
});

describe('decoding', () => {
  const text = 'Zoë,Łódź,東京,😀\r\n“quoted”\n';
  const utf32 = (big: boolean) => {
    const codes = Array.from(text, (character) => character.codePointAt(0)!);
    const bytes = Buffer.alloc(codes.length * 4);
    for (const [i, code] of codes.entries()) {
      if (big) bytes.writeUInt32BE(code, i * 4);
      else bytes.writeUInt32LE(code, i * 4);
    }
    return bytes;
  };
  test.each<[string, Buffer]>([
    ['utf-8', Buffer.from(text)],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', Buffer.from(text, 'utf16le').swap16()],
    ['utf-32le', utf32(false)],
    ['utf-32be', utf32(true)],
  ])('text in %s is decoded wherever its bytes are cut', (name, bytes) => {
    for (let at = 0; at <= bytes.length; at++) {
      const transcode = transcoderFor({ name, markBytes: 0 });
      const pieces = [Buffer.from(transcode(bytes.subarray(0, at), false)), transcode(bytes.subarray(at), true)];
      expect(Buffer.concat(pieces).toString()).toBe(text);
    }
  });
});

describe('the delimiter', () => {
  const found = (text: string, expected: string | null = null, whole = true) =>
    detectDialect(Buffer.from(text), whole, expected, READ_LIMITS);

  test.each([
    ['commas', 'a,b,c\n1,2,3\n', ','],
    ['semicolons with decimal commas', 'Name;City;Amount\nÄnne;Köln;1.234,56\nBo;Ulm;2,5\n', ';'],
    ['tabs with commas in the cells', 'Last, First\tCity\tState\nDoe, Jo\tReno\tNV\nRoe, Al\tErie\tPA\n', '\t'],
    ['vertical bars', 'a|b,c|d\ne|f,g|h', '|'],
    ['other delimiters in quoted cells', '"a,b";"c,d";e\n"f,g,h";i;j\n', ';'],
    ['title lines above the header', 'Donor report\nRun on May 3, 2024\n\nName,City,State,ZIP\na,b,c,d\ne,f,g,h\ni,j,k,l\n', ','],
    ['rows of different lengths', 'a,b,c\nd,e\nf,g,h\ni,j,k,l\nm,n,o\n', ','],
    ['unit separators', 'a\u001Fb\u001Fc\nd\u001Fe\u001Ff\n', '\u001F'],
    ['one line', 'a;b;c', ';'],
  ])('is detected in text with %s', (_, text, delimiter) => {
    expect(found(text)).toMatchObject({ delimiter, separatorLine: 0, divided: true });
  });

  test.each(['Name\nAda\nGrace\n', 'a single line', '12:30:00\n13:45:10\n', 'http://example.org/a\nhttp://example.org/b\n'])(
    'is not found in %j',
    (text) => {
      expect(found(text)).toMatchObject({ delimiter: ',', separatorLine: 0, divided: false });
    },
  );

  test('is the one expected from the file name in a tie', () => {
    expect(found('a,b\tc\n', '\t').delimiter).toBe('\t');
    expect(found('a,b\tc\n').delimiter).toBe(',');
    expect(found('Name\nAda\n', '\t').delimiter).toBe('\t');
  });

  test.each([
    ['delimiters inside the quotes', 'Name, Street\nAda Voss, "1 Elm St, Apt 2"\nBo Lund, "3 Oak St, Apt 4"\n', true],
    ['quotes around most cells', '"Name", "City"\n"Ada", "Reno"\n"Bo", "Erie"\n', true],
    ['a nickname', 'Name, Nickname\nAda Voss, none\nRobert Lund, "Bo"\nEd Roe, none\n', false],
    ['a single line', 'Ada, "Bo" ,Ed', false],
  ])('can be followed by blanks and quotes: %s', (_, text, blanksBeforeQuotes) => {
    expect(found(text)).toMatchObject({ delimiter: ',', blanksBeforeQuotes });
  });

  test('is found in a sample that ends within a line', () => {
    expect(found('a;b;c\nd;e;f\ng,h,i,j,k,l', null, false).delimiter).toBe(';');
    expect(found('a;b;c;"an open quote', null, false).delimiter).toBe(';');
  });

  test.each([
    ['sep=;\r\na;b', ';', 7],
    ['SEP=\t\na\tb', '\t', 6],
    ['"sep=|"\na|b', '|', 8],
  ])('is set by the first line of %j', (text, delimiter, separatorLine) => {
    expect(found(text)).toMatchObject({ delimiter, separatorLine, divided: true });
  });
});
