/** The words in names: titles, suffixes, credentials, particles, first and last names. */
import { foldAccents } from './accents.ts';
import { EITHER_NAMES, FIRST_NAMES, LAST_NAMES, OTHER_FIRST_NAMES, SPANISH_NAMES } from './name-lists.ts';

/** A set of the words in a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

/** Titles before a name, in lower case and without points. */
const PREFIXES = words(`
  m/m mr mrs ms miss mx mister missus master dr drs dr's dr’s profs revs doctor prof professor rev reverend revd rebbetzin rebbitzin apostle po1 po2 po3 hon honorable honourable sir dame lord lady fr father
  sister sis brother bro rabbi rabbis pastor imam cantor deacon elder bishop archbishop cardinal monsignor msgr capt captain
  cpt col colonel gen general lt ltjg lieutenant ltc ltcol ltgen maj major majgen brig brigadier sgt sergeant ssgt msgt sfc cpl corporal pvt pfc spc
  cmdr commander adm admiral radm vadm ens ensign cdr cwo lcdr ambassador amb judge justice
  senator sen misses representative congressman congresswoman governor gov president dean chief coach sra sr.a srta senor senora señor señora señorita
  herr frau mme mlle mmes monsieur madame mademoiselle mesdames messrs signor signora dhr mevr prince princess king queen duke duchess earl count
  countess baron baroness sheikh sr doctors docs mayor magistrate magistrate-judge petty officer dra chancellor provost minister sheriff marshal vicar canon chaplain abbot abbess
  friar rep swami ssg msg sgm 1sg tsgt smsgt cmsgt gysgt mgysgt lcpl 1lt 2lt a1c cpo scpo mcpo ltg rdml rdm wo1 cw2 cw3 cw4 cw5 specialist assemblyman assemblywoman alderman alderwoman selectman mother evangelist dott dott.ssa dottssa avv mag mw sig sig.ra sri shri smt cadet seaman airman trooper detective councilman councilwoman councilmember commissioner superintendent attorney atty mstr mz
  doña dña dato' dato’ datuk datin encik ustadh ustaz père frère soeur sœur padre pater suor hermana fru eheleute excellency eminence engr alhaji alhaja hajia chef aunt aunty auntie uncle grandma grandpa principal dipl-ing dipling`);

/** Only titles with a point and one capital: BR and HR are initials. */
const POINTED_PREFIXES = /^(?:Br|Hr|Ing|Lic|Arq|Mons)\.$/;

/** Generations, and degrees, licenses, orders and offices after a name, in lower case and without points. */
const SUFFIXES = words(`
  jr sr jnr snr ii iii iv v vi 1st 2nd 3rd 4th 5th esq esquire md phd dphil edd eds dsc scd dds dmd dvm vmd do od jd jsd llb llm mba emba cpa cma cfa cfp clu chfc cpcu lutc
  2d 3d ricp rn lpn lvn cna bsn msn dnp np fnp fnp-c fnp-bc pmhnp anp crna cnm cns aprn arnp ccrn cen cnor ocn pccn rnc lncc cne phn np-c whnp pa-c pac rpa-c pe pls se aia faia ra csi
  ncarb leed asla riba dpt pt pta ot otr otr/l cota slp ccc-slp dc dpm psyd lcsw lmsw lsw lcswr licsw msw bsw acsw lpc lpcc lmft mft lmhc lcpc lcmhc ncc ladc cadc bcba rd rdn ldn cde cdces
  mph drph mha mpa mpp mps ma ms ba bs bsc msc mfa bfa bed med mat mss mst msed dd dmin mdiv stm thd thm dhl mls mlis mm dma bm ab am scm sm sb as aa aas aia
  obe mbe cbe kbe dbe gbe cmg kcmg kc qc cb cvo frs frcp frcs frca facs facp facc facog fache faan faap faafp fccp fasn frsc fba faicp aicp pmp phr sphr shrm-cp shrm-scp
  rph pharmd bcps ret usn usaf usmc usa uscg usnr sj osb op osf ofm csc rsm csj ssj ihm cfre acfre cap capp ttee ttees trustee junior júnior senior lac dipl dacm rmt lmt cscs
  gri crs abr cre ccim sior ifma bcc mcr cae cmp cissp cisa cia cism csm cfe ea enrolled facfe hsp lp attorney atty architect realtor rrt emt emt-p cctp cst cphq chc cpht rvt lvt cpe cem csp cih chmm cfm mai sra
  tr mrcs mrcp mbbs mbchb bds bvsc dipm lld dlitt litt dmus jcd stl std stb jcl sc`);

/** Suffixes that can also be initials or names. They need a comma, a second suffix or capitals to be recognized. */
const DOUBTFUL_SUFFIXES = words(
  'v do ma ms ba bs dc pe op usa dd mai sra ea se as am ab sm sb mm ra med cap pac pt ot nd aa lac dom std cap bed mat cia sc std',
);

/** Generations as whole words. As the second of two words they are a last name: Jason Senior. */
const WHOLE_GENERATIONS = words('junior júnior senior');

/** Suffixes that are never names, in any spelling. */
const SURE_SUFFIXES =
  words(`jr sr jnr snr ii iii iv vi 1st 2nd 3rd 4th 5th 2d 3d esq esquire md phd dds dmd dvm llb llm jd mba cpa rn edd psyd lcsw usn usaf usmc osb ttee ttees pharmd dmin cfp cfa cfre rph mph
  fache facs msw bsn msn lpn dphil junior júnior senior ret trustee tr`);

/** Particles that can precede a last name. */
const PARTICLES =
  words(`van von vom de der den del della delle dello di da das dos du des la le las los el al bin bint binti ibn ter ten te zu zur zum
  st ste saint santa san mac mc af av ver y dela delos vande vander vanden o' d' de' dell' van't van’t freifrau freiherr freiin abu ó ní uí nic mhic ap 't`);
/** Particles that only follow another particle: "van het Hof", "van 't Hof". */
const INNER_PARTICLES = words("het 't ’t op und dem");

/** Last names after a separate O: O Connor. */
const AFTER_O =
  words(`connor conner connell brien bryan byrne neill neil neal hara hare reilly riley rourke roark shea sullivan toole donnell
  donoghue donohue donovan dowd dwyer flaherty flanagan gorman grady halloran hanlon hearn keefe keeffe kane leary loughlin laughlin malley mahony mahoney
  mara meara meally murchu nolan quinn rahilly ryan callaghan callahan boyle brennan dea dell day driscoll doherty farrell ferrall fallon garra gara kelly
  hagan hanion haver higgins looney looney melia rear regan steen sheehan tierney kief kelley haire herlihy dougherty banion bannon berry`);

/** The name lists as sets. */
const FIRST = words(FIRST_NAMES);
const EITHER = words(EITHER_NAMES);
const LAST = words(LAST_NAMES);
const GIVEN: ReadonlySet<string> = new Set([...FIRST, ...EITHER]);

/** True if a list has the word, or has it without its accents: Álex. */
function isListed(list: ReadonlySet<string>, word: string): boolean {
  const small = word.toLowerCase();
  return list.has(small) || (/[\u0080-\uffff]/.test(small) && list.has(foldAccents(small)));
}

/** True for a word that is a common first name, with accents or without. It can be a last name too. */
export const isGivenName = (word: string): boolean => isListed(GIVEN, word);

const OTHER_FIRST = words(OTHER_FIRST_NAMES);
/** Such frequent first names that they are hardly ever last names. */
const FREQUENT_FIRST: ReadonlySet<string> = new Set([...FIRST].slice(0, 160));
/** Frequent first names that are also last names. */
const FREQUENT_LAST = words('albert arthur carl dennis frank gary gene harry jack jean jerry joe keith bruce dale');

/**
 * True for a first name before a possible last name: "Mary Poe" and "Owen Tracey", but not "Owen Janet". Owen can be a last name too, so a
 * frequent first name after it shows the reversed order.
 */
export const isFirstBefore = (word: string, last: string): boolean =>
  isGivenName(word) ||
  (OTHER_FIRST.has(word.toLowerCase()) && (!FREQUENT_FIRST.has(last.toLowerCase()) || FREQUENT_LAST.has(last.toLowerCase())));

/** True for a first name of any list, including those that are more often last names in the census of 1990. */
export const canBeGiven = (word: string): boolean => isGivenName(word) || isListed(OTHER_FIRST, word);

/** Combines length, first and last letter. Does not depend on the case of Western European letters. */
const shapeOf = (word: string): number =>
  ((word.length & 15) << 10) | ((word.charCodeAt(0) & 31) << 5) | (word.charCodeAt(word.length - 1) & 31);
/** 1 for the shapes in `FIRST`. Rules out most last names without building a lower-case text. */
const FIRST_SHAPES = new Uint8Array(1 << 14);
for (const word of FIRST) FIRST_SHAPES[shapeOf(word)] = 1;
const isWestern = (word: string): boolean => word.charCodeAt(0) < 256 && word.charCodeAt(word.length - 1) < 256;

/** True for a first name that is hardly ever a last name. */
export const isOnlyGivenName = (word: string): boolean =>
  (!isWestern(word) || FIRST_SHAPES[shapeOf(word)] === 1) && FIRST.has(word.toLowerCase());

/** True for a common last name that is hardly ever a first name. */
export const isFamilyName = (word: string): boolean => LAST.has(word.toLowerCase());

/** True for a first name that is hardly ever a last name, including foreign spellings and double names: Jozefina, Hans-Peter. */
export function isGivenAnywhere(word: string): boolean {
  if (isOnlyGivenName(word)) return true;
  if (word.includes('-')) return word.split('-').every(isGivenName) && !word.split('-').some(isFamilyName);
  return /z/i.test(word) && !isFamilyName(word) && isOnlyGivenName(word.replaceAll('z', 's'));
}

const SPANISH = words(SPANISH_NAMES);

/** True for a last name of Spain or Latin America. Two of them at the end of a name are the last names of both parents. */
export const isSpanishName = (word: string): boolean => SPANISH.has(word.toLowerCase());

/** First words of last names of Native Americans: Two Bears, Standing Elk. */
const NATIVE = words('one two three four five seven many yellow spotted running standing sitting walking flying lone');

export const isNativeWord = (word: string): boolean => NATIVE.has(word.toLowerCase());

/** The form in which words are compared: lower case, without points, commas and parentheses. */
function bare(word: string): string {
  const lower = word.toLowerCase();
  return SIGNS.test(lower) ? lower.replace(/[.,()]/g, '') : lower;
}
const SIGNS = /[.,()]/;

/** True for initials with an inner point, which are not a title: D.R. Andrews. */
const hasInnerPoint = (word: string): boolean => /^\p{L}\.\p{L}\.?$/u.test(word);

export function isNamePrefix(word: string): boolean {
  return (PREFIXES.has(bare(word)) && !hasInnerPoint(word)) || POINTED_PREFIXES.test(word);
}

/** Titles that are also names. With a point they are titles: "Gen. Marie". */
const TITLES_AND_NAMES = words(
  'bishop deacon dean gen hon judge justice maj major sen elder prince princess king queen duke earl count baron master chief sis bro cardinal pastor coach count lord lady mayor chancellor provost minister sheriff marshal vicar canon chaplain abbot friar sri cadet attorney',
);

/** True for a title that can be a first name: Dean, Gen. */
export function canBeFirstName(title: string): boolean {
  return TITLES_AND_NAMES.has(title.toLowerCase());
}

/** Words that belong to the title after them: The Rt. Hon., The Most Rev., State Sen., Former Gov., First Lady. */
const BEFORE_TITLES = words('the rt rt. right most very his her state u.s. us former first');

/** Words that belong to the title before them: Hon. (Ret.), Prof. em., Dr. med. */
const AFTER_TITLES = words('ret em emer emeritus emerita med dent jur rer nat habil');

/**
 * The number of words that are titles at the start of a name, such as 3 for The Rev. Dr. "The" and "(Ret.)" only count together with a
 * title.
 */
export function titlesBefore(parts: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < parts.length; at++) {
    const word = bare(parts[at]!);
    const isTitle = PREFIXES.has(word) ? !hasInnerPoint(parts[at]!) : POINTED_PREFIXES.test(parts[at]!);
    if (isTitle || (AFTER_TITLES.has(word) && count > 0)) count = at + 1;
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
  return SUFFIXES.has(plain) && !DOUBTFUL_SUFFIXES.has(plain) && !(plain.length === 2 && hasInnerPoint(word) && !isDegree(word));
}

/** Degrees of two letters that are written with points. */
const isDegree = (word: string): boolean => /^(?:m\.d|j\.d|r\.n|d\.o|b\.a|m\.a|b\.s|m\.s|d\.c|s\.c|p\.e|n\.p|o\.d)\.?$/i.test(word);

/** True for Jr., III or Ph.D. in any spelling. False for Junior and Senior, which can be last names. */
export const isSureSuffix = (word: string): boolean => SURE_SUFFIXES.has(bare(word)) && isPlainSuffix(word);

export const isWholeGeneration = (word: string): boolean => WHOLE_GENERATIONS.has(bare(word));

/** True for a particle before a last name. A capital with a point is an initial: "John D. Smith". */
export function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase()) || /^ste?\.$/i.test(word);
}

export const isInnerParticle = (word: string): boolean => INNER_PARTICLES.has(word.toLowerCase());

/** True for the separate O of an Irish last name: O Connor. */
export const isIrishO = (word: string, next: string): boolean => (word === 'O' || word === 'o') && AFTER_O.has(next.toLowerCase());

/** True for a last name that begins with its particles: van der Meer. */
export function beginsWithParticle(text: string): boolean {
  const first = text.slice(0, text.indexOf(' '));
  return first === first.toLowerCase() && PARTICLES.has(first);
}

const VOWEL = /[AEIOUYÀ-ÖØ-Ý]/i;

/**
 * True for a word that looks like a credential after a comma (LCPT, M.Ed., AIA-CSI, RN/BC): several capitals, inner points, or no vowels.
 * False for initials (J.R.) and first names.
 */
export function looksLikeCredential(word: string, isAllCapitals: boolean): boolean {
  if (SUFFIXES.has(bare(word))) return true;
  if (/^[A-Z]?[a-z]+$/.test(word)) return false;
  const plain = word.replace(/[,;()]/g, '');
  if (/\d/.test(plain) || /[®™+]/.test(plain)) return true;
  const letters = plain.replace(/[^\p{L}]/gu, '');
  if (letters === '' || isGivenName(letters)) return false;
  const pieces = plain.split(/[-/.]/).filter((piece) => piece !== '');
  // J.R., J. R. and J-P are initials.
  if (pieces.every((piece) => piece.length === 1) && pieces.length <= 2) return false;
  if (pieces.length > 1 && /[./]/.test(plain.slice(0, -1)) && pieces.every((piece) => piece.length <= 4)) return true;
  if (isAllCapitals) return letters.length >= 2 && letters.length <= 6 && !VOWEL.test(letters);
  const capitals = letters.replace(/[^\p{Lu}]/gu, '').length;
  // "MSEd", "PharmD" and "CFRE" have several capitals. Excludes "McCoy" and "DeShawn", in which the second capital is in the middle.
  return (
    letters.length >= 2 &&
    letters.length <= 8 &&
    capitals >= 2 &&
    (capitals === letters.length || /^\p{Lu}{2}/u.test(letters) || /\p{Lu}$/u.test(letters))
  );
}

/** All titles, suffixes and particles, in lower case and without points. */
export const NAME_VOCABULARY: readonly string[] = [...PREFIXES, ...SUFFIXES, ...PARTICLES, ...BEFORE_TITLES, ...NATIVE];
