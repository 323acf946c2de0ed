/** A list of four people as CSV lines. Their IDs and email addresses begin with a prefix, so lists of one service share no people. */
export const HEADINGS = 'Constituent ID,First Name,Last Name,Spouse First Name,Address,City,State,ZIP,Email';

export const people = (prefix: string): readonly string[] => [
  `${prefix}1,Rosalind,Quayle,,12 Larkspur Ln,Worcester,MA,01609,rosalind@${prefix}.example.org`,
  `${prefix}2,Desmond,Okafor,Lucinda,5 Quarry Rd,Nashua,NH,03060,desmond@${prefix}.example.org`,
  `${prefix}3,Tobias,Whitlock,,77 Old Post Rd,Boulder,CO,80306,tobias@${prefix}.example.org`,
  `${prefix}4,Beatrix,Farrow,,9 Fern Hollow Dr,Portland,OR,97201,beatrix@${prefix}.example.org`,
];

export const ids = (prefix: string, ...numbers: number[]): string[] => numbers.map((number) => `${prefix}${number}`);
