/** Sentences about one person in everything that is stored. */
import { countText, numberText, usDay } from '../base/index.ts';
import type { Output, PersonPlace } from '../contract/index.ts';
import { dispositionText } from '../rows/index.ts';

type Found = Output<'people.find'>;

const OUTCOMES: Readonly<Record<PersonPlace['outcome'], string>> = {
  unlisted: 'Not a row of the list',
  leftOut: 'Left out',
  notSent: 'Not sent',
  sent: 'Sent, without a result',
  scored: 'Sent and scored',
  refused: 'Sent and not accepted',
  noRow: 'A profile that belongs to no row',
};

/** "Left out: On your do-not-screen list". */
export const placeState = ({ outcome, leftOut }: Pick<PersonPlace, 'outcome' | 'leftOut'>): string =>
  leftOut === null ? OUTCOMES[outcome] : `${OUTCOMES[outcome]}: ${dispositionText(leftOut).label}`;

/** The number of different people in these places, by ID or else by name. */
export const peopleIn = (places: readonly Pick<PersonPlace, 'name' | 'keys'>[]): number =>
  new Set(places.map(({ name, keys }) => (keys.constituentId ?? name).toLowerCase())).size;

const searchedText = ({ searched }: Found): string => `${countText(searched.projects, 'project')} with ${countText(searched.rows, 'row')}`;

/** "Nobody was found in 3 projects with 12,000 rows." */
export const notFoundText = (found: Found): string => `Nobody was found in ${searchedText(found)}.`;

/** What else a search found, and what it could not show. */
export function foundText(found: Found): string[] {
  const more = found.projects.reduce((sum, project) => sum + project.more, 0);
  return [
    ...(more > 0 ? [`${numberText(more)} more ${more === 1 ? 'place contains' : 'places contain'} this text. Type more of it.`] : []),
    ...found.projects.flatMap(({ name, texts }) => (texts.length === 0 ? [] : [`“${name}” has it in ${texts.join(', ')}.`])),
    ...(found.texts.length === 0 ? [] : [`It is also in ${found.texts.join(', ')}.`]),
    ...(found.onDoNotScreen ? ['This ID or email is on the do-not-screen list.'] : []),
    ...found.alone.map(
      ({ connection, at, outcome }) =>
        `${outcome === 'done' ? 'Screened' : 'May have been screened'} as a single profile over ${connection} on ${usDay(at)}. Only a code for the person is stored, so letters do not mention this screening.`,
    ),
  ];
}

type Mention = Output<'people.erasing'>['texts'][number];

/** "The report (“Spring”): “Visit Ida Voss” becomes “Visit [erased]”." */
export function mentionText({ where, before, after, stays }: Mention): string {
  const what = `${where.slice(0, 1).toUpperCase()}${where.slice(1)}`;
  return stays === null ? `${what}: “${before}” becomes “${after}”.` : `${what} keeps “${before}”. ${stays}`;
}

/** "1 place and 2 texts"; empty for neither. */
export const erasedText = (places: number, texts: number): string =>
  [...(places === 0 ? [] : [countText(places, 'place')]), ...(texts === 0 ? [] : [countText(texts, 'text')])].join(' and ');
