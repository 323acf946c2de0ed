/** Common US short forms of given names, so that Bob and Robert are recognized as the same name. */

/** Each line has the forms of one name. A form can belong to several names. */
const FORMS = [
  'alexander alex al xander',
  'alexandra alex sandra sandy lexi',
  'alfred al fred',
  'andrew andy drew',
  'anthony tony',
  'barbara barb barbie',
  'benjamin ben benny',
  'catherine katherine kathryn cathy kathy kate katie kay kitty',
  'charles charlie chuck chas',
  'christine christina chris tina chrissy',
  'christopher chris kit',
  'cynthia cindy',
  'daniel dan danny',
  'david dave',
  'deborah debra deb debbie',
  'donald don donnie',
  'dorothy dot dottie',
  'edward ed eddie ted ned',
  'eleanor ellie nora nell',
  'elizabeth liz beth betty betsy eliza lizzie libby',
  'eugene gene',
  'frances fran frannie',
  'francis frank',
  'franklin frank',
  'frederick fred freddie',
  'geoffrey jeffrey jeff geoff',
  'gerald gerry jerry',
  'gregory greg',
  'harold hal harry',
  'henry hank harry',
  'jacob jake',
  'jacqueline jackie',
  'james jim jimmy jamie',
  'janet jan',
  'jennifer jen jenny',
  'jessica jess jessie',
  'john jack johnny jon',
  'jonathan jon',
  'joseph joe joey',
  'joshua josh',
  'judith judy',
  'kenneth ken kenny',
  'kimberly kim',
  'lawrence larry laurence',
  'leonard len lenny leo',
  'margaret maggie meg peg peggy marge margie',
  'matthew matt',
  'michael mike mick mickey',
  'nancy nan',
  'nathaniel nathan nate nat',
  'nicholas nick',
  'pamela pam',
  'patricia pat patty trish tricia',
  'patrick pat',
  'peter pete',
  'philip phillip phil',
  'raymond ray',
  'rebecca becky becca',
  'richard dick rich rick ricky',
  'robert bob rob bobby robbie bert',
  'ronald ron ronnie',
  'samuel sam sammy',
  'samantha sam',
  'stephanie steph',
  'stephen steven steve',
  'susan susanne suzanne sue susie',
  'terence terrence terry',
  'theodore ted teddy theo',
  'theresa teresa terry tess',
  'thomas tom tommy',
  'timothy tim',
  'victoria vicky tori',
  'virginia ginny',
  'walter walt',
  'william bill will billy willie liam',
  'zachary zach zack',
];

const NAMES_BY_FORM = new Map<string, readonly number[]>();
for (const [name, forms] of FORMS.entries())
  for (const form of forms.split(' ')) NAMES_BY_FORM.set(form, [...(NAMES_BY_FORM.get(form) ?? []), name]);

/** True for a form of a common given name, in any case. */
export const isFormOfName = (word: string): boolean => NAMES_BY_FORM.has(word.toLowerCase());

/** True when both can be forms of the same given name. Both must be in lower case, without accents. */
export function areFormsOfOneName(one: string, other: string): boolean {
  const names = NAMES_BY_FORM.get(other);
  return names !== undefined && NAMES_BY_FORM.get(one)?.some((name) => names.includes(name)) === true;
}
