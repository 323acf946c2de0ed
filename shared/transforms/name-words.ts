/** The words in names: titles, suffixes, particles and common given names. */

/** Words separated by white space, for comparing. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

/** Titles before a name, in lower case and without points. */
const PREFIXES = words(`
  mr mrs ms miss mx master dr drs doctor prof professor rev reverend revd hon honorable honourable sir dame lord lady fr father
  sister sis brother bro rabbi rabbis pastor imam cantor deacon elder bishop archbishop cardinal monsignor msgr capt captain
  col colonel gen general lt lieutenant ltc ltcol maj major sgt sergeant cpl cmdr commander adm admiral ens cdr ambassador amb judge justice
  senator sen representative congressman congresswoman governor gov president dean chief coach sra senor senora señor señora herr frau mme mlle
  monsieur madame mesdames messrs`);

/** Suffixes and degrees after a name, in lower case and without points. */
const SUFFIXES = words(`
  jr sr ii iii iv v vi 2nd 3rd 4th esq esquire md phd dds dmd dvm do od jd llb llm mba cpa cfa cfp clu rn np pa-c pe aia faia dpt dc dpm edd
  psyd lcsw msw mph ma ms ba bs mfa dd dmin obe mbe cbe kbe dbe gbe cmg kcmg frs frcp frcs facs facp facc faan faap fache rph pharmd aprn crna bsc msc
  ret usn usaf usmc usa sj osb op csc rsm cfre ttee ttees trustee junior senior`);
/** Suffixes that are also initials or given names, so a comma or a second suffix must accompany them. */
const DOUBTFUL_SUFFIXES = words('v do ma ms ba bs dc pe op usa dd');

/** Words before a last name that belong to it. */
const PARTICLES = words(`van von de der den del della delle dello di da das dos du des la le las los el al bin ibn ter ten te zu zur zum
  st saint santa san mac af av y dela delos vande vander vanden o' d' abu ó ní uí`);

/** Common given names, which distinguish a column of first names from one of last names. */
const GIVEN_NAMES = words(`
  james john robert michael william david richard charles joseph thomas christopher daniel paul mark donald george kenneth steven edward brian
  ronald anthony kevin jason matthew gary timothy jose josé larry jeffrey frank scott eric stephen andrew raymond gregory joshua jerry dennis walter
  patrick peter harold douglas henry carl arthur ryan roger joe juan jack albert jonathan justin terry gerald keith samuel willie ralph
  lawrence nicholas roy benjamin bruce brandon adam harry fred wayne billy steve louis jeremy aaron randy howard eugene carlos russell bobby
  victor martin ernest phillip philip todd jesse craig alan shawn clarence sean chris johnny earl jimmy antonio danny bryan tony luis mike stanley
  leonard nathan dale manuel rodney curtis norman allen marvin vincent glenn jeffery travis jeff chad jacob lee melvin alfred kyle francis bradley
  mary patricia linda barbara elizabeth jennifer maria maría susan margaret dorothy lisa nancy karen betty helen sandra donna carol ruth sharon
  michelle laura sarah kimberly deborah jessica shirley cynthia angela melissa brenda amy anna rebecca virginia kathleen pamela martha debra
  amanda stephanie carolyn christine marie janet catherine frances ann joyce diane alice julie heather teresa doris gloria evelyn jean cheryl
  mildred katherine joan ashley judith rose janice kelly nicole judy christina kathy theresa beverly denise tammy irene jane lori rachel marilyn
  andrea kathryn louise sara anne jacqueline wanda bonnie julia ruby lois tina phyllis norma paula diana annie lillian emily robin peggy crystal
  gladys rita dawn connie florence tracy edna tiffany carmen rosa cindy grace wendy victoria edith kim sherry sylvia josephine thelma shannon
  emma olivia sophia isabella mia charlotte amelia harper ethan noah liam mason lucas logan oliver elijah alexander sebastian zoe zoë chloe
  hannah abigail ella madison megan lauren danielle erin natalie claire eleanor lucy hugh ian graham nigel colin simon neil stuart fiona
  philippa desmond beatrix marguerite edmund tobias lucinda hiroshi rosalind cornelius solveig thaddeus delphine winifred rafael ngozi siobhan
  beth ellen jo kay lou lynn lynne rae sue hans klaus jürgen wolfgang peter heinz ursula helga ingrid sabine pierre jean-pierre françois marie-claire sofia lucia lucía pieter jan`);

export function isGivenName(word: string): boolean {
  return GIVEN_NAMES.has(word.toLowerCase());
}

/** A word in the form that is compared: lower case, without points, commas and parentheses. */
const bare = (word: string): string => word.toLowerCase().replace(/[.,()]/g, '');

export function isNamePrefix(word: string): boolean {
  return PREFIXES.has(bare(word));
}

/** Titles that are also first names. With a point they are titles: "Gen. Marie". */
const TITLES_AND_NAMES = words('bishop deacon dean gen hon judge justice maj major sen');

/** True for a title that can be a first name: Dean, Gen. */
export function canBeFirstName(title: string): boolean {
  return TITLES_AND_NAMES.has(title.toLowerCase());
}

/** Words before a title that belong to it: The Rt. Hon., The Most Rev. */
const BEFORE_TITLES = words('the rt rt. right most very');

/** The number of words that are titles at the start of a name, such as 3 for The Rev. Dr.; "the" and "(Ret.)" count only with a title. */
export function titlesBefore(parts: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < parts.length; at++) {
    const word = bare(parts[at]!);
    if (PREFIXES.has(word) || (word === 'ret' && count > 0)) count = at + 1;
    else if (!BEFORE_TITLES.has(parts[at]!.toLowerCase())) break;
  }
  return count;
}

export function isNameSuffix(word: string): boolean {
  return SUFFIXES.has(bare(word));
}

export function isInitialLetter(text: string): boolean {
  return /^\p{Lu}\.?$/u.test(text);
}

/** True for a word such as Jr., III or Ph.D. that cannot be part of a name. */
export function isPlainSuffix(word: string): boolean {
  const plain = bare(word);
  return SUFFIXES.has(plain) && !DOUBTFUL_SUFFIXES.has(plain);
}

/** A particle that can precede a last name. In capitals and with a point it is an initial: "John D. Smith". */
export function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase()) || (PARTICLES.has(bare(word)) && /^st\.$/i.test(word));
}

/** True for a last name that begins with its particles: van der Meer. */
export function beginsWithParticle(text: string): boolean {
  const first = text.slice(0, text.indexOf(' '));
  return first === first.toLowerCase() && PARTICLES.has(first);
}
