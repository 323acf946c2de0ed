/** Organizations in a column of whole names, and the people whose names resemble them. */
import { describe, expect, it } from 'vitest';
import { splitFullName } from '../../../../shared/transforms/names.ts';

describe('a whole name', () => {
  it.each([
    // No person’s name has a preposition.
    'Books on Wheels of Ostrel',
    'Class of 1958',
    'Boy Scouts',
    'The Girl Scouts',
    'Cub Scout Pack 4',
    "Class of '58",
    // Greek letters.
    'Kappa Sigma Theta',
    // Letters with a number, joined letters, and companies that every list has.
    'P.S. 204',
    'UAW 1413',
    'B&O',
    'IBM',
    'Wells Fargo',
    'Exxon Mobil',
    // Endings and words of other languages.
    'Ostrel Hydrology',
    'Turnverein Ostrel',
    'Trattoria da Quill',
    'Associazione Amici del Bosco',
    'Quill Elektrotechnik',
    // Practices and trusts.
    'Ann Ostrel DDS PA',
    'Trust U/W Otto Ostrel',
    'Otto Ostrel (Estate)',
    'Ann Ostrel IRA',
    'Otto Ostrel Rev Tr DTD 5/4/99',
    'Ann & Otto Ostrel Fund',
    'Ann Ostrel and Otto Ostrel Trust',
    // A word of places between other words, and two last names without a first one.
    'Ostrel Inn Portland',
    'Boyd & Ostrel',
    'The Rusty Lantern',
    'Ostrel Quilters',
    'Smith, Jones & Lee',
    // Churches, schools, clubs and offices by their usual short names.
    'Ostrel AME Zion',
    'Quill Hill COGIC',
    'St. John the Evangelist',
    'Ostrel Jr. High',
    'Ostrel USD 320',
    'Ostrel Aerie 210',
    'Lady Hawks Softball',
    'Ostrel Police',
    'Ostrel Inn',
    'Soroptimist',
    'Iglesia Bautista de Ostrel',
    'Primera Iglesia Bautista',
    'Le Parc HOA',
    'Stone Brook Hoa',
  ])('of an organization is not split: %s', (text) => {
    expect(splitFullName(text)).toMatchObject({ kind: 'organization', last: text });
  });

  it.each([
    ['Ozzie Ostrel, Director of Development', 'Ozzie', 'Ostrel'],
    ['Ozzie Ostrel, President & CEO', 'Ozzie', 'Ostrel'],
    ['Assoc. Prof. Ozzie Ostrel', 'Ozzie', 'Ostrel'],
    ['Ozzie Ostrel, Professor Emeritus', 'Ozzie', 'Ostrel'],
    ['Ozzie Ostrel, Emerita Professor of Law', 'Ozzie', 'Ostrel'],
    ['Ozzie Ostrel, Dean Emeritus', 'Ozzie', 'Ostrel'],
    ['Ozzie Ostrel - Grandparent', 'Ozzie', 'Ostrel'],
    ['Attn: Ozzie Ostrel', 'Ozzie', 'Ostrel'],
    ['Law, Ozzie Quill', 'Ozzie', 'Law'],
    ['Ji Hoon Park', 'Ji', 'Park'],
    ['Otmara Q. Mills', 'Otmara', 'Mills'],
    ['Glass, Otmara', 'Otmara', 'Glass'],
    ['Ana Solar', 'Ana', 'Solar'],
    ['Rose Banks', 'Rose', 'Banks'],
    ['Prince', '', 'Prince'],
    ["Eileen O' Shea", 'Eileen', "O'Shea"],
    ['Rosa Garza Medina', 'Rosa', 'Garza Medina'],
    ['Rosa Lugo Nájera', 'Rosa', 'Lugo Nájera'],
    ['Mons. Otto Ostrel', 'Otto', 'Ostrel'],
    ['Aoife Ni Bhriain', 'Aoife', 'Ni Bhriain'],
    ['Maarten op den Kamp', 'Maarten', 'op den Kamp'],
    ['Karl von und zu Eltz', 'Karl', 'von und zu Eltz'],
    ['Vincenzo Lo Presti', 'Vincenzo', 'Lo Presti'],
    ['Nguyễn Thị Hoa', 'Thị', 'Nguyễn'],
    ['Nguyen Van Hoa', 'Van', 'Nguyen'],
    ['Rosa Iglesias', 'Rosa', 'Iglesias'],
    ['Rosa Ana Iglesias', 'Rosa', 'Iglesias'],
    ['Rosa de la Iglesia', 'Rosa', 'de la Iglesia'],
    ['Álex de la Iglesia', 'Álex', 'de la Iglesia'],
    ['de la Iglesia, Rosa', 'Rosa', 'de la Iglesia'],
    ['Marco Chiesa', 'Marco', 'Chiesa'],
    ['Ron Two Bears', 'Ron', 'Two Bears'],
    ['SSG Ozzie Ostrel', 'Ozzie', 'Ostrel'],
    ['Scout Ostrel', 'Scout', 'Ostrel'],
    ['Via Scout', 'Via', 'Scout'],
    ['Edgar Guest', 'Edgar', 'Guest'],
    ['Brig. Gen. Paul Ostrel (USA, Ret.)', 'Paul', 'Ostrel'],
  ])('of a person is split: %s', (text, first, last) => {
    expect(splitFullName(text)).toMatchObject({ kind: 'person', first, last });
  });

  it.each([
    ['Carlos y Pilar Ostrel', 'Carlos', 'Pilar', 'Ostrel', 'Ostrel'],
    ['Jan en Marijke de Wit', 'Jan', 'Marijke', 'de Wit', 'de Wit'],
    ['Ann and Otto Ostrel and Family', 'Ann', 'Otto', 'Ostrel', 'Ostrel'],
    ['Smith, Ann & Lee', 'Ann', 'Lee', 'Smith', 'Smith'],
    ['Ann and Mary Jo Bank', 'Ann', 'Mary', 'Bank', 'Bank'],
    ['Ann Ostrel & Otto Bank', 'Ann', 'Otto', 'Ostrel', 'Bank'],
    ['Ann Ostrel | Otto Quill', 'Ann', 'Otto', 'Ostrel', 'Quill'],
    ['Ann Ostrel +\nOtto Quill', 'Ann', 'Otto', 'Ostrel', 'Quill'],
    ['Ann &\nOtto Ostrel', 'Ann', 'Otto', 'Ostrel', 'Ostrel'],
  ])('of two people is split: %j', (text, first, spouseFirst, last, spouseLast) => {
    expect(splitFullName(text)).toMatchObject({ kind: 'couple', first, last, spouseFirst, spouseLast });
  });
});
