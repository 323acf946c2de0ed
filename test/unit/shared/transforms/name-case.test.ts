import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSmallStart, recase, recaseOften } from '../../../../shared/transforms/name-case.ts';
import { classesOf } from '../../../../shared/transforms/text.ts';

describe('a name in capitals, or in lower case', () => {
  it.each([
    ['SMITH', 'Smith'],
    ['smith', 'Smith'],
    ['MARY ANN', 'Mary Ann'],
    ['mary ann', 'Mary Ann'],
    ['OKAFOR-LYLE', 'Okafor-Lyle'],
    ['JOSÉ', 'José'],
    ['NÚÑEZ IBÁÑEZ', 'Núñez Ibáñez'],
    ['ØRSTED', 'Ørsted'],
    ['ﬀolkes', 'Ffolkes'],
    ['NG', 'NG'],
    ['ANG', 'Ang'],
    ['ÖZ', 'ÖZ'],
    ['ÀNG', 'Àng'],
    ['ÖKE', 'Öke'],
    ['ÝRR', 'Ýrr'],
    ['LEE', 'Lee'],
    ['KRČ', 'KRČ'],
    ['KRCH', 'Krch'],
    ['', ''],
  ])('%j becomes %j', (before, after) => {
    expect(recase(before)).toBe(after);
  });

  it.each([
    ["O'BRIEN", "O'Brien"],
    ['O’NEIL', 'O’Neil'],
    ["D'ARCY", "D'Arcy"],
    ["SMITH'S", "Smith's"],
    ['SMITH’S', 'Smith’s'],
    ["D'ARCY-X", "D'Arcy-X"],
    ["O'X-RAY", "O'X-Ray"],
    ['SMITH-X', 'Smith-X'],
    ['MCDONALD', 'McDonald'],
    ['mcdonald', 'McDonald'],
    ['MCGEE', 'McGee'],
    ['MCÁNGUS', 'McÁngus'],
    ['MCKAY-MCLEAN', 'McKay-McLean'],
    ['MCA', 'Mca'],
    ['EMCEE', 'Emcee'],
    ['MACDONALD', 'MacDonald'],
    ['macgregor', 'MacGregor'],
    ['MACK', 'Mack'],
    ['MACRAE', 'MacRae'],
    ['MACRAES', 'Macraes'],
    ['MACEY', 'Macey'],
    ['DEMACRAE', 'Demacrae'],
  ])('has the capitals of its parts: %j becomes %j', (before, after) => {
    expect(recase(before)).toBe(after);
  });

  it.each([
    ['VAN DER BERG', 'van der Berg'],
    ['van der berg', 'van der Berg'],
    ['DE LA CRUZ', 'de la Cruz'],
    ['GARCÍA Y VEGA', 'García y Vega'],
    ['ANNA VAN DYKE', 'Anna van Dyke'],
    ['VANDER BERG', 'Vander Berg'],
    ['VANDEN BERG', 'Vanden Berg'],
    ['VAN', 'Van'],
    ['VANCE DYER', 'Vance Dyer'],
    ['EVAN DYER', 'Evan Dyer'],
    ['LA RUE', 'La Rue'],
    ['TER HORST', 'ter Horst'],
    ['ST. CLAIR', 'St. Clair'],
    ['MARY ST. CLAIR', 'Mary St. Clair'],
    ['MARIA SAN MARTIN', 'Maria San Martin'],
    ['MARIA SANTA CRUZ', 'Maria Santa Cruz'],
    ['JOHN MAC NEIL', 'John Mac Neil'],
    ['EVA SAINT JAMES', 'Eva Saint James'],
    ['SEÁN Ó BRIAIN', 'Seán Ó Briain'],
    ['MÁIRE NÍ BHRIAIN', 'Máire Ní Bhriain'],
    ['EITHNE UÍ BHRIAIN', 'Eithne Uí Bhriain'],
  ])('has its particles: %j becomes %j', (before, after) => {
    expect(recase(before)).toBe(after);
  });

  it.each([
    ['J.D.', 'J.D.'],
    ['J. D.', 'J. D.'],
    ['A.B.C.', 'A.B.C.'],
    ['A.B.SMITH', 'A.B.Smith'],
    ['J.D. SMITH', 'J.D. Smith'],
    ['SMITH J.', 'Smith J.'],
    ['JD', 'JD'],
    ['AL', 'AL'],
    ['JR', 'JR'],
    ['RJT', 'RJT'],
    ['X', 'X'],
    ['TJ SMITH', 'TJ Smith'],
    ['SMITH TJ', 'Smith TJ'],
    ['JOHN TJ. SMITH', 'John TJ. Smith'],
    ['AL SMITH', 'Al Smith'],
    ['JANE VLČK SMITH', 'Jane Vlčk Smith'],
    ['JANE NG', 'Jane Ng'],
    ['WM SMITH', 'Wm Smith'],
    ['MR SMITH', 'Mr Smith'],
    ['ST CLAIR', 'St Clair'],
    ['MC NEIL', 'Mc Neil'],
    ['tj smith', 'Tj Smith'],
    ['SMITH JR', 'Smith Jr'],
    ['SMITH SR.', 'Smith Sr.'],
    ['SMITH ESQ', 'Smith Esq'],
    ['SMITH ESQUIRE', 'Smith Esquire'],
    ['SMITH JUNIOR', 'Smith Junior'],
    ['SMITH SENIOR', 'Smith Senior'],
    ['COL SMITH RET', 'Col Smith Ret'],
    ['SMITH, MD', 'Smith, MD'],
    ['SMITH MBA', 'Smith MBA'],
    ['SMITH, PHD, CPA', 'Smith, PHD, CPA'],
    ['smith mba', 'Smith Mba'],
    ['MBA OKAFOR', 'Mba Okafor'],
    ['JACK MA', 'Jack Ma'],
    ['SMITH II', 'Smith II'],
    ['SMITH III', 'Smith III'],
    ['SMITH IV.', 'Smith IV.'],
    ['SMITH, VIII', 'Smith, VIII'],
    ['SMITH IIIX', 'Smith Iiix'],
    ['VIIIX SMITH', 'Viiix Smith'],
    ['HAWAII KAI', 'Hawaii Kai'],
  ])('keeps initials, numerals and degrees: %j becomes %j', (before, after) => {
    expect(recase(before)).toBe(after);
  });

  it('can be a short last name', () => {
    expect(['LI', 'NG', 'WU', 'KRC', 'X', 'X.', 'J.D.'].map((name) => recase(name, false))).toEqual([
      'Li',
      'Ng',
      'Wu',
      'Krc',
      'X',
      'X.',
      'J.D.',
    ]);
  });

  it.each(['none@none.com', 'apt 4b', '123', '--', '李小龍'])('does not include a text such as %j', (text) => {
    expect(recase(text)).toBe(text);
  });
});

describe('a name typed with caps lock on, or with a late shift key', () => {
  it.each([
    ['jANE', 'Jane'],
    ['oKAFOR', 'Okafor'],
    ['aNN', 'Ann'],
    ['rOY', 'Roy'],
    ['nGUYEN', 'Nguyen'],
    ['gROSSMANN', 'Grossmann'],
    ['mCCARTHY', 'McCarthy'],
    ['mACDONALD', 'MacDonald'],
    ['éLISE', 'Élise'],
    ['nÚÑEZ', 'Núñez'],
    ['jOSE\u0301', 'Jose\u0301'],
    ['rENE\u0301E', 'Rene\u0301e'],
    ['aNE\u0301', 'Ane\u0301'],
    ['ﬀOLKES', 'Ffolkes'],
    ['hUGHES', 'Hughes'],
    ['vAN', 'Van'],
    ['kRCH', 'Krch'],
  ])('a small letter before capitals: %j becomes %j', (before, after) => {
    expect([recase(before), hasSmallStart(before, classesOf(before))]).toEqual([after, true]);
  });

  it.each([
    ['dEsHAWN', 'DeShawn'],
    ['mCdONALD', 'McDonald'],
    ['mACiNTOSH', 'MacIntosh'],
    ['lAtANYA', 'LaTanya'],
    ['jOaNN', 'JoAnn'],
    ['mARYbETH', 'MaryBeth'],
    ['gROßMANN', 'Großmann'],
    ["o'bRIEN", "O'Brien"],
    ['o’bRIEN', 'O’Brien'],
    ["jANE's", "Jane's"],
    ["jANE'S", "Jane's"],
    ['oKAFOR-lYLE', 'Okafor-Lyle'],
    ['mCdONALD-sMITH', 'McDonald-Smith'],
  ])('the capitals inside a name: %j becomes %j', (before, after) => {
    expect([recase(before), hasSmallStart(before, classesOf(before))]).toEqual([after, true]);
  });

  it.each([
    ['whitLOCK', 'Whitlock'],
    ['toBIAS', 'Tobias'],
    ['jaNE', 'Jane'],
    ['okaFOR', 'Okafor'],
    ['wHITlock', 'Whitlock'],
    ['jOHNson', 'Johnson'],
    ['tObias', 'Tobias'],
    ['mAry', 'Mary'],
    ['jOHn', 'John'],
    ['iAn', 'Ian'],
  ])('capitals in the middle or at the end: %j becomes %j', (before, after) => {
    expect([recase(before), hasSmallStart(before, classesOf(before))]).toEqual([after, true]);
  });

  it.each([
    ['tObias whitLOCK', 'Tobias Whitlock'],
    ['mARY jO', 'Mary Jo'],
    ['jOHN q', 'John Q'],
    ['jOHN eD', 'John Ed'],
    ['jANE DOE', 'Jane Doe'],
    ['JANE dOE', 'Jane Doe'],
    ['Jane dOE', 'Jane Doe'],
    ['jANE Doe', 'Jane Doe'],
    ['jANE McDonald', 'Jane McDonald'],
    ['jANE de la Cruz', 'Jane de la Cruz'],
    ['Okafor-lYLE', 'Okafor-Lyle'],
    ['VAN DER bERG', 'van der Berg'],
    ['vAN dER bERG', 'van der Berg'],
    ['vAN Smith', 'Van Smith'],
    ['Anna vAN Dyke', 'Anna van Dyke'],
    ['Eva sAN Martin', 'Eva San Martin'],
    ['jANE TJ SMITH', 'Jane TJ Smith'],
    ['jOHN SMITH III', 'John Smith III'],
    ['jOHN iII', 'John iII'],
    ['sILVA e SOUZA', 'Silva e SOUZA'],
    ['gARCIA y VEGA', 'Garcia y VEGA'],
    ['jANE Mª', 'Jane Mª'],
    ['d’Angelo-sMITH', 'd’Angelo-Smith'],
  ])('among other words: %j becomes %j', (before, after) => {
    expect([recase(before), hasSmallStart(before, classesOf(before))]).toEqual([after, true]);
  });

  it.each([
    // Capitals inside a name.
    'McDonald', 'MacIntosh', 'DeShawn', "O'Brien", 'LaTanya', 'JoAnn', 'MaryBeth', 'DiAnna', 'FitzGerald', 'McDONALD', 'MacDONALD',
    // Last names in capitals.
    'Jane DOE', 'DOE Jane', 'Jane VAN DYKE', 'Jane van DYKE', 'Jane de la CRUZ', "Jeanne d'ARC", "o'BRIEN", 'Ludwig von MISES', "van 't HOFF",
    // Particles, also joined to the name.
    'van der Berg', "d'Angelo", 'd’Arcy', 'dAngelo', 'deVries', 'diMaggio', 'vanDyke', 'laRue', 'leBlanc', 'duPont', 'daSilva', 'vonTrapp', 'elSayed',
    'alAhmad', 'mcKay', 'deVRIES', 'vanDYKE', 'vanderBILT', 'delRIO', 'leBLANC', 'duPONT', 'elSAYED', 'stCLAIR', 'mcDONALD', 'fitzGERALD', 'loPRESTI',
    'nguyenVAN', 'abuBAKR',
    // Irish and African names with small letters before the capital.
    'Ó hUiginn', 'Ó hUIGINN', 'Seán Ó hUIGINN', 'O hUIGINN', 'Máire Ní hÓGÁIN', 'Ni hOGAIN', 'Nóra Uí hÓGÁIN', 'Ui hOGAIN', 'Mac an tSAOI', 'kaMpande', 'kwaZulu', 'eThekwini',
    // Names written without the space.
    'janeDOE', 'maryANN', 'johnSMITH', 'nellyANN', 'jSmith', 'jASmith', 'mJane', 'johnQ', 'saraH', 'drSMITH', 'mrsJONES', 'theSMITHS', 'andJANE', 'undURSULA', 'smithJR', 'smithMD',
    'smithPHD', 'smithIII', 'juniorSMITH', 'janeQDoe', 'JohnSMITH', 'smithDOEs', 'jaNELle', 'jANEdOEs', 'jANESmithX', 'johnAsMITH',
    // Initials and numerals.
    'jFK', 'JfK', 'jD', 'J.d.', 'xI', 'iII', 'vIII', 'kRC',
    // Brands and organizations.
    'eBay', 'iPhone', 'eBAY Foundation', 'iHEART Media Inc',
    // Not names.
    'jANE@example.org', 'jANE2', 'a1B',
  ])('%j stays unchanged', (name) => {
    expect([recase(name), recase(name, false)]).toEqual([name, name]);
  }); // prettier-ignore
});

describe('every name', () => {
  it.each([
    'Jane',
    'McDonald',
    'O',
    'Zoë',
    'Élise',
    'Àlex',
    'Þóra',
    'Léa Ørsted',
    'Mary Ann',
    "O'Brien-Smith",
    'St. Clair',
    'J. Robert',
    'ANN Zed',
  ])('does not need a closer check: %j', (name) => {
    expect(hasSmallStart(name, classesOf(name))).toBe(false);
  });

  it.each([
    ['in capitals', /^[A-ZÀ-ÖØ-Þ' .-]{0,20}$/],
    ['with letters of both cases', /^[A-Ca-cDEeMmSs' .-]{0,16}$/],
  ])('%s: only the case changes, and a second pass changes nothing', (_, pattern) => {
    fc.assert(
      fc.property(fc.stringMatching(pattern), fc.boolean(), (text, initials) => {
        const once = recase(text, initials);
        expect(once.toUpperCase()).toBe(text.toUpperCase());
        expect(recase(once, initials)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('in a list is read like a single name, as a first name and as a last name', () => {
    for (let round = 0; round < 2; round++) {
      expect([recaseOften('LI', true), recaseOften('LI', false), recaseOften('JANE', true), recaseOften('jANE', false)]).toEqual([
        'LI',
        'Li',
        'Jane',
        'Jane',
      ]);
    }
  });
});
