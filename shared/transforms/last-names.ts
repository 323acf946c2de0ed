/** Finds where the last name begins in a name in spoken order. */
import {
  isFamilyName,
  isGivenName,
  isInnerParticle,
  isIrishO,
  isOnlyGivenName,
  isParticle,
  isNativeWord,
  isSpanishName,
  words,
} from './name-words.ts';

/** The index of the first word of the last name. */
export function startOfLast(parts: readonly string[], isAllCapitals: boolean): number {
  let from = parts.length - 1;
  // Mary A. Pell Jones
  if (parts.length === 4 && /^\p{L}\.?$/u.test(parts[1]!) && parts[0]!.length > 1 && isLongWord(parts[2]!) && !isOnlyGivenName(parts[2]!))
    from = 2;
  const spanish = startOfSpanish(parts);
  if (spanish > 0) return spanish;
  if (parts.length > 2 && areTwoLastNames(parts)) return parts.length - 2;
  // Carlos Almeida Neto: the word for the generation is part of the last name.
  if (parts.length > 2 && isPortugueseGeneration(parts[from]!) && parts[from - 1]!.length > 2 && !isOnlyGivenName(parts[from - 1]!)) from--;
  // João da Silva Pereira, but not Maria da Glória Pereira.
  if (parts.length > 3) {
    const particle = parts.findIndex((part, at) => at > 0 && at < parts.length - 2 && PORTUGUESE_PARTICLE.test(part));
    if (particle > 0 && !/^mar[ií]a$/i.test(parts[particle - 1]!)) from = particle;
  }
  for (;;) {
    const before = parts[from - 1]!;
    // "Rodríguez y Vega" is one last name.
    if (from > 1 && joinsLastNames(parts, from - 1, isAllCapitals)) from -= Math.min(2, from - 1);
    else if (from > 1 && isMiddleName(before, parts[from]!, parts[0]!)) return from;
    else if (
      from > 1 &&
      !/^[yY]$/.test(before) &&
      (isParticle(before) ||
        isBen(parts, from - 1) ||
        isIrishO(before, parts[from]!) ||
        isGaelicNi(before, parts[from]!) ||
        isItalianLo(before, parts[from]!))
    )
      from--;
    // Otto in 't Veld
    else if (from > 1 && before === 'in' && /^['’]t$/.test(parts[from]!)) from--;
    // Carlos Ponce de León, João Pereira dos Santos
    else if (from > 1 && /^de$/i.test(parts[from]!) && isSpanishName(before) && !parts.slice(from).some((part) => /^y$/i.test(part)))
      from--;
    else if (from > 1 && PORTUGUESE_PARTICLE.test(parts[from]!) && PORTUGUESE.has(before.toLowerCase())) from--;
    else if (from > 1 && before === 'op' && /^(?:de|den|het)$/i.test(parts[from]!)) from--;
    else if (from > 2 && isInnerParticle(before) && (isParticle(parts[from - 2]!) || parts[from - 2] === 'in')) from--;
    else if (from > 1 && /-(?:de|der|den|van|von|del|di|da|la|le|st\.?)$/i.test(before)) from--;
    else return from;
  }
}

/**
 * The index of the particles before two Spanish last names: "Ana de la Fuente Ruiz", "Pedro del Valle Soto". 0 for other names, and if the
 * particles belong to a first name: "María de la Luz Ruiz".
 */
function startOfSpanish(parts: readonly string[]): number {
  const last = parts.length - 1;
  if (last < 3 || !(isSpanishName(parts[last]!) || /[áéíóúñ]/i.test(parts[last]!))) return 0;
  let from = last - 1;
  while (from > 1 && /^(?:de|del|la|las|los)$/i.test(parts[from - 1]!)) from--;
  return from === last - 1 || isOnlyGivenName(parts[last - 1]!) || DEVOTION.test(parts[last - 1]!) ? 0 : from;
}
/** Words that end first names: María de la Luz, María del Rocío. */
const DEVOTION =
  /^(?:[áa]ngeles|asunci[óo]n|carmen|cielo|concepci[óo]n|consuelo|dolores|guadalupe|jes[úu]s|lourdes|luz|mar|mercedes|paz|pilar|refugio|roc[íi]o|rosario|socorro|sol)$/i;

/** Portuguese for grandson, son and nephew. */
export const PORTUGUESE_GENERATIONS = words('neto netto filho sobrinho');
const isPortugueseGeneration = (word: string): boolean => PORTUGUESE_GENERATIONS.has(word.toLowerCase());

/** Excludes "Do" and "Da", which are names in Asia. */
const PORTUGUESE_PARTICLE = /^(?:d[ao]s?|D[AO]S|Dos)$/;
/** Frequent last names of Portugal and Brazil. */
const PORTUGUESE = words(
  `silva santos oliveira souza sousa rodrigues ferreira alves pereira lima gomes costa ribeiro martins carvalho almeida lopes soares fernandes vieira
  barbosa rocha dias nascimento andrade moreira nunes marques machado mendes freitas cardoso gonçalves teixeira moura correia pinto araújo araujo melo
  monteiro barros cunha fonseca azevedo borges coelho esteves figueiredo macedo magalhães medeiros miranda neves nogueira pacheco tavares`,
);

/**
 * True if the last two words are the last names of both parents, or a Native American last name: "Yolanda Garza Medina", "Ron Two Bears".
 */
function areTwoLastNames(parts: readonly string[]): boolean {
  const [one, two] = parts.slice(-2) as [string, string];
  if (isNativeWord(one))
    return /^(?:bear|horse|hawk|eagle|bull|elk|crow|wolf|wolves|dog|owl|buffalo|feather|cloud|moon|thunder|bird|star|arrow|lance|shield|deer|fox|snake|turtle)e?s?$/i.test(
      two,
    );
  return (isSpanishName(one) && isSpanishName(two)) || isNativePair(one, two);
}

/** True for names such as Red Cloud and Black Elk, which are hardly ever a middle and a last name. */
export const isNativePair = (one: string, two: string): boolean =>
  /^(?:red|black|white|little|big|blue|gr[ae]y)$/i.test(one) &&
  /^(?:cloud|elk|eagle|horse|bear|hawk|bull|feather|buffalo|owl|thunder)$/i.test(two);

/** True for Lo in "Vincenzo Lo Presti", but not in "Ann Lo Chen". */
const isItalianLo = (word: string, last: string): boolean => word === 'Lo' && /^\p{Lu}\p{Ll}{3,}[aeio]$/u.test(last);

/** True for Ni in "Aoife Ni Bhriain". */
const isGaelicNi = (word: string, last: string): boolean => /^(?:n[ií]|nic|u[ií])$/i.test(word) && /^[bcdfgmpst]h/i.test(last);

/** Family names of Vietnam. */
const VIETNAMESE = words(
  'bui cao chau dang dao dinh do doan duong ha ho hoang huynh lam le luong luu ly mai ngo nguyen pham phan ta thai to tran trinh truong vo vu vuong',
);

export const isVietnameseName = (word: string): boolean => VIETNAMESE.has(word.toLowerCase());

/** True for Van in "Thanh Van Do", where it is not a particle. */
const isMiddleName = (word: string, last: string, first: string): boolean =>
  word === 'Van' && isVietnameseName(last) && !isFamilyName(first);

/** True for Ben in "Dov Ben Ezrah", but not in "Mary Ben Carter". */
const isBen = (parts: readonly string[], at: number): boolean =>
  /^b[ea][nr]$/i.test(parts[at]!) &&
  (parts[at] === 'ben' ||
    (at === parts.length - 2 && isOnlyGivenName(parts[at + 1]!)) ||
    (!isGivenName(parts[0]!) && !isFamilyName(parts[at + 1]!)));

const isLongWord = (word: string): boolean => word.length > 2 && !word.endsWith('.');

/**
 * True for a word that joins two last names. False for an initial ("Maria Y Lopez"): the word must be in lower case, or the whole name in
 * capitals.
 */
function joinsLastNames(parts: readonly string[], at: number, isAllCapitals: boolean): boolean {
  const word = parts[at]!;
  if (!/^[yei]$/i.test(word)) return false;
  if (at < 2) return word === 'y' && parts.some((part) => part !== part.toLowerCase());
  if (/^\p{L}\.?$/u.test(parts[at - 1]!)) return false;
  return word === word.toLowerCase() ? parts[0] !== parts[0]!.toLowerCase() || word === 'y' : word === 'Y' && isAllCapitals;
}
