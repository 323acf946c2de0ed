/** Whole names of one person or a couple. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHonorific } from '../../../../shared/transforms/name-kinds.ts';
import { withoutMarks } from '../../../../shared/transforms/name-marks.ts';
import { splitFullName, withoutTitles } from '../../../../shared/transforms/names.ts';
import { splitPerson } from '../../../../shared/transforms/person-names.ts';
import { filled } from '../../../kit/filled.ts';

describe('splitFullName', () => {
  it.each([
    ['Jane and John Smith', { kind: 'couple', first: 'Jane', last: 'Smith', spouseFirst: 'John', spouseLast: 'Smith' }],
    ['John & Jane Smith', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith' }],
    ['John Smith and Jane Doe', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Doe' }],
    [
      'John Q. Smith & Jane R. Doe',
      { kind: 'couple', first: 'John', middle: 'Q.', last: 'Smith', spouseFirst: 'Jane', spouseMiddle: 'R.', spouseLast: 'Doe' },
    ],
    ['Mr. & Mrs. John Q. Smith Jr.', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'John', middle: 'Q.', last: 'Smith', suffix: 'Jr.' }],
    ['Mr. and Mrs. Smith', { kind: 'couple', prefix: 'Mr. & Mrs.', last: 'Smith' }],
    [
      'Dr. John and Mrs. Jane Smith',
      { kind: 'couple', prefix: 'Dr.', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith' },
    ],
    ['Ann + Bob Miller', { kind: 'couple', first: 'Ann', last: 'Miller', spouseFirst: 'Bob', spouseLast: 'Miller' }],
    ['Ann+Bob Miller', { kind: 'couple', first: 'Ann', last: 'Miller', spouseFirst: 'Bob', spouseLast: 'Miller' }],
    ['Ann Miller + Bob Larch', { kind: 'couple', first: 'Ann', last: 'Miller', spouseFirst: 'Bob', spouseLast: 'Larch' }],
    ['Miller, Ann + Bob', { kind: 'couple', first: 'Ann', last: 'Miller', spouseFirst: 'Bob', spouseLast: 'Miller' }],
    ['Mr. + Mrs. Bob Miller', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'Bob', last: 'Miller' }],
    ['Smith, John and Jane', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith' }],
    ['Smith, John & Doe, Jane', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Doe' }],
    [
      'Smith, John & Mary Ann',
      { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Mary', spouseMiddle: 'Ann', spouseLast: 'Smith' },
    ],
    [
      'Smith, John A & Jane B',
      { kind: 'couple', first: 'John', middle: 'A', last: 'Smith', spouseFirst: 'Jane', spouseMiddle: 'B', spouseLast: 'Smith' },
    ],
    ['Smith, Mr. and Mrs. John', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'John', last: 'Smith' }],
    ['Dr. Lee, Wei', { kind: 'person', prefix: 'Dr.', first: 'Wei', last: 'Lee' }],
    ['Dean Jones, Mary', { kind: 'person', first: 'Mary', last: 'Dean Jones' }],
    [
      'Drs. John and Jane Smith',
      { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith', prefix: 'Drs.' },
    ],
    ['Jane Q. and John Smith', { kind: 'couple', first: 'Jane', middle: 'Q.', last: 'Smith', spouseFirst: 'John', spouseLast: 'Smith' }],
    ['John Smith/Jane Smith', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith' }],
    ['Jane and John', { kind: 'couple', first: 'Jane', spouseFirst: 'John' }],
    ['Jane Q. and John', { kind: 'couple', first: 'Jane', middle: 'Q.', spouseFirst: 'John' }],
    [
      'Jane Q & John R Smith',
      { kind: 'couple', first: 'Jane', middle: 'Q', last: 'Smith', spouseFirst: 'John', spouseMiddle: 'R', spouseLast: 'Smith' },
    ],
    ['Mary Ann & John Smith', { kind: 'couple', first: 'Mary', middle: 'Ann', last: 'Smith', spouseFirst: 'John', spouseLast: 'Smith' }],
    ['Jane James & John Smith', { kind: 'couple', first: 'Jane', last: 'James', spouseFirst: 'John', spouseLast: 'Smith' }],
    ['Jane Doe and John', { kind: 'couple', first: 'Jane', last: 'Doe', spouseFirst: 'John', spouseLast: 'Doe' }],
    ['Mr. John Smith & Mrs. Smith', { kind: 'couple', prefix: 'Mr.', first: 'John', last: 'Smith', spouseLast: 'Smith' }],
    ['Mr. Smith & Ms. Doe', { kind: 'couple', prefix: 'Mr.', last: 'Smith', spouseLast: 'Doe' }],
    ['Mr. John & Mrs. Jane', { kind: 'couple', prefix: 'Mr.', first: 'John', spouseFirst: 'Jane' }],
    ['Mr. Tobias & Ms. Okafor', { kind: 'couple', prefix: 'Mr.', first: 'Tobias', spouseFirst: 'Okafor' }],
    ['Ms. Okafor & Tobias', { kind: 'couple', prefix: 'Ms.', first: 'Okafor', spouseFirst: 'Tobias' }],
    ['Okafor & Lyle', { kind: 'couple', first: 'Okafor', spouseFirst: 'Lyle' }],
    [
      'Dr. Jane & Mr. John van der Berg',
      { kind: 'couple', prefix: 'Dr.', first: 'Jane', last: 'van der Berg', spouseFirst: 'John', spouseLast: 'van der Berg' },
    ],
    ['John Smith Jr. & Jane Doe', { kind: 'couple', first: 'John', last: 'Smith', suffix: 'Jr.', spouseFirst: 'Jane', spouseLast: 'Doe' }],
    ['Smith, Jane & John', { kind: 'couple', first: 'Jane', last: 'Smith', spouseFirst: 'John', spouseLast: 'Smith' }],
    ['Smith, Jane & John Doe', { kind: 'couple', first: 'Jane', last: 'Smith', spouseFirst: 'John', spouseLast: 'Doe' }],
    [
      'Smith, Jane & John Q.',
      { kind: 'couple', first: 'Jane', last: 'Smith', spouseFirst: 'John', spouseMiddle: 'Q.', spouseLast: 'Smith' },
    ],
    ['Smith, Dr. & Mrs.', { kind: 'couple', prefix: 'Dr. & Mrs.', last: 'Smith' }],
    ['Smith, Mr. & Doe, Jane', { kind: 'couple', prefix: 'Mr.', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Doe' }],
    ['Mr. & Mrs. Smith, John', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'John', last: 'Smith' }],
    ['Mr. & John Smith', { kind: 'couple', prefix: 'Mr. &', first: 'John', last: 'Smith' }],
    ['Estate of John Smith', { kind: 'organization', last: 'Estate of John Smith' }],
    ['Juniper & Vale Family Foundation', { kind: 'organization', last: 'Juniper & Vale Family Foundation' }],
    ['Gil & Jo Hall', { kind: 'couple', first: 'Gil', last: 'Hall', spouseFirst: 'Jo', spouseLast: 'Hall' }],
    ['Bread & Roses House', { kind: 'organization', last: 'Bread & Roses House' }],
    ['The Smith Family', { kind: 'household', last: 'The Smith Family' }],
    ['Smith Household', { kind: 'household', last: 'Smith Household' }],
    ['Mr. Desmond Arthur Whitlock', { kind: 'person', prefix: 'Mr.', first: 'Desmond', middle: 'Arthur', last: 'Whitlock' }],
    // The second title is followed by the names of both, or of one.
    [
      'Mr. & Mrs. Robert & Ann Price',
      { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'Robert', last: 'Price', spouseFirst: 'Ann', spouseLast: 'Price' },
    ],
    [
      'Mr. and Mrs. Robert and Ann Price',
      { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'Robert', last: 'Price', spouseFirst: 'Ann', spouseLast: 'Price' },
    ],
    // Dean is a title only before "& Mrs."
    ['Marlow, Dean & Jerry', { kind: 'couple', first: 'Dean', last: 'Marlow', spouseFirst: 'Jerry', spouseLast: 'Marlow' }],
    [
      'Smith, Mr. & Mrs. John & Jane',
      { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith' },
    ],
    ['The Honorable and Mrs. Earl Warren', { kind: 'couple', prefix: 'The Honorable & Mrs.', first: 'Earl', last: 'Warren' }],
    ['The Rev. and Mrs. Earl Warren', { kind: 'couple', prefix: 'The Rev. & Mrs.', first: 'Earl', last: 'Warren' }],
    ['Gen. (Ret.) and Mrs. Lee Poe', { kind: 'couple', prefix: 'Gen. & Mrs.', first: 'Lee', last: 'Poe' }],
    ['Robert or Ann Price', { kind: 'couple', first: 'Robert', last: 'Price', spouseFirst: 'Ann', spouseLast: 'Price' }],
    ['Noa Or Cohen', { kind: 'person', first: 'Noa', middle: 'Or', last: 'Cohen' }],
    // A companion without a name is not a spouse.
    ['Robert Price and Guest', { kind: 'person', first: 'Robert', last: 'Price' }],
    ['Ms. Ann Price & Mr. Guest', { kind: 'person', prefix: 'Ms.', first: 'Ann', last: 'Price' }],
    ['Ms. Ann Price and Family', { kind: 'person', prefix: 'Ms.', first: 'Ann', last: 'Price' }],
    ['Price, Robert & his children', { kind: 'person', first: 'Robert', last: 'Price' }],
    ['Mr. & Mrs. Robert Price & Guest', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'Robert', last: 'Price' }],
    ['The Price Family and Family', { kind: 'household', last: 'The Price Family and Family' }],
    ['Price & Family', { kind: 'household', last: 'Price & Family' }],
    ['Paul & Guest', { kind: 'person', last: 'Paul' }],
    // Three people, or two forms of one name, are not split by a guess.
    ['Robert, Ann and Lee Price', { kind: 'couple', last: 'Robert, Ann and Lee Price' }],
    ['Robert & Ann & Lee Price', { kind: 'couple', last: 'Robert & Ann & Lee Price' }],
    ['Bob/Robert Hill', { kind: 'couple', last: 'Bob/Robert Hill' }],
    ['Hill, Bob/Robert', { kind: 'couple', last: 'Hill, Bob/Robert' }],
    ['Thomas, Jane & John', { kind: 'couple', first: 'Jane', last: 'Thomas', spouseFirst: 'John', spouseLast: 'Thomas' }],
    ['Thomas, Jane & Doe, John', { kind: 'couple', first: 'Jane', last: 'Thomas', spouseFirst: 'John', spouseLast: 'Doe' }],
    // Mail in the care of somebody else.
    ['John Smith c/o Mary Doe', { kind: 'person', first: 'John', last: 'Smith' }],
    ['POE, ANN C/O BOB RAY', { kind: 'person', first: 'ANN', last: 'POE' }],
    ['In Memory of Ann Poe', { kind: 'nobody', last: 'In Memory of Ann Poe' }],
    ['Ann Poe Trust', { kind: 'organization', last: 'Ann Poe Trust' }],
    ['', { kind: 'empty' }],
  ])('%j', (text, parts) => {
    expect(filled(splitFullName(text))).toEqual(parts);
  });

  it('keeps every letter of a person’s name', () => {
    // A word of another kind, such as a title or "geb", says more than a name.
    const isWord = (text: string) =>
      [withoutTitles, (name: string) => withoutMarks(name).text].every((without) =>
        [`${text} Aaa`, `Aaa ${text}`, `Aaa ${text} Aaa`, `Aaa Aaa ${text}`].every((name) => without(name) === name),
      );
    const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/).filter((text) => !isHonorific(text) && isWord(text));
    fc.assert(
      fc.property(word, word, word, (first, middle, last) => {
        const name = splitPerson(`${first} ${middle} ${last}`);
        expect([name.prefix, name.first, name.middle, name.last, name.suffix].filter((part) => part !== '').join(' ')).toBe(
          `${first} ${middle} ${last}`,
        );
        expect(splitPerson(`${last}, ${first} ${middle}`)).toMatchObject({ first, middle, last });
      }),
    );
  });
});

describe('withoutTitles', () => {
  it.each([
    ['Dr. Robert', 'Robert'],
    ['Robert, Jr.', 'Robert'],
    ['McAllister, III', 'McAllister'],
    ['Smith Jr', 'Smith'],
    ['Rev. Dr. Lee', 'Lee'],
    ['Smith, Jr., MD', 'Smith'],
    ['Smith-Lee, MA', 'Smith-Lee'],
    ['Smith MA', 'Smith MA'],
    ['Smith ,MA', 'Smith ,MA'],
    ['Dr. Jr.', 'Jr.'],
    ['Jr. MD', 'Jr.'],
    ['Smith,', 'Smith'],
    ['Smith,, Jr.', 'Smith'],
    ['Dr. Smith, Jane', 'Smith, Jane'],
    ['Mr. and Mrs. John', 'and Mrs. John'],
    ['Robert', 'Robert'],
    ['Dr.', 'Dr.'],
    ['Jo Ma', 'Jo Ma'],
    ['Col. (Ret.) Jim', 'Jim'],
    ['The Rev. Jim', 'Jim'],
    ['Poe TTEE', 'Poe'],
    ['Poe MD FACS', 'Poe'],
    ['Jim (Jr.)', 'Jim'],
    ['Dean Alan', 'Dean Alan'],
    ['Gen Marie', 'Gen Marie'],
    ['Gen. Marie', 'Marie'],
    ['Rev. Dean Alan', 'Dean Alan'],
    ['Judge Dr. Alan', 'Alan'],
  ])('%j becomes %j', (before, after) => {
    expect(withoutTitles(before)).toBe(after);
  });
});
