/** Our record and the profile of one person side by side. */
import type { Output } from '../../../shared/contract/index.ts';
import { fieldOf } from '../../../shared/fields/index.ts';
import { eachValue, readEchoedFields, titlesOf, valueText, webAddress } from '../../../shared/results/index.ts';
import { compareFields } from './comparison.ts';
import type { ListIndex } from '../list/ordinals.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';
import type { PresentPair } from './pair-reader.ts';

type ReviewRow = Output<'review.queue'>['rows'][number];
type ReviewedPerson = Output<'review.person'>;

/** Parses addresses as a browser does. Any host is accepted here, because the service's host is known only when a link is opened. */
const parseUrl = (text: string) => URL.parse(text);
const hostOf = (text: string) => parseUrl(text)?.host ?? null;

/** The values of a profile that contain a web address. */
function linksOf({ results }: ScreeningReader, { profile }: PresentPair): ReviewedPerson['links'] {
  const titles = titlesOf(results.columns.map(({ key }) => key));
  const links: ReviewedPerson['links'] = [];
  eachValue(profile, (key, value) => {
    const text = valueText(value);
    if (webAddress(text, hostOf(text), parseUrl) !== null) links.push({ key, title: titles.get(key) ?? key, value: text });
  });
  return links;
}

export function reviewedPerson(screening: ScreeningReader, index: ListIndex, present: PresentPair, row: ReviewRow): ReviewedPerson {
  const echoed = readEchoedFields(present.profile);
  const fields = compareFields(present.ours, echoed);
  const isShown = (group: string, name: boolean) =>
    fields.some(({ field, theirs }) => theirs !== '' && fieldOf(field).group === group && (fieldOf(field).person === 'primary') === name);
  const [showsName, showsAddress] = [isShown('person', true), isShown('address', false)];
  return {
    ...row,
    constituentId: present.pair.constituentId,
    pair: present.pair.pair,
    fields,
    shows: showsName ? (showsAddress ? 'both' : 'name') : showsAddress ? 'address' : 'nothing',
    links: linksOf(screening, present),
    byOrder: screening.results.isByOrder(index),
  };
}
