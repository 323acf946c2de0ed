/** Text that was read in the wrong encoding, or that has codes of a web page. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoredText, withApostrophes, withoutMisreading } from '../../../../shared/transforms/misread-text.ts';

/** The text as shown by a program that assumes another encoding for its bytes. */
const readAs = (text: string, encoding: string): string => new TextDecoder(encoding).decode(new TextEncoder().encode(text));

const RIGHT = [
  'José', 'Peña', 'Müller', 'Núñez', 'MUÑOZ', 'BJÖRN', 'Renée', 'RENÉE', 'Ångström', 'Łukasz', 'Świątek', 'Erdoğan', 'Şahin', 'Çelik', 'Dvořák', 'Žižka',
  'João', 'Þór', 'Ægir', 'Gérôme', 'Groß', 'O’Dowd', 'Ígor', 'Nguyễn', 'Đặng', 'Ramunė', 'Ștefan', 'Țurcanu', 'Vũ', 'Voilà', 'Bàrbara', 'Ana', 'Poe',
]; // prettier-ignore

describe('a misread text', () => {
  it.each(RIGHT)('is %s again', (name) => {
    expect(withoutMisreading(readAs(name, 'windows-1252'))).toBe(name);
  });

  it.each(['José', 'Peña', 'Müller', 'Gérôme', 'João', 'RENÉE', 'BJÖRN', 'O’Dowd'])(
    'is %s again after two misreadings, and of a Mac',
    (name) => {
      expect(withoutMisreading(readAs(readAs(name, 'windows-1252'), 'windows-1252'))).toBe(name);
      expect(withoutMisreading(readAs(name, 'macintosh'))).toBe(name);
    },
  );

  it('is itself again, whatever name of Western Europe it is, or stays as it is', () => {
    const letter = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzáàâäãåçéèêëíìîïñóòôöõøúùûüýÿßæðþ'));
    const name = fc.array(letter, { minLength: 3, maxLength: 10 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(name, (lower) => {
        const title = lower.charAt(0).toUpperCase() + lower.slice(1);
        const misread = readAs(title, 'windows-1252');
        // A capital before an à that looks like a space can be right: "IRMÃ DA SILVA".
        expect(withoutMisreading(misread)).toBe(misread.includes('\u00a0') && withoutMisreading(misread) !== title ? misread : title);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a right text', () => {
  /** The letters of each language other than a to z; by language, because no name has letters of several. */
  const LANGUAGES = [
    'áàâãçéêíóôõú', 'äöüß', 'àâæçéèêëîïôœùûüÿ', 'áéíñóúü', 'åäö', 'æøå', 'áéíóúýþæöð', 'áčďéěíňóřšťúůýž', 'ąćęłńóśźż', 'ğıöşüç', 'áéíóöőúüű',
    'ăâîșț', 'čćđšž', 'āčēģīķļņšūž', 'ąčęėįšųūž', 'õäöüšž', 'ăâđêôơưáàảãạấầẩẫậắặéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ', 'àèéìòù', 'àçèéíïóòúü·',
  ]; // prettier-ignore

  it('never changes', () => {
    const words = fc.constantFrom(...LANGUAGES).chain((letters) => {
      const word = fc.array(fc.oneof(fc.constantFrom(...Array.from(letters)), fc.constantFrom(...Array.from('abdelmnorst'))), {
        minLength: 2,
        maxLength: 8,
      });
      return fc.tuple(word, fc.constantFrom(' ', '-', "'", '’', ' & ', '. ', ', ', '\u00a0', '’s '), word);
    });
    const cased = (text: string, how: string): string => {
      if (how === 'upper') return text.toUpperCase();
      return how === 'title' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
    };
    fc.assert(
      fc.property(words, fc.constantFrom('title', 'upper', 'lower'), ([one, between, other], how) => {
        const text = `${cased(one.join(''), how)}${between}${cased(other.join(''), how)}`;
        expect(restoredText(text)).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['IRMÃ\u00a0DA SILVA', 'MÄKELÄ–VIRTANEN', 'NGÂ\u00a0TRAN', 'JOSÉ–MARÍA', 'SKÅ’S', 'RŮŽIČKA', 'Å\u00a0i Lofoten', 'AT&T', 'Tom & Ann', 'J&L Poe', 'a < b', 'Smith&Ring'])(
    '%j stays',
    (text) => {
      expect(restoredText(text)).toBe(text);
    },
  ); // prettier-ignore
});

it.each([
  ['O&#039;Dowd', "O'Dowd"],
  ['O&amp;#039;Dowd', "O'Dowd"],
  ['O&#39Dowd', "O'Dowd"],
  ['Ren&eacute;e', 'Renée'],
  ['Ren&amp;eacute;e', 'Renée'],
  ['Jos&eacute Poe', 'José Poe'],
  ['&Eacute;mile', 'Émile'],
  ['Tom &amp; Ann', 'Tom & Ann'],
  ['Hale &unknown; Poe', 'Hale &unknown; Poe'],
])('%j is %j', (text, plain) => {
  expect(restoredText(text)).toBe(plain);
});

it('writes an accent between letters as an apostrophe', () => {
  expect(['O´Dowd', 'O`Dowd', 'Poe´', '`Poe'].map(withApostrophes)).toEqual(["O'Dowd", "O'Dowd", 'Poe´', '`Poe']);
});
