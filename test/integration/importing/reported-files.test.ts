/**
 * Files with the faults that users of other importers report, read by the application: the result of every row. If DESK_REPORTS names a
 * folder with real files that have the same faults, they are read too.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import type { FieldKey } from '../../../shared/fields/index.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { ODS_TYPE, odsDocument } from '../../kit/sheet-ods.ts';
import { PLACE, named, people, readList } from '../../kit/read-list.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { zip } from '../../kit/sheet-zip.ts';

const desk = await setupTestDesk(localTasks);

const NAMES: readonly FieldKey[] = ['primaryFirst', 'primaryMiddle', 'primaryLast', 'primaryMaiden', 'spouseFirst', 'spouseLast'];
const STREET: readonly FieldKey[] = ['street', 'street2', 'city', 'state', 'postalCode', 'country'];

interface Case {
  readonly kind: string;
  readonly lines: readonly string[] | { readonly name: string; readonly content: string | Uint8Array };
  readonly shows?: readonly FieldKey[];
  readonly rows: readonly string[];
  readonly columns?: Readonly<Record<string, string>>;
  readonly says?: string;
}

const LONG_IDS = (() => {
  const book = utils.book_new();
  const rows = [
    ['Constituent ID', 'First Name', 'Last Name', 'Street', 'City', 'State', 'ZIP'],
    [22_334_455_667_788_900, 'Delphine', 'Ashdown', '4 Larch St', 'Salem', 'MA', '01970'],
    [22_334_455_667_788_900, 'Aldous', 'Hollis', '6 Larch St', 'Salem', 'MA', '01970'],
  ];
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'List');
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
})();

/** A sheet of LibreOffice whose cells have a currency. */
const currencySheet = (...currencies: readonly string[]): Uint8Array => {
  const text = (value: string) => `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
  const row = (cells: readonly string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const rows = currencies.map((currency, at) =>
    row([
      ...[String(at + 1), ['Delphine', 'Aldous', 'Ruben', 'Femke'][at]!, 'Hollis', `${at + 4} Larch St`, 'Salem', 'MA', '01970'].map(text),
      `<table:table-cell office:value-type="currency" office:currency="${currency}" office:value="${500 + at}"><text:p>${500 + at}.00</text:p></table:table-cell>`,
    ]),
  );
  const headings = row(['ID', 'First Name', 'Last Name', 'Street', 'City', 'State', 'ZIP', 'Total Giving'].map(text));
  const content = odsDocument(`<table:table table:name="List">${headings}${rows.join('')}</table:table>`);
  return zip([
    { name: 'mimetype', data: ODS_TYPE, stored: true },
    { name: 'content.xml', data: content },
  ]);
};

/** A workbook whose amounts have a currency only in their number formats. */
const currencyBook = (...formats: readonly string[]): Uint8Array => {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet([
    ['ID', 'First Name', 'Last Name', 'Street', 'City', 'State', 'ZIP', 'Total Giving'],
    ...formats.map((z, at) => [
      at + 1,
      ['Delphine', 'Aldous', 'Ruben', 'Femke'][at],
      'Hollis',
      `${at + 4} Larch St`,
      'Salem',
      'MA',
      '01970',
      { t: 'n', v: 500 + at, z },
    ]),
  ]);
  utils.book_append_sheet(book, sheet, 'List');
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
};

const odsRow = (...cells: readonly string[]): string =>
  `<table:table-row>${cells.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`;
const WITHOUT_TYPE = zip([
  { name: 'META-INF/manifest.xml', data: `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${ODS_TYPE}"/></manifest:manifest>` },
  { name: 'content.xml', data: odsDocument(`<table:table table:name="List">${odsRow('First Name', 'Last Name', 'Zip')}${odsRow('Delphine', 'Ashdown', '01970')}</table:table>`) },
]); // prettier-ignore

/** Six people, and how they are read. */
const SIX = people('First Name,Last Name', 'Delphine,Ashdown', 'Aldous,Hollis', 'Ruben,Voss', 'Femke,Quayle').concat('5,Sven,Linden,12 Larch St,Salem,MA,01970', '6,Anke,Rowe,14 Larch St,Salem,MA,01970'); // prettier-ignore
const SIX_READ = ['Delphine | Ashdown', 'Aldous | Hollis', 'Ruben | Voss', 'Femke | Quayle', 'Sven | Linden', 'Anke | Rowe'].map((name) => `ready: ${name}`); // prettier-ignore

const CASES: readonly Case[] = [
  { kind: 'an odd amount among others', lines: people('First Name,Last Name,Last Gift Amount', 'Delphine,Ashdown,"$2,400"', 'Aldous,Hollis,"$7,000"', 'Ruben,Voss,"$18,75"'), shows: ['rfmMostRecentGiftValue'], rows: ['ready: 2400', 'ready: 7000', 'incomplete:  [AMOUNT_UNCLEAR]'] },
  { kind: 'an amount with four digits behind the comma', lines: people('First Name,Last Name,Total Giving', 'Delphine,Ashdown,"20,000"', 'Aldous,Hollis,"3,500"', 'Ruben,Voss,"2,7500"'), shows: ['rfmTotalGiftValue'], rows: ['ready: 20000', 'ready: 3500', 'incomplete:  [AMOUNT_UNCLEAR]'] },
  { kind: 'amounts in several currencies', lines: people('First Name,Last Name,Total Giving', 'Delphine,Ashdown,"$2,400"', 'Aldous,Hollis,"€7,000"', 'Ruben,Voss,$300', 'Femke,Quayle,80'), shows: ['rfmTotalGiftValue'], says: '2 in $, 1 in EUR. Only amounts in $ are sent', rows: ['ready: 2400', 'incomplete:  [AMOUNT_OTHER_CURRENCY]', 'ready: 300', 'ready: 80'] },
  { kind: 'as many amounts in one currency as in another', lines: people('First Name,Last Name,Total Giving', 'Delphine,Ashdown,$500', 'Aldous,Hollis,£700'), shows: ['rfmTotalGiftValue'], says: '1 in $, 1 in GBP. None is sent until you decide in Check', rows: ['incomplete:  [AMOUNT_OTHER_CURRENCY]', 'incomplete:  [AMOUNT_OTHER_CURRENCY]'] },
  { kind: 'a column with the currency of each amount', lines: people('First Name,Last Name,Total Giving,Currency', 'Delphine,Ashdown,2400,USD', 'Aldous,Hollis,7000,EUR', 'Ruben,Voss,300,USD'), shows: ['rfmTotalGiftValue'], says: '2 in $, 1 in EUR. Only amounts in $ are sent', rows: ['ready: 2400', 'incomplete:  [AMOUNT_OTHER_CURRENCY]', 'ready: 300'] },
  { kind: 'currencies in the number formats of a workbook', lines: { name: 'amounts.xlsx', content: currencyBook('"$"#,##0', '"€"#,##0', '[$CA$-1009]#,##0.00', '"$"#,##0') }, shows: ['rfmTotalGiftValue'], says: '2 in $, 1 in CAD, 1 in EUR. Only amounts in $ are sent', rows: ['ready: 500', 'incomplete:  [AMOUNT_OTHER_CURRENCY]', 'incomplete:  [AMOUNT_OTHER_CURRENCY]', 'ready: 503'] },
  { kind: 'a few dollars among pounds in the number formats of a workbook', lines: { name: 'amounts.xlsx', content: currencyBook('[$£-809]#,##0', '[$£-809]#,##0', '"$"#,##0', '[$£-809]#,##0') }, shows: ['rfmTotalGiftValue'], says: '3 in GBP, 1 in $. Only amounts in GBP are sent', rows: ['ready: 500', 'ready: 501', 'incomplete:  [AMOUNT_OTHER_CURRENCY]', 'ready: 503'] },
  { kind: 'currencies of an OpenDocument sheet', lines: { name: 'amounts.ods', content: currencySheet('USD', 'EUR', 'CAD', 'USD') }, shows: ['rfmTotalGiftValue'], says: '2 in $, 1 in CAD, 1 in EUR. Only amounts in $ are sent', rows: ['ready: 500', 'incomplete:  [AMOUNT_OTHER_CURRENCY]', 'incomplete:  [AMOUNT_OTHER_CURRENCY]', 'ready: 503'] },
  { kind: 'one currency of an OpenDocument sheet', lines: { name: 'amounts.ods', content: currencySheet('EUR', 'EUR') }, shows: ['rfmTotalGiftValue'], rows: ['ready: 500', 'ready: 501'] },
  { kind: 'credentials after a name, known or not', lines: named('Delphine Ashdown, MSN, RN', 'Aldous Hollis, PMP', 'Ruben Voss, M.Ed.', 'Femke Quayle, CTRS'), rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss', 'ready: Femke | Quayle'] },
  { kind: 'first names that are titles elsewhere', lines: named('Fairweather, Dean B.', 'Ashdown, Delphine', 'Hollis, Aldous'), rows: ['ready: Dean | B. | Fairweather', 'ready: Delphine | Ashdown', 'ready: Aldous | Hollis'] },
  { kind: 'first names that can be titles', lines: named('Justice Hollis', 'Major Voss', 'Delphine Ashdown'), rows: ['incomplete: Justice | Hollis [NAME_UNCLEAR]', 'incomplete: Major | Voss [NAME_UNCLEAR]', 'ready: Delphine | Ashdown'] },
  { kind: 'last names that are degrees elsewhere', lines: named('Linh Thi Do, DDS', 'Jun Ma, CPA', 'Delphine Ashdown'), rows: ['ready: Linh | Thi | Do', 'ready: Jun | Ma', 'ready: Delphine | Ashdown'] },
  { kind: 'two people on two lines, joined by and/or, and three', lines: named('Aldous Hollis\nDelphine Hollis', 'Aldous and/or Delphine Hollis', 'Tom, Ann & Joe Hollis', 'Ruben Voss'), rows: ['ready: Aldous | Hollis | Delphine | Hollis', 'ready: Aldous | Hollis | Delphine | Hollis', 'incomplete: Tom, Ann & Joe Hollis [MATCH_PART_MISSING TWO_PEOPLE]', 'ready: Ruben | Voss'] },
  { kind: 'the word deceased after a name', lines: named('Delphine Ashdown, deceased', 'Aldous Hollis DECEASED', 'Ruben Voss'), rows: ['left out: Delphine | Ashdown [DECEASED]', 'left out: Aldous | Hollis [DECEASED]', 'ready: Ruben | Voss'] },
  { kind: 'a generation in words', lines: named('Aldous Hollis the 3rd', 'Ruben Voss the Second', 'Delphine Ashdown'), rows: ['ready: Aldous | Hollis', 'ready: Ruben | Voss', 'ready: Delphine | Ashdown'] },
  { kind: 'a maiden name, and a hyphen with blanks', lines: named('Delphine Hollis née Voss', 'Delphine Hollis - Voss', 'Ruben Quayle'), rows: ['ready: Delphine | Hollis | Voss [MAIDEN_PARTED]', 'ready: Delphine | Hollis-Voss', 'ready: Ruben | Quayle'] },
  { kind: 'codes and tags of HTML', lines: named('Aldous O&#039;Hara', 'Delphine &amp; Aldous Hollis', 'Ruben Voss<br>', 'Sean O&amp;#039;Hara'), rows: ["ready: Aldous | O'Hara [CHARACTERS_RESTORED]", 'ready: Delphine | Hollis | Aldous | Hollis', 'ready: Ruben | Voss', "ready: Sean | O'Hara [CHARACTERS_RESTORED]"] },
  { kind: 'names that were read in another encoding', lines: named('JosÃ© Hollis', 'JosÃƒÂ© MuÃƒÂ±oz', 'Jos√© Hollis', 'Jos? Hollis'), rows: ['ready: José | Hollis [CHARACTERS_RESTORED]', 'ready: José | Muñoz [CHARACTERS_RESTORED]', 'ready: José | Hollis [CHARACTERS_RESTORED]', 'incomplete: Jos? | Hollis [NAME_DAMAGED]'] },
  { kind: 'the same in columns', lines: people('First Name,Last Name', 'JosÃ©,MuÃ±oz', 'RENÃ‰E,OÂ´HARA', 'Zoë,Müller', 'Jos,Mu?oz'), rows: ['ready: José | Muñoz [CHARACTERS_RESTORED]', "ready: Renée | O'Hara [CHARACTERS_RESTORED NAME_RECASED]", 'ready: Zoë | Müller', 'incomplete: Jos | Mu?oz [NAME_DAMAGED]'] },
  { kind: 'first and last name swapped', lines: people('First Name,Last Name', 'Ashdown,Jennifer', 'Hollis,Christopher', 'Voss,Katherine'), says: 'Most values look like last names, and those under “Last Name” like first names', rows: ['incomplete: Ashdown | Jennifer [NAMES_SWAPPED]', 'incomplete: Hollis | Christopher [NAMES_SWAPPED]', 'incomplete: Voss | Katherine [NAMES_SWAPPED]'] },
  { kind: 'last names first without a comma', lines: named('Ashdown Jennifer', 'Hollis Christopher B.', 'Voss Katherine'), rows: ['ready: Jennifer | Ashdown', 'ready: Christopher | B. | Hollis', 'ready: Katherine | Voss'] },
  { kind: 'nicknames and remarks in columns', lines: people('First Name,Last Name', 'Delphine (Della),Ashdown', 'Aldous,Hollis*', 'Ruben,Voss DNC'), rows: ['fixable: Delphine (Della) | Ashdown [NAME_TITLE]', 'fixable: Aldous | Hollis* [NAME_TITLE]', 'ready: Ruben | Voss [CONTACT_BANNED]'] },
  { kind: 'IDs that look like dates', lines: ['Constituent ID,First Name,Last Name,Street,City,State,ZIP', `04-02-1187,Delphine,Ashdown,${PLACE[0]}`, `08-12-3304,Aldous,Hollis,${PLACE[1]}`, `11-07-0519,Ruben,Voss,${PLACE[2]}`], shows: ['constituentId'], rows: ['ready: 04-02-1187', 'ready: 08-12-3304', 'ready: 11-07-0519'] },
  { kind: 'phone numbers that went through a float', lines: people('First Name,Last Name,Home Phone', 'Delphine,Ashdown,9785550101.0', 'Aldous,Hollis,9785550102.0', 'Ruben,Voss,'), shows: ['personalPhone'], rows: ['ready: 9785550101 [PHONE_EXTRACTED]', 'ready: 9785550102 [PHONE_EXTRACTED]', 'ready: '] },
  { kind: 'phone numbers with decimals', lines: people('First Name,Last Name,Home Phone', 'Delphine,Ashdown,9785550101.00', 'Aldous,Hollis,97.85.55.01.02', 'Ruben,Voss,978.555.0103'), shows: ['personalPhone'], rows: ['ready: 9785550101 [PHONE_EXTRACTED]', 'ready: 97.85.55.01.02', 'ready: 978.555.0103'] },
  { kind: 'a heading above two columns of names', lines: ['ID,Name,,Street,City,State,ZIP', `1,Delphine,Ashdown,${PLACE[0]}`, `2,Jennifer,Hollis,${PLACE[1]}`, `3,Christopher,Voss,${PLACE[2]}`], rows: ['ready: Delphine | Ashdown', 'ready: Jennifer | Hollis', 'ready: Christopher | Voss'] },
  { kind: 'a heading above last and first names', lines: ['ID,Donor Name,,Street,City,State,ZIP', `1,Ashdown,Delphine,${PLACE[0]}`, `2,Hollis,Jennifer,${PLACE[1]}`, `3,Voss,Christopher,${PLACE[2]}`], rows: ['ready: Delphine | Ashdown', 'ready: Jennifer | Hollis', 'ready: Christopher | Voss'] },
  { kind: 'a name next to answers without a heading', lines: ['ID,Name,,Street,City,State,ZIP', `1,Delphine,Yes,${PLACE[0]}`, `2,Jennifer,No,${PLACE[1]}`, `3,Christopher,Maybe,${PLACE[2]}`], shows: ['primaryFirst'], rows: ['incomplete:  [MATCH_PART_MISSING]', 'incomplete:  [MATCH_PART_MISSING]', 'incomplete:  [MATCH_PART_MISSING]'] },
  { kind: 'a street whose second line repeats the place', lines: ['ID,First Name,Last Name,Mailing Street,Mailing City,Mailing State,Mailing Zip', '1,Delphine,Ashdown,"4 Larch St\nSalem, MA 01970",Salem,MA,01970', '2,Aldous,Hollis,"6 Larch St\nApt 2\nSalem, MA 01970\nUnited States",Salem,MA,01970', '3,Ruben,Voss,"8 Larch St\nDanvers, MA 01923",Salem,MA,01970'], shows: ['street', 'street2'], rows: ['ready: 4 Larch St [LINES_PARTED]', 'ready: 6 Larch St | Apt 2 [LINES_PARTED]', 'ready: 8 Larch St | Danvers, MA 01923 [LINES_PARTED]'] },
  { kind: 'the marks of Facebook', lines: ['id,full_name,phone_number,street_address,city,state,zip_code', 'l:5550001112223331,Delphine Ashdown,p:+19785550101,4 Larch St,Salem,MA,z:01970', 'l:5550001112223332,Aldous Hollis,p:+19785550102,6 Larch St,Salem,MA,z:01970-1234'], shows: ['personalPhone', 'postalCode'], rows: ['ready: +19785550101 | 01970 [PHONE_EXTRACTED ZIP_HYPHEN_ADDED]', 'ready: +19785550102 | 01970-1234 [PHONE_EXTRACTED ZIP_HYPHEN_ADDED]'] },
  { kind: 'ticks of Access', lines: people('First Name,Last Name,Deceased', 'Delphine,Ashdown,0', 'Aldous,Hollis,-1', 'Ruben,Voss,0'), rows: ['ready: Delphine | Ashdown', 'left out: Aldous | Hollis [DECEASED]', 'ready: Ruben | Voss'] },
  { kind: 'ticks of Access under consent to screening', lines: people('First Name,Last Name,Screening Consent', 'Delphine,Ashdown,0', 'Aldous,Hollis,-1', 'Ruben,Voss,-1'), rows: ['left out: Delphine | Ashdown [SCREENING_OBJECTED]', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'] },
  { kind: 'one question of a form for the whole address', lines: ['Timestamp,What is your full name?,"What is your mailing address? (Street, City, State, Zip)"', '2025/03/04 9:15:22 AM EST,Delphine Ashdown,"4 Larch St, Salem, MA 01970"', '2025/03/05 9:15:22 AM EST,Aldous Hollis,"6 Larch St, Apt 2, Salem, MA 01970"'], shows: STREET, rows: ['ready: 4 Larch St | Salem | MA | 01970', 'ready: 6 Larch St | Apt 2 | Salem | MA | 01970'] },
  { kind: 'times of Oracle and SAS', lines: people('First Name,Last Name,Last Gift Date', 'Delphine,Ashdown,31-JAN-24 12.00.00.000000000 AM', 'Aldous,Hollis,15DEC2023:08:15:30', 'Ruben,Voss,03-FEB-05 08.15.30.123000 PM -05:00'), shows: ['rfmMostRecentGiftDate'], rows: ['ready: 2024-01-31 [YEAR_COMPLETED]', 'ready: 2023-12-15', 'ready: 2005-02-03 [YEAR_COMPLETED]'] },
  { kind: 'long IDs that a spreadsheet cut', lines: { name: 'ids.xlsx', content: LONG_IDS }, shows: ['primaryLast'], says: 'A spreadsheet cut the last digits of some IDs. Export the column as text', rows: ['ready: Ashdown [ID_SCIENTIFIC]', 'ready: Hollis [ID_SCIENTIFIC]'] },
  { kind: 'postal codes of four digits abroad', lines: ['ID,First Name,Last Name,Street,City,ZIP', '1,Delphine,Ashdown,Seestrasse 9,Luzern,6003', '2,Aldous,Hollis,Kirchgasse 2,Graz,8010'], shows: STREET, rows: ['ready: Seestrasse 9 | Luzern | 6003 [ADDRESS_FOREIGN]', 'ready: Kirchgasse 2 | Graz | 8010 [ADDRESS_FOREIGN]'] },
  { kind: 'a Dutch list without a country', lines: ['Voornaam;Tussenvoegsel;Achternaam;Adres;Postcode;Plaats', 'Ruben;van den;Oosterwold;Lindelaan 4;3512 AB;Utrecht', 'Femke;;Kuiper;Kerkweg 7b;9711 KJ;Groningen', 'Sven;de;Boer;Havenkade 1;2011 AA;Haarlem'], shows: ['primaryLast', ...STREET], rows: ['ready: van den Oosterwold | Lindelaan 4 | Utrecht | 3512 AB [ADDRESS_FOREIGN]', 'ready: Kuiper | Kerkweg 7b | Groningen | 9711 KJ [ADDRESS_FOREIGN]', 'ready: de Boer | Havenkade 1 | Haarlem | 2011 AA [ADDRESS_FOREIGN]'] },
  { kind: 'a Spanish list without a country', lines: ['Nombre,Apellidos,Dirección,Código postal,Ciudad,Provincia', 'María,Lopera Gil,Calle Mayor 3,28013,Madrid,Madrid', 'Jordi,Puig Vallès,Carrer de Balmes 12,08007,Barcelona,Barcelona', 'Iker,Sanz Romero,Gran Vía 7,48001,Bilbao,Vizcaya'], shows: ['primaryLast', ...STREET], rows: ['ready: Lopera Gil | Calle Mayor 3 | Madrid | Madrid | 28013 [ADDRESS_FOREIGN]', 'ready: Puig Vallès | Carrer de Balmes 12 | Barcelona | Barcelona | 08007 [ADDRESS_FOREIGN]', 'ready: Sanz Romero | Gran Vía 7 | Bilbao | Vizcaya | 48001 [ADDRESS_FOREIGN]'] },
  { kind: 'a German list without a country', lines: ['Vorname;Nachname;Straße;PLZ;Ort', 'Jürgen;Hollis;Lindenstr. 3;10115;Berlin', 'Anke;Voss;Hauptstraße 12;01067;Dresden', 'Heiko;Vogt;Am Markt 7;80331;München'], shows: ['primaryLast', ...STREET], rows: ['ready: Hollis | Lindenstr. 3 | Berlin | 10115 [ADDRESS_FOREIGN]', 'ready: Voss | Hauptstraße 12 | Dresden | 01067 [ADDRESS_FOREIGN]', 'ready: Vogt | Am Markt 7 | München | 80331 [ADDRESS_FOREIGN]'] },
  { kind: 'a French list without a country', lines: ['Prénom;Nom;Adresse;Code postal;Ville', 'Hélène;Dupuis;3 rue des Tilleuls;75011;Paris', 'Luc;Moreau;12 impasse du Port;69003;Lyon'], shows: ['primaryLast', ...STREET], rows: ['ready: Dupuis | 3 rue des Tilleuls | Paris | 75011 [ADDRESS_FOREIGN]', 'ready: Moreau | 12 impasse du Port | Lyon | 69003 [ADDRESS_FOREIGN]'] },
  { kind: 'names before email addresses', lines: people('First Name,Last Name,Email', 'Delphine,Ashdown,Delphine Ashdown <delphine@example.org>', 'Aldous,Hollis,"""Hollis, Aldous"" <aldous@example.org>"', 'Ruben,Voss,Ruben Voss <ruben@example.org>'), shows: ['personalEmail'], rows: ['ready: delphine@example.org [EMAIL_EXTRACTED]', 'ready: aldous@example.org [EMAIL_EXTRACTED]', 'ready: ruben@example.org [EMAIL_EXTRACTED]'] },
  { kind: 'phone numbers in the only column of contacts', lines: people('First Name,Last Name,Email', 'Delphine,Ashdown,delphine@example.org', 'Aldous,Hollis,978-555-0102', 'Ruben,Voss,"ruben@example.org, 978-555-0103"'), shows: ['personalEmail', 'personalPhone'], rows: ['ready: delphine@example.org', 'ready: 978-555-0102 [CONTACT_MOVED]', 'ready: ruben@example.org | 978-555-0103 [CONTACT_MOVED EMAIL_EXTRACTED]'] },
  { kind: 'email addresses in the only column of contacts', lines: people('First Name,Last Name,Home Phone', 'Delphine,Ashdown,978-555-0101', 'Aldous,Hollis,aldous@example.org', 'Ruben,Voss,978-555-0103'), shows: ['personalEmail', 'personalPhone'], rows: ['ready: 978-555-0101', 'ready: aldous@example.org [CONTACT_MOVED]', 'ready: 978-555-0103'] },
  { kind: 'zeros for no date', lines: people('First Name,Last Name,Last Gift Date', 'Delphine,Ashdown,5/17/2022', 'Aldous,Hollis,00-00-0000', 'Ruben,Voss,00000000', 'Femke,Quayle,0/0/00'), shows: ['rfmMostRecentGiftDate'], rows: ['ready: 2022-05-17', 'ready:  [PLACEHOLDER_REMOVED]', 'ready:  [PLACEHOLDER_REMOVED]', 'ready:  [PLACEHOLDER_REMOVED]'] },
  { kind: 'c/o or a unit in the first column of the address', lines: ['ID,First Name,Last Name,Address 1,Address 2,City,State,ZIP', '1,Delphine,Ashdown,c/o Voss & Hollis LLP,12 Larch St,Salem,MA,01970', '2,Aldous,Hollis,Apt 4,14 Larch St,Salem,MA,01970', '3,Ruben,Voss,16 Larch St,,Salem,MA,01970'], shows: ['street', 'street2'], rows: ['ready: 12 Larch St | c/o Voss & Hollis LLP [LINES_PARTED]', 'ready: 14 Larch St | Apt 4 [LINES_PARTED]', 'ready: 16 Larch St'] },
  { kind: 'a prefix of the last name in its own column', lines: people('First Name,Last Name Prefix,Last Name', 'Ruben,van den,Oosterwold', 'Femke,van der,Linderveld', 'Sven,,Hollis'), rows: ['ready: Ruben | van den Oosterwold', 'ready: Femke | van der Linderveld', 'ready: Sven | Hollis'] },
  { kind: 'a lone carriage return', lines: { name: 'list.csv', content: 'ID,First Name,Last Name,Street,City,State,ZIP\r\n1,Delphine,Ashdown,4 Larch St\r,Salem,MA,01970\r\n2,Aldous,Hollis,6 Larch St,Salem,MA,01970\r\n3,Ruben,Voss,8 Larch St,Salem,MA,01970\r\n' }, shows: ['primaryLast', 'street'], rows: ['ready: Ashdown | 4 Larch St', 'ready: Hollis | 6 Larch St', 'ready: Voss | 8 Larch St'] },
  { kind: 'each line one quoted cell', lines: ['"ID,First Name,Last Name,Street,City,State,ZIP"', `"1,Delphine,Ashdown,${PLACE[0]}"`, `"2,Aldous,Hollis,${PLACE[1]}"`], shows: ['primaryLast', 'street'], rows: ['ready: Ashdown | 4 Larch St', 'ready: Hollis | 6 Larch St'] },
  { kind: 'a heading one separator short', lines: ['ID;Name;Address', '1;Ashdown, Delphine;4 Larch St, Salem, MA 01970;', '2;Hollis, Aldous;6 Larch St, Salem, MA 01970;', '3;Voss, Ruben;8 Larch St, Salem, MA 01970;'], shows: ['primaryFirst', 'primaryLast', 'street'], rows: ['ready: Delphine | Ashdown | 4 Larch St', 'ready: Aldous | Hollis | 6 Larch St', 'ready: Ruben | Voss | 8 Larch St'] },
  { kind: 'the month of a death next to a column with yes and no', lines: people('First Name,Last Name,Deceased?,Deceased Date', 'Delphine,Ashdown,No,03/2019', 'Aldous,Hollis,No,00/00/0000', 'Ruben,Voss,No,1/1/1900', 'Femke,Quayle,Yes,5/1/2021'), rows: ['left out: Delphine | Ashdown [DECEASED]', 'ready: Aldous | Hollis', 'ready: Ruben | Voss', 'left out: Femke | Quayle [DECEASED]'] },
  { kind: 'IDs that could be day numbers', lines: ['Constituent ID,First Name,Last Name,Street,City,State,ZIP', `41001,Delphine,Ashdown,${PLACE[0]}`, `41002,Aldous,Hollis,${PLACE[1]}`, `41003,Ruben,Voss,${PLACE[2]}`], says: 'Every value is different', shows: ['constituentId'], rows: ['ready: 41001', 'ready: 41002', 'ready: 41003'] },
  { kind: 'groups with their sums and pages', lines: ['State,,Contact ID,First Name,Last Name,Street,City,Zip,Total Gifts', 'MA,,C-1,Delphine,Ashdown,4 Larch St,Salem,01970,$120.00', 'Subtotal,Sum,,,,,,,$120.00', ',,Count,1,,,,,', 'Donors,,,,,,,,Page 2 of 2', 'OH,,C-2,Ruben,Voss,8 Larch St,West Salem,44287,$10.00', 'Total,Sum,,,,,,,$130.00', ',,Count,2,,,,,'], shows: ['primaryLast', 'state', 'rfmTotalGiftValue'], rows: ['ready: Ashdown | MA | 120', 'ready: Voss | OH | 10'] },
  { kind: 'amounts in thousands', lines: people('First Name,Last Name,Total Giving ($000s),Largest Gift (in thousands),Last Gift Amount', 'Delphine,Ashdown,12.5,5,300', 'Aldous,Hollis,0.3,0.1,40', 'Ruben,Voss,150,100,50'), columns: { 'Total Giving ($000s)': '', 'Largest Gift (in thousands)': '' }, shows: ['rfmTotalGiftValue', 'rfmLargestGiftValue', 'rfmMostRecentGiftValue'], rows: ['ready: 300', 'ready: 40', 'ready: 50'] },
  { kind: 'the questions of a form', lines: ['Timestamp,What is your first name?,What’s your last name?,What is your street address?,City,State,ZIP', `2025/03/04 9:15:22 AM EST,Delphine,Ashdown,${PLACE[0]}`, `2025/03/05 9:15:22 AM EST,Aldous,Hollis,${PLACE[1]}`, `2025/03/06 9:15:22 AM EST,Ruben,Voss,${PLACE[2]}`], shows: ['primaryFirst', 'primaryLast', 'street', 'personalPhone'], rows: ['ready: Delphine | Ashdown | 4 Larch St', 'ready: Aldous | Hollis | 6 Larch St', 'ready: Ruben | Voss | 8 Larch St'] },
  { kind: 'state and ZIP in one column', lines: ['ID,First Name,Last Name,Street,City,State Zip', '1,Delphine,Ashdown,4 Larch St,Salem,MA 01970', '2,Aldous,Hollis,6 Larch St,Salem,"MA, 01970-1234"', '3,Ruben,Voss,8 Larch St,West Salem,OH44287'], shows: STREET, rows: ['ready: 4 Larch St | Salem | MA | 01970', 'ready: 6 Larch St | Salem | MA | 01970-1234', 'ready: 8 Larch St | West Salem | OH | 44287'] },
  { kind: 'tildes between cells with commas', lines: ['ID~Name~Street~City~State~ZIP', '1~Ashdown, Delphine~4 Larch St~Salem~MA~01970', '2~Hollis, Aldous~6 Larch St~Salem~MA~01970', '3~Voss, Ruben~8 Larch St~Salem~MA~01970'], rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'] },
  { kind: 'the tables of a database', lines: ['[tblDonor].[DonorID],[tblDonor].[FName],[tblDonor].[LName],[tblSpouse].[FName],[tblDonor].[Street],[tblDonor].[City],[tblDonor].[State],[tblDonor].[Zip]', `1,Delphine,Ashdown,Carl,${PLACE[0]}`, `2,Aldous,Hollis,,${PLACE[1]}`, `3,Ruben,Voss,,${PLACE[2]}`], shows: ['primaryFirst', 'primaryLast'], rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'] },
  { kind: 'French dates, most of which allow both orders', lines: ['N° donateur;Prénom;Nom;Adresse;Complément;CP;Ville;Date du dernier don', '1;Hélène;Dupuis;3 rue des Tilleuls;Bât. B;75011;Paris;20/05/2023', '2;Luc;Moreau;12 impasse du Port;;69003;Lyon;01/12/2022', '3;Anne;Caron;7 rue du Lac;;74000;Annecy;02/11/2021'], shows: ['street2', 'rfmMostRecentGiftDate'], rows: ['ready: Bât. B | 2023-05-20 [ADDRESS_FOREIGN]', 'ready: 2022-12-01 [ADDRESS_FOREIGN]', 'ready: 2021-11-02 [ADDRESS_FOREIGN]'] },
  { kind: 'a building with a unit above the street', lines: ['ID,Name,Address', '1,Delphine Ashdown,"Larch Manor, Unit 5\n10 Larch St\nSalem, MA 01970"', '2,Aldous Hollis,"6 Larch St\nUnit 2\nSalem, MA 01970"', '3,Ruben Voss,"8 Larch St, Apt 3\nSalem, MA 01970"'], shows: ['street', 'street2', 'city'], rows: ['ready: 10 Larch St | Larch Manor, Unit 5 | Salem', 'ready: 6 Larch St | Unit 2 | Salem', 'ready: 8 Larch St, Apt 3 | Salem'] },
  { kind: 'numbers and missing values of a data frame', lines: [',id,first_name,last_name,street,city,state,zip,number_of_gifts,last_gift_date', '0,41.0,Delphine,Ashdown,4 Larch St,Salem,MA,1970.0,12.0,2023-05-20', '1,42.0,Aldous,Hollis,6 Larch St,Salem,MA,1970.0,NaN,NaT', '2,43.0,Ruben,Voss,8 Larch St,West Salem,OH,44287.0,3.0,2022-01-01', '3,44.0,Nan,Quayle,10 Larch St,Salem,MA,NaN,3.0,2022-01-01'], shows: ['constituentId', 'primaryFirst', 'postalCode', 'rfmTotalGiftCount', 'rfmMostRecentGiftDate'], rows: ['ready: 41 | Delphine | 01970 | 12 | 2023-05-20 [ID_RESTORED ZIP_ZERO_ADDED]', 'ready: 42 | Aldous | 01970 [ID_RESTORED PLACEHOLDER_REMOVED ZIP_ZERO_ADDED]', 'ready: 43 | Ruben | 44287 | 3 | 2022-01-01 [ID_RESTORED]', 'incomplete: 44 | Nan | 3 | 2022-01-01 [ID_RESTORED MATCH_PART_MISSING PLACEHOLDER_REMOVED]'] },
  { kind: 'a spouse who has died', lines: people('First Name,Last Name,Spouse First Name,Spouse Deceased', 'Delphine,Ashdown,Carl,Yes', 'Aldous,Hollis,Ann,No', 'Ruben,Voss,,'), rows: ['ready: Delphine | Ashdown [SPOUSE_DECEASED]', 'ready: Aldous | Hollis | Ann', 'ready: Ruben | Voss'] },
  { kind: 'a name with a word of organizations', lines: named('Hoa Tran', 'Delphine Ashdown', 'Aldous Hollis'), rows: ['ready: Hoa | Tran', 'ready: Delphine | Ashdown', 'ready: Aldous | Hollis'] },
  { kind: 'a second phone where the first is empty', lines: people('First Name,Last Name,Home Phone,Cell Phone', 'Delphine,Ashdown,978-555-0101,', 'Aldous,Hollis,,978-555-0102', 'Ruben,Voss,,978-555-0103'), shows: ['personalPhone'], rows: ['ready: 978-555-0101', 'ready: 978-555-0102', 'ready: 978-555-0103'] },
  { kind: 'NMN and NMI', lines: people('First Name,Middle Name,Last Name', 'Delphine,NMN,Ashdown', 'Aldous,NMI,Hollis', 'Ruben,T,Voss'), rows: ['ready: Delphine | Ashdown [PLACEHOLDER_REMOVED]', 'ready: Aldous | Hollis [PLACEHOLDER_REMOVED]', 'ready: Ruben | T | Voss'] },
  { kind: 'one date with the day first', lines: people('First Name,Last Name,Last Gift Date', 'Delphine,Ashdown,4/2/2021', 'Aldous,Hollis,8/5/2022', 'Ruben,Voss,10/3/2019', 'Femke,Quayle,14/2/2021'), shows: ['rfmMostRecentGiftDate'], rows: ['incomplete: 2021-04-02 [DATE_AMBIGUOUS]', 'incomplete: 2022-08-05 [DATE_AMBIGUOUS]', 'incomplete: 2019-10-03 [DATE_AMBIGUOUS]', 'ready: 2021-02-14'] },
  { kind: 'a ZIP+4 without its zero', lines: ['ID,First Name,Last Name,Street,City,State,ZIP', '1,Delphine,Ashdown,4 Larch St,Salem,MA,19701234', '2,Aldous,Hollis,6 Larch St,Salem,MA,1970 1234', '3,Ruben,Voss,8 Larch St,Salem,MA,01970'], shows: ['postalCode'], rows: ['ready: 01970-1234 [ZIP_ZERO_ADDED]', 'ready: 01970-1234 [ZIP_ZERO_ADDED]', 'ready: 01970'] },
  // Headings and files.
  { kind: 'a pager, which is no payer', lines: people('First Name,Last Name,Pager Number', 'Delphine,Ashdown,(978) 555-0101', 'Aldous,Hollis,(978) 555-0102', 'Ruben,Voss,(978) 555-0103'), columns: { 'Pager Number': '' }, rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'] },
  { kind: 'a contract, which is no contact', lines: people('First Name,Last Name,Contract ID', 'Delphine,Ashdown,K-700', 'Aldous,Hollis,K-707', 'Ruben,Voss,K-714'), columns: { 'Contract ID': '' }, rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'] },
  { kind: 'a stage, which is no state', lines: ['ID,First Name,Last Name,Street,City,Zip,Stage', '1,Delphine,Ashdown,4 Larch St,Salem,01970,Pledged', '2,Aldous,Hollis,6 Larch St,Salem,01970,Closed Won', '3,Ruben,Voss,8 Larch St,Salem,01970,Posted'], columns: { Stage: '' }, rows: ['incomplete: Delphine | Ashdown', 'incomplete: Aldous | Hollis', 'incomplete: Ruben | Voss'] },
  { kind: 'the total of one gift', lines: ['Gift Date,first_name,last_name,street,city,state,zip,individual_gift_total_amount', `2025-04-10,Delphine,Ashdown,${PLACE[0]},35`, `2025-04-11,Aldous,Hollis,${PLACE[1]},36`, `2025-04-12,Ruben,Voss,${PLACE[2]},37`], columns: { individual_gift_total_amount: '', 'Gift Date': '' }, rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'] },
  { kind: 'a first name or an organization', lines: people('First Name/Org Name,Last Name', 'Delphine,Ashdown', 'Aldous,Hollis', 'Larch Street Foundation,'), rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'left out: Larch Street Foundation [ORGANIZATION]'] },
  { kind: 'the name of an organization', lines: ['CnBio_Org_Name,CnAdrPrf_Addrline1,CnAdrPrf_City,CnAdrPrf_State,CnAdrPrf_ZIP', `Larch Bakery LLC,${PLACE[0]}`, `Ashdown & Daughters Inc.,${PLACE[1]}`, `Harbor Trust Co,${PLACE[2]}`], shows: ['businessName'], columns: { CnBio_Org_Name: 'businessName' }, rows: ['left out: Larch Bakery LLC [ORGANIZATION]', 'left out: Ashdown & Daughters Inc. [ORGANIZATION]', 'left out: Harbor Trust Co [ORGANIZATION]'] },
  { kind: 'a salutation and a job title', lines: ['NPSP__CONTACT1_SALUTATION__C,NPSP__CONTACT1_FIRSTNAME__C,NPSP__CONTACT1_LASTNAME__C,NPSP__CONTACT1_TITLE__C,NPSP__HOME_STREET__C', 'Ms.,Delphine,Ashdown,Baker,4 Larch St', 'Mr.,Aldous,Hollis,Treasurer,6 Larch St', 'Dr.,Ruben,Voss,Surgeon,8 Larch St'], shows: ['primaryLast', 'businessTitle'], columns: { NPSP__CONTACT1_SALUTATION__C: '' }, rows: ['incomplete: Ashdown | Baker', 'incomplete: Hollis | Treasurer', 'incomplete: Voss | Surgeon'] },
  { kind: 'an additional address', lines: ['First Name,Last Name,Street Address,Additional Address,City,State,Postal Code', 'Delphine,Ashdown,4 Larch St,Apt 1,Salem,MA,01970', 'Aldous,Hollis,6 Larch St,Apt 2,Salem,MA,01970', 'Ruben,Voss,8 Larch St,Apt 3,Salem,MA,01970'], shows: ['street', 'street2'], rows: ['ready: 4 Larch St | Apt 1', 'ready: 6 Larch St | Apt 2', 'ready: 8 Larch St | Apt 3'] },
  { kind: 'several lines under one heading', lines: ['First Name,Last Name,"Address 1,2 and 3",City,State,Zip', `Delphine,Ashdown,${PLACE[0]}`, `Aldous,Hollis,${PLACE[1]}`, `Ruben,Voss,${PLACE[2]}`], shows: ['street', 'city'], rows: ['ready: 4 Larch St | Salem', 'ready: 6 Larch St | Salem', 'ready: 8 Larch St | Salem'] },
  { kind: 'no column of streets', lines: ['ID,First Name,Last Name,City,State,ZIP', '1,Delphine,Ashdown,Salem,MA,01970', '2,Aldous,Hollis,Salem,MA,01970'], says: 'No column is mapped to Street, which is needed for a match.', rows: ['incomplete: Delphine | Ashdown', 'incomplete: Aldous | Hollis'] },
  { kind: 'an address parted by two blanks', lines: ['Email Address,First Name,Last Name,Address', 'd@example.org,Delphine,Ashdown,4 Larch St  Salem  MA  01970  US', 'a@example.org,Aldous,Hollis,6 Larch St  Salem  MA  01970  US', 'r@example.org,Ruben,Voss,8 Larch St  Salem  MA  01970  US'], shows: STREET, rows: ['ready: 4 Larch St | Salem | MA | 01970 | US', 'ready: 6 Larch St | Salem | MA | 01970 | US', 'ready: 8 Larch St | Salem | MA | 01970 | US'] },
  { kind: 'addresses in an unusual order', lines: ['Email Address,First Name,Last Name,Address', 'd@example.org,Delphine,Ashdown,4 Larch St MA Salem 01970', 'a@example.org,Aldous,Hollis,"6 Larch St, 01970 Salem, MA"', 'r@example.org,Ruben,Voss,"Salem, MA 01970, 8 Larch St"'], shows: STREET, rows: ['ready: 4 Larch St | Salem | MA | 01970', 'ready: 6 Larch St | Salem | MA | 01970', 'ready: 8 Larch St | Salem | MA | 01970'] },
  { kind: 'the region of an IP address', lines: ['Email Address,First Name,Last Name,OPTIN_IP,LATITUDE,LONGITUDE,TIMEZONE,CC,REGION', 'd@example.org,Delphine,Ashdown,192.0.2.1,42.5,-70.9,America/New_York,us,ma', 'a@example.org,Aldous,Hollis,192.0.2.2,42.5,-70.9,America/New_York,us,ma', 'r@example.org,Ruben,Voss,192.0.2.3,42.5,-70.9,America/New_York,us,ma'], columns: { REGION: '', CC: '' }, rows: ['incomplete: Delphine | Ashdown', 'incomplete: Aldous | Hollis', 'incomplete: Ruben | Voss'] },
  { kind: 'the department of an address book', lines: people('First Name,Last Name,Work Phone,Job Title,Department,Organization', 'Delphine,Ashdown,978-555-0101,Surgeon,Sales,Larch Bakery LLC', 'Aldous,Hollis,978-555-0102,Baker,Sales,Larch Bakery LLC', 'Ruben,Voss,978-555-0103,Owner,Sales,Larch Bakery LLC'), shows: ['businessTitle', 'businessPhone', 'businessName'], columns: { Department: '' }, rows: ['ready: Surgeon | 978-555-0101 | Larch Bakery LLC', 'ready: Baker | 978-555-0102 | Larch Bakery LLC', 'ready: Owner | 978-555-0103 | Larch Bakery LLC'] },
  { kind: 'a payer, who is the donor', lines: ['Payment Date,Payer Name,Payer Email,Payer ID,Street,City,State,Zip,Amount', `2025-04-10,Delphine Ashdown,d@example.org,PX100,${PLACE[0]},35`, `2025-04-11,Aldous Hollis,a@example.org,PX107,${PLACE[1]},35`, `2025-04-12,Ruben Voss,r@example.org,PX114,${PLACE[2]},35`], shows: ['constituentId', 'primaryFirst', 'primaryLast', 'personalEmail'], columns: { Amount: '' }, rows: ['ready: PX100 | Delphine | Ashdown | d@example.org', 'ready: PX107 | Aldous | Hollis | a@example.org', 'ready: PX114 | Ruben | Voss | r@example.org'] },
  { kind: 'short headings over numbers', lines: ['a,b,c', '1,2,3', '4,5,6'], columns: { a: '', b: '', c: '' }, says: 'No column is mapped to a field yet, so there is nothing to send.', rows: [] },
  { kind: 'boxes for a death', lines: people('First Name,Last Name,Deceased', 'Delphine,Ashdown,☐', 'Aldous,Hollis,☑', 'Ruben,Voss,✅'), rows: ['ready: Delphine | Ashdown', 'left out: Aldous | Hollis [DECEASED]', 'left out: Ruben | Voss [DECEASED]'] },
  { kind: 'the day of a death in a remark', lines: people('First Name,Last Name,Notes', 'Delphine,Ashdown,Deceased 3/2020', 'Aldous,Hollis,mother died 2019', 'Ruben,Voss,died in 2019', 'Femke,Quayle,Dec. 2019'), rows: ['left out: Delphine | Ashdown [DECEASED]', 'ready: Aldous | Hollis', 'left out: Ruben | Voss [DECEASED]', 'ready: Femke | Quayle'] },
  { kind: 'signs of death in names', lines: people('First Name,Last Name', 'Delphine,Ashdown ✝', 'Aldous,Hollis (⚰️)', 'Ruben,Voss (1930–2019)', 'Femke,Quayle (1985–1989)'), shows: ['primaryFirst'], rows: ['left out: Delphine [DECEASED]', 'left out: Aldous [DECEASED]', 'left out: Ruben [DECEASED NAME_DIGITS]', 'incomplete: Femke [NAME_DIGITS NAME_TITLE]'] },
  { kind: 'an objection to profiling among other requests', lines: people('First Name,Last Name,Privacy Requests', 'Delphine,Ashdown,Copy of data', 'Aldous,Hollis,Objected to profiling', 'Ruben,Voss,'), rows: ['ready: Delphine | Ashdown', 'left out: Aldous | Hollis [SCREENING_OBJECTED]', 'ready: Ruben | Voss'] },
  { kind: 'a household in two columns', lines: people('First Name,Last Name', 'The,Hollises', 'The,Vo', 'Ruben,Voss'), rows: ['incomplete: The | Hollises [HOUSEHOLD_NAME]', 'ready: The | Vo', 'ready: Ruben | Voss'] },
  { kind: 'two people in numbered columns, of whom one has died', lines: people('First Name 1,Last Name 1,Deceased 1,First Name 2,Last Name 2,Deceased 2', 'Delphine,Ashdown,,Aldous,Ashdown,Y', 'Ruben,Voss,Y,Femke,Voss,', 'Sven,Linden,,Anke,Linden,'), rows: ['ready: Delphine | Ashdown [SPOUSE_DECEASED]', 'left out: Ruben | Voss | Femke | Voss [DECEASED]', 'ready: Sven | Linden | Anke | Linden'] },
  { kind: 'the states of two numbered people, of whom one has died', lines: people('A1 First Name,A1 Last Name,A1 Status,A2 First Name,A2 Last Name,A2 Status', 'Delphine,Ashdown,Active,Aldous,Ashdown,Deceased', 'Ruben,Voss,Deceased,Femke,Voss,Active', 'Sven,Linden,Active,Anke,Linden,Active'), columns: { 'A1 Status': 'deceased', 'A2 Status': 'spouseDeceased' }, rows: ['ready: Delphine | Ashdown [SPOUSE_DECEASED]', 'left out: Ruben | Voss | Femke | Voss [DECEASED]', 'ready: Sven | Linden | Anke | Linden'] },
  { kind: 'the state of the second person', lines: people('First Name,Last Name,Person 2 First Name,Person 2 Last Name,Person 2 Status', 'Delphine,Ashdown,Aldous,Ashdown,Deceased', 'Ruben,Voss,Femke,Voss,Active'), columns: { 'Person 2 Status': 'spouseDeceased' }, rows: ['ready: Delphine | Ashdown [SPOUSE_DECEASED]', 'ready: Ruben | Voss | Femke | Voss'] },
  { kind: 'a co-constituent who has died', lines: people('First Name,Last Name,Co-Constituent First Name,Co-Constituent Last Name,Co-Constituent Deceased?', 'Delphine,Ashdown,Aldous,Ashdown,Yes', 'Ruben,Voss,Femke,Voss,No'), rows: ['ready: Delphine | Ashdown [SPOUSE_DECEASED]', 'ready: Ruben | Voss | Femke | Voss'] },
  { kind: 'the parents of a person, who are not the spouse', lines: people('First,Last,Parent 1 First,Parent 1 Last,Parent 2 First,Parent 2 Last', 'Delphine,Ashdown,Aldous,Ashdown,Anke,Ashdown', 'Ruben,Voss,,,,'), rows: ['ready: Delphine | Ashdown', 'ready: Ruben | Voss'] },
  { kind: 'parents under the names of a couple', lines: people('Household Name,Parent 1 First,Parent 1 Last,Parent 2 First,Parent 2 Last', 'The Ashdowns,Aldous,Ashdown,Anke,Ashdown', 'The Vosses,Ruben,Voss,Femke,Voss'), rows: ['ready: Aldous | Ashdown | Anke | Ashdown', 'ready: Ruben | Voss | Femke | Voss'] },
  { kind: 'spouses with the last name first', lines: people('Name,Spouse', '"Ashdown, Delphine","Ashdown, Aldous"', '"Voss, Ruben","Quayle, Femke J."', '"Linden, Sven",'), rows: ['ready: Delphine | Ashdown | Aldous | Ashdown', 'ready: Ruben | Voss | Femke | Quayle', 'ready: Sven | Linden'] },
  { kind: 'the kind of a record, which is no employer', lines: people('PERSON_OR_ORG,FIRST_NAME,LAST_NAME,Individual/Organization', 'P,Delphine,Ashdown,Individual', 'P,Aldous,Hollis,Individual', 'O,,Larch Bakery LLC,Organization'), shows: ['primaryLast', 'businessName'], columns: { PERSON_OR_ORG: '', 'Individual/Organization': '' }, rows: ['ready: Ashdown', 'ready: Hollis', 'left out: Larch Bakery LLC [ORGANIZATION]'] },
  { kind: 'employers with short names', lines: people('First Name,Last Name,Employer', 'Delphine,Ashdown,GE', 'Aldous,Hollis,3M', 'Ruben,Voss,X'), shows: ['businessName'], rows: ['ready: GE', 'ready: 3M', 'ready: X'] },
  { kind: 'patients of a test', lines: named('ZZTEST, PATIENT', 'ZZZTEST, ALPHA', 'TEST, PATIENT ONE', 'TEST, MARGARET'), rows: ['left out: Patient | Zztest [NAME_RECASED NOT_A_PERSON]', 'left out: Alpha | Zzztest [NAME_RECASED NOT_A_PERSON]', 'left out: Patient | One | Test [NAME_RECASED NOT_A_PERSON]', 'ready: Margaret | Test [NAME_RECASED]'] },
  { kind: 'objections behind a dash', lines: people('First Name,Last Name,Tags', 'Delphine,Ashdown,Opt Out - Wealth Screening', 'Aldous,Hollis,Wealth Screening – Opt Out', 'Ruben,Voss,Opt Out - Email', 'Femke,Quayle,Wealth Screening - 2024'), rows: ['left out: Delphine | Ashdown [SCREENING_OBJECTED]', 'left out: Aldous | Hollis [SCREENING_OBJECTED]', 'ready: Ruben | Voss', 'ready: Femke | Quayle'] },
  { kind: 'the names of an Access table, with the type before each', lines: ['tblDonors_DonorID,txtFirst,txtLast,memAddress,txtCity,txtState,txtZip,ynDeceased,ynDoNotScreen', `1,Delphine,Ashdown,${PLACE[0]},0,0`, `2,Aldous,Hollis,${PLACE[1]},-1,0`, `3,Ruben,Voss,${PLACE[2]},0,-1`], shows: ['constituentId', 'primaryFirst', 'street'], rows: ['ready: 1 | Delphine | 4 Larch St', 'left out: 2 | Aldous | 6 Larch St [DECEASED]', 'left out: 3 | Ruben | 8 Larch St [SCREENING_OBJECTED]'] },
  { kind: 'the words of mailing houses for gifts', lines: people('First Name,Last Name,MRC Dt,MRC Amt,HPC Amt,Cume Amt,Cume Count', 'Delphine,Ashdown,20251115,500,5000,12450,34', 'Aldous,Hollis,20240102,250,250,250,1'), shows: ['rfmMostRecentGiftDate', 'rfmMostRecentGiftValue', 'rfmLargestGiftValue', 'rfmTotalGiftValue', 'rfmTotalGiftCount'], rows: ['ready: 2025-11-15 | 500 | 5000 | 12450 | 34', 'ready: 2024-01-02 | 250 | 250 | 250 | 1'] },
  { kind: 'two lines of an address under Ln', lines: ['ID,First Name,Last Name,Home Addr Ln 1,Home Addr Ln 2,City,State,ZIP', '1,Delphine,Ashdown,4 Larch St,Apt 3,Salem,MA,01970'], shows: STREET, rows: ['ready: 4 Larch St | Apt 3 | Salem | MA | 01970'] },
  { kind: 'the ends of a range in the results of an earlier screening', lines: people('First Name,Last Name,Largest Gift Low,Largest Gift High,Largest Gift Amount', 'Delphine,Ashdown,1000,5000,40', 'Aldous,Hollis,500,999,20'), shows: ['rfmLargestGiftValue'], rows: ['ready: 40', 'ready: 20'] },
  { kind: 'a remark about a death in place of a city, an email or a phone', lines: ['ID,First Name,Last Name,Street,City,State,ZIP,Email,Home Phone', '1,Delphine,Ashdown,4 Larch St,Deceased,MA,01970,,', '2,Aldous,Hollis,6 Larch St,Salem,MA,01970,DECEASED,', '3,Ruben,Voss,8 Larch St,Salem,MA,01970,,** Deceased 3/2024 **', '4,Femke,Quayle,10 Larch St,Salem,MA,01970,decease@example.org,Husband deceased'], shows: ['primaryLast'], rows: ['left out: Ashdown [DECEASED]', 'left out: Hollis [DECEASED EMAIL_FORMAT]', 'left out: Voss [DECEASED PHONE_FORMAT]', 'ready: Quayle [PHONE_FORMAT]'] },
  { kind: 'a host and a guest in one row', lines: people('Host First,Host Last,Guest First,Guest Last', 'Delphine,Ashdown,Carl,Voss', 'Aldous,Hollis,,', 'Ruben,Voss,Femke,Quayle'), rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'] },
  { kind: 'the guests of one captain', lines: people('Captain Name,Guest First,Guest Last', 'Sven Linden,Delphine,Ashdown', 'Sven Linden,Aldous,Hollis', 'Sven Linden,Ruben,Voss'), rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'] },
  { kind: 'students and their parents, with whole names', lines: people('Student Name,Parent/Guardian 1,Parent/Guardian 2', 'Tim Ashdown,Delphine Ashdown,Carl Ashdown', 'Ann Hollis,Aldous Hollis,', 'Ida Voss,Ruben Voss,Femke Quayle'), rows: ['ready: Delphine | Ashdown | Carl | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss | Femke | Quayle'] },
  { kind: 'the members of a board, with their roles', lines: people('Board Member', '"Delphine Ashdown, Chair"', 'Aldous Hollis', 'Dr. Ruben Voss'), rows: ['ready: Delphine | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss'] },
  { kind: 'an addressee that says that the person has died', lines: people('First Name,Last Name,Addressee', 'Delphine,Ashdown,Ms. Delphine Ashdown', 'Aldous,Hollis,Estate of Aldous Hollis', 'Ruben,Voss,The Late Mr. Ruben Voss', 'Femke,Quayle,Mrs. Femke Quayle and the late Otto Quayle'), columns: { Addressee: 'deceased' }, rows: ['ready: Delphine | Ashdown', 'left out: Aldous | Hollis [DECEASED]', 'left out: Ruben | Voss [DECEASED]', 'ready: Femke | Quayle'] },
  { kind: 'the head of a household under HOH', lines: people('HOH First,HOH Last,HOH Deceased,Spouse First', 'Delphine,Ashdown,0,Carl', 'Aldous,Hollis,1,'), rows: ['ready: Delphine | Ashdown | Carl', 'left out: Aldous | Hollis [DECEASED]'] },
  { kind: 'contacts at home and at work in short headings', lines: people('First Name,Last Name,H Email,W Email,C Phone', 'Delphine,Ashdown,d@example.org,d@work.example,978-555-0101'), shows: ['personalEmail', 'businessEmail', 'personalPhone'], rows: ['ready: d@example.org | d@work.example | 978-555-0101'] },
  { kind: 'names in several orders under Donor', lines: ['Donor,Mailing Address', '"Ashdown, Delphine & Carl","4 Larch St, Salem, MA 01970"', 'Aldous Hollis,"6 Larch St, Salem, MA 01970"', '"Voss, Ruben","8 Larch St, Salem, MA 01970"', 'Rev. Femke Quayle,"10 Larch St, Salem, MA 01970"'], rows: ['ready: Delphine | Ashdown | Carl | Ashdown', 'ready: Aldous | Hollis', 'ready: Ruben | Voss', 'ready: Femke | Quayle'] },
  { kind: 'answers under Donor', lines: people('Donor', 'Yes', 'No', 'Yes'), columns: { Donor: '' }, rows: ['incomplete:  [LAST_MISSING]', 'incomplete:  [LAST_MISSING]', 'incomplete:  [LAST_MISSING]'] },
  { kind: 'objections in the words of donors', lines: people('First Name,Last Name,Solicit Codes', 'Delphine,Ashdown,No Wealth Screening Requested', 'Aldous,Hollis,Privacy: no profiling', 'Ruben,Voss,Do Not Mail'), rows: ['left out: Delphine | Ashdown [SCREENING_OBJECTED]', 'left out: Aldous | Hollis [SCREENING_OBJECTED]', 'ready: Ruben | Voss'] },
  { kind: 'the numbers of orders under Name', lines: ['Name,Email,Total,Billing Name,Billing Street,Billing City,Billing Zip,Billing Province,Shipping Name,Shipping City', "#1001,d@example.org,55,Delphine Ashdown,4 Larch St,Salem,'01970,MA,Femke Quayle,Keene", "#1002,a@example.org,30,Aldous Hollis,6 Larch St,Salem,'01970,MA,,", "#1003,r@example.org,30,Ruben Voss,8 Larch St,Salem,'01970,MA,,"], columns: { Name: '', 'Billing Name': 'fullName', 'Shipping Name': '' }, rows: ['ready: Delphine | Ashdown [APOSTROPHE_REMOVED]', 'ready: Aldous | Hollis [APOSTROPHE_REMOVED]', 'ready: Ruben | Voss [APOSTROPHE_REMOVED]'] },
  { kind: 'sums by state below the people', lines: [...SIX, '', 'State,Donors,Total', 'MA,4,"$9,000"', 'NH,2,$310'], rows: SIX_READ },
  { kind: 'levels of gifts and a remark below the people', lines: [...SIX, '', 'Giving levels', 'Gold,"$1,000+",2', 'Silver,$500-$999,4', '', 'Note: as of 1/2/2024'], rows: SIX_READ },
  { kind: 'another list below the people', lines: [...SIX, '', 'Name,Role,Email', 'Maude Orwin,Chair,m@example.org'], rows: SIX_READ },
  { kind: 'people without an address after blank rows', lines: [...SIX, '', '7,Maude,Orwin'], rows: [...SIX_READ, 'incomplete: Maude | Orwin [MATCH_PART_MISSING]'] },
  { kind: 'an OpenDocument sheet without its type', lines: { name: 'list.ods', content: WITHOUT_TYPE }, shows: ['primaryFirst', 'primaryLast', 'postalCode'], rows: ['incomplete: Delphine | Ashdown | 01970'] },
]; // prettier-ignore

describe('a reported file', () => {
  it.each(CASES)('with $kind', async ({ lines, shows = NAMES, rows, columns = {}, says }) => {
    const id = 'content' in lines ? await desk.importFile(lines) : await desk.importList(lines);
    const list = await readList(desk, id, shows);
    expect(list.rows).toEqual(rows);
    expect(list.columns).toMatchObject(columns);
    expect(list.remarks).toEqual(expect.arrayContaining(says === undefined ? [] : [says]));
  });
});

it.each([
  ['people side by side', ['First Name,Delphine,Aldous,Ruben', 'Last Name,Ashdown,Hollis,Voss', 'Street,4 Larch St,6 Larch St,8 Larch St', 'Total Giving,20,30,40']],
  ['a form about one person', ['Donor Card', '', 'First Name,Delphine', 'Last Name,Ashdown', 'ZIP,01970']],
])('says that %s are no list', async (_, lines) => {
  const { state } = await desk.call('projects.get', { id: await desk.importList(lines) });
  expect(state).toMatchObject({ at: 'unreadable', code: 'NO_ROWS', message: expect.stringMatching(/^The sheet has its fields below each other \(First Name, Last Name, \w+\), and a list has them side by side/) });
}); // prettier-ignore

it('says that people next to the others are not read', async () => {
  const heading = 'First Name,Last Name,Street';
  const id = await desk.importList([`${heading},,${heading}`, 'Delphine,Ashdown,4 Larch St,,Aldous,Hollis,6 Larch St']);
  const { notes } = await desk.call('import.get', { id });
  expect(notes.at(-1)).toBe(
    'The headings of columns A to C are repeated in columns E to G. People in these columns are not read. Move them below the first list in the file, and choose the file again.',
  );
});

it('keeps error cells by kind', async () => {
  const id = await desk.importFile({ name: 'errors.slk', content: 'ID;PWXL;N;E\r\nC;Y1;X1;K"First Name"\r\nC;X2;K"Last Name"\r\nC;X3;K"Gift"\r\nC;Y2;X1;K"Delphine"\r\nC;X2;K"Ashdown"\r\nC;X3;K#DIV/0!\r\nC;Y3;X1;K"Aldous"\r\nC;X2;K"Hollis"\r\nC;X3;K#N/A\r\nE\r\n' }); // prettier-ignore
  expect((await desk.exportRows(id, { kind: 'cleanedList' })).map((row) => row['Gift'])).toEqual(['#DIV/0!', '#N/A']);
});

/** A folder with real files: by file, the number of rows that are read, and the codes that some row has. */
const FOLDER = process.env['DESK_REPORTS'] ?? '';
const OTHERS: Readonly<Record<string, readonly [ready: number, codes?: string]>> = {
  'a1-amount.csv': [2, 'AMOUNT_UNCLEAR'],
  'a3-amount-five.csv': [2, 'AMOUNT_UNCLEAR'],
  'additional-address.csv': [6],
  'address-1-2-and-3.csv': [6],
  'address-parted-by-two-spaces.csv': [6],
  'b1-credential.csv': [3],
  'b3-credential-spouse.csv': [3],
  'c1-dean.csv': [3],
  'c3-justice.csv': [1, 'NAME_UNCLEAR'],
  'cnbio-org.csv': [0, 'ORGANIZATION'],
  'contract-id-is-no-person.csv': [0],
  'd1-do-md.csv': [3],
  'department-of-an-address-book.csv': [6],
  'e1-two-lines.csv': [3],
  'e3-and-or.csv': [3],
  'e4-three.csv': [2, 'TWO_PEOPLE'],
  'error-cells.slk': [0],
  'f1-deceased.csv': [1, 'DECEASED'],
  'first-or-org.csv': [6, 'ORGANIZATION'],
  'g1-the-3rd.csv': [3],
  'h1-nee.csv': [3, 'MAIDEN_PARTED'],
  'h3-hyphen.csv': [3],
  'i1-entities.csv': [3, 'CHARACTERS_RESTORED'],
  'i2-tags.csv': [3],
  'j1-ids-dates.csv': [3],
  'j3-phone-float.csv': [3, 'PHONE_EXTRACTED'],
  'j4-long-ids.xlsx': [3, 'ID_SCIENTIFIC'],
  'k1-safe-fix.csv': [2, 'ADDRESS_FOREIGN'],
  'l1-emails.csv': [4, 'EMAIL_EXTRACTED'],
  'm1-date-zero.csv': [4, 'PLACEHOLDER_REMOVED'],
  'n1-care-of.csv': [3, 'LINES_PARTED'],
  'o1-prefix.csv': [3],
  'one-gift-total.csv': [6],
  'p1-stray-cr.csv': [3],
  'p2-lines-in-quotes.csv': [2],
  'p3-semicolons.csv': [3],
  'pager-is-not-payer.csv': [6],
  'payer-is-the-donor.csv': [6],
  'q1-spouse-dead.csv': [3, 'SPOUSE_DECEASED'],
  'r1-hoa.csv': [3],
  'region-of-an-ip-address.csv': [0],
  's1-second-phone.csv': [3],
  'salutation-and-title.csv': [0],
  'short-headings.csv': [0],
  'stage-is-not-state.csv': [0],
  't1-nmn.csv': [3, 'PLACEHOLDER_REMOVED'],
  'u1-one-date.csv': [1, 'DATE_AMBIGUOUS'],
  'v1-zip8.csv': [3, 'ZIP_ZERO_ADDED'],
  'without-mimetype.ods': [0],
};

describe.skipIf(FOLDER === '')('another person’s file', () => {
  it('is known here', () => {
    expect(readdirSync(FOLDER).filter((name) => name !== 'README.md' && OTHERS[name] === undefined)).toEqual([]);
  });

  it.each(Object.entries(OTHERS))('%s', async (name, [ready, code]) => {
    const { rows } = await readList(desk, await desk.importFile({ path: join(FOLDER, name) }), NAMES);
    expect(rows.filter((row) => row.startsWith('ready'))).toHaveLength(ready);
    expect(rows.join('\n')).toContain(code ?? '');
  });
});
