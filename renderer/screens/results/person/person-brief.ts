/** The brief that a gift officer takes to a meeting: one sentence and the facts behind it. Unknown parts are omitted. */
import type { PersonView, ScoreColumn } from '../../../../shared/contract/index.ts';
import type { FieldKey } from '../../../../shared/fields/index.ts';
import {
  type MatchStep,
  capacityColumn,
  matchColumn,
  matchStep,
  overallColumn,
  propensityColumn,
} from '../../../../shared/results/index.ts';
import { columnText, number, scoreText, shortDay } from '../../../format/index.ts';

const inDigits = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });
const rounded = new Intl.NumberFormat(undefined, { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 2 });

/** "$3.1 million", "$410,000". Built by hand, because currency formats of `Intl` cannot write "million". */
const spoken = (amount: number): string => `$${(amount < 1_000_000 ? inDigits : rounded).format(amount)}`;

/** A number of the profile, with its column. */
interface Figure {
  readonly column: ScoreColumn;
  readonly value: number;
  readonly text: string;
}

export interface Brief {
  readonly capacity: Figure | null;
  readonly propensity: Figure | null;
  readonly overall: Figure | null;
  readonly match: { readonly text: string; readonly step: MatchStep } | null;
  /** "Can give about $3.1 million, and is very likely to give."; null when nothing is known. */
  readonly sentence: string | null;
}

/** A propensity in words. If the user has not set the better end, it is shown as a number with its scale. */
function propensityWords({ column, value, text }: Figure): string {
  const { min, max, best } = column;
  if (best === null || min === null || max === null || max <= min) return `has propensity ${text}${scaleWords(column)}`;
  const share = best === 'high' ? (value - min) / (max - min) : (max - value) / (max - min);
  return share >= 0.75 ? 'is very likely to give' : share >= 0.5 ? 'is likely to give' : 'is less likely to give than most';
}

const scaleWords = (column: ScoreColumn): string => {
  const { min, max } = column;
  if (min === null || max === null || max <= min) return '';
  const text = (value: number) => columnText(String(value), column);
  return ` (${text(min)} to ${text(max)} in this list)`;
};

export function briefOf({ values }: Pick<PersonView, 'values'>, columns: readonly ScoreColumn[]): Brief {
  const figure = (key: string | null | undefined): Figure | null => {
    const column = columns.find((one) => one.key === key);
    const text = values.find((one) => one.key === key)?.value ?? '';
    const value = text === '' ? Number.NaN : Number(text);
    return column === undefined || Number.isNaN(value) ? null : { column, value, text: columnText(text, column) };
  };
  const keys = columns.map(({ key }) => key);
  const capacity = figure(capacityColumn(keys));
  const propensity = figure(propensityColumn(keys));
  const overall = figure(overallColumn(keys));
  const matchText = values.find(({ key }) => key === matchColumn(columns)?.key)?.value ?? '';
  const step = matchStep(matchText);
  const parts = [
    ...(capacity === null ? [] : [`can give about ${spoken(capacity.value)}`]),
    ...(propensity === null ? [] : [propensityWords(propensity)]),
  ];
  const sentence = parts.join(', and ');
  return {
    capacity,
    propensity,
    overall,
    match: step === null ? null : { text: scoreText(matchText, 'number'), step },
    sentence: sentence === '' ? null : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
  };
}

/** "Match 58, weak. This may be somebody else." */
export function matchSentence({ text, step }: NonNullable<Brief['match']>): string {
  const more = { strong: '', fair: ' Look at the profile before you call.', weak: ' This may be somebody else.' }[step.word];
  return `Match ${text}, ${step.word}.${more}`;
}

export interface Line {
  readonly label: string;
  readonly text: string;
  /** Shown after the text: the day of a gift. */
  readonly more?: string;
}

export interface Gift {
  readonly label: string;
  readonly amount: number;
  /** YYYY-MM-DD */
  readonly day: string;
}

const valueOf = (person: Pick<PersonView, 'record'>, field: FieldKey): string =>
  person.record.find((one) => one.field === field)?.value ?? '';

const GIFTS: readonly (readonly [string, FieldKey, FieldKey])[] = [
  ['First', 'rfmFirstGiftValue', 'rfmFirstGiftDate'],
  ['Largest', 'rfmLargestGiftValue', 'rfmLargestGiftDate'],
  ['Latest', 'rfmMostRecentGiftValue', 'rfmMostRecentGiftDate'],
];

/** The person's giving, from the list as it was sent. */
export function givingOf(person: Pick<PersonView, 'record'>): {
  readonly total: string;
  readonly lines: readonly Line[];
  readonly gifts: readonly Gift[];
} {
  const found = GIFTS.map(([label, amount, day]) => ({ label, amount: valueOf(person, amount), day: valueOf(person, day) }));
  const count = valueOf(person, 'rfmTotalGiftCount');
  const sum = valueOf(person, 'rfmTotalGiftValue');
  const gifts = count === '' ? '' : count === '1' ? '1 gift' : `${number(Number(count))} gifts`;
  return {
    total: [gifts, scoreText(sum, 'money')].filter((part) => part !== '').join(', '),
    lines: found
      .filter(({ amount, day }) => amount !== '' || day !== '')
      .map(({ label, amount, day }) => ({ label, text: scoreText(amount, 'money'), more: day === '' ? '' : shortDay(day) })),
    gifts: found.flatMap(({ label, amount, day }) => (amount === '' || day === '' ? [] : [{ label, amount: Number(amount), day }])),
  };
}

/** How to reach the person. */
export function contactOf(person: Pick<PersonView, 'record'>): readonly Line[] {
  const of = (...fields: FieldKey[]) => fields.map((field) => valueOf(person, field)).filter((part) => part !== '');
  const lines: readonly Line[] = [
    {
      label: 'Address',
      text: [
        ...of('street', 'street2'),
        [of('city').join(''), of('state', 'postalCode').join(' ')].filter((part) => part !== '').join(', '),
      ]
        .filter((part) => part !== '')
        .join(', '),
    },
    { label: 'Email', text: of('personalEmail', 'businessEmail')[0] ?? '' },
    { label: 'Phone', text: of('personalPhone', 'businessPhone')[0] ?? '' },
    { label: 'Employer', text: of('businessName', 'businessTitle').join(', ') },
  ];
  return lines.filter(({ text }) => text !== '');
}

/** City, spouse and officer, after the name. */
export function aboutOf(person: PersonView): string {
  const of = (...fields: FieldKey[]) => fields.map((field) => valueOf(person, field)).filter((part) => part !== '');
  const spouse = of('spouseFirst', 'spouseLast').join(' ');
  return [
    of('city', 'state').join(', '),
    spouse === '' ? '' : `spouse ${spouse}`,
    person.officer === null ? '' : person.officer === '' ? 'no officer' : `officer ${person.officer}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The text with at most `most` characters, shortened between two words. */
export function cutAtWord(text: string, most: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= most) return { text, isCut: false };
  const start = text.slice(0, most + 1);
  const end = start.search(/\s\S*$/);
  return { text: (end > 0 ? start.slice(0, end) : text.slice(0, most)).trimEnd(), isCut: true };
}
