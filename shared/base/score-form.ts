/** Converts the advanced score settings to form texts and back: every part is optional, and empty parts are not sent. */
import { ScoreConfiguration } from './score-configuration.ts';

interface ScoreField {
  readonly key: string;
  readonly label: string;
  readonly kind: 'text' | 'number';
}

interface ScoreGroup {
  readonly title: string;
  readonly fields: readonly ScoreField[];
}

const text = (key: string, label: string): ScoreField => ({ key, label, kind: 'text' });
const amount = (key: string, label: string): ScoreField => ({ key, label, kind: 'number' });
const limits = (key: string, label: string): readonly ScoreField[] => [
  amount(`${key}.0`, `${label}, lower limit`),
  amount(`${key}.1`, `${label}, upper limit`),
];

/** Every part of the service's score configuration, in groups. */
export const SCORE_GROUPS: readonly ScoreGroup[] = [
  {
    title: 'Affinity',
    fields: [
      text('primaryAffinity', 'Primary affinity code'),
      text('primaryAffinityDescription', 'Primary affinity description'),
      text('secondaryAffinity', 'Secondary affinity code'),
      text('secondaryAffinityDescription', 'Secondary affinity description'),
    ],
  },
  {
    title: 'Match and capacity',
    fields: [amount('minimumConfidenceOfMatch', 'Minimum match confidence'), ...limits('scoreCapacityLimits', 'Capacity')],
  },
  {
    title: 'Overall score weights',
    fields: [
      amount('scoreWeights.propensity', 'Propensity'),
      amount('scoreWeights.affinity', 'Affinity'),
      amount('scoreWeights.capacity', 'Capacity'),
    ],
  },
  {
    title: 'Giving pattern weights',
    fields: [
      amount('recencyFrequencyMonetary.weights.recency', 'Recency'),
      amount('recencyFrequencyMonetary.weights.frequency', 'Frequency'),
      amount('recencyFrequencyMonetary.weights.monetary', 'Monetary'),
    ],
  },
  {
    title: 'Giving pattern limits',
    fields: [
      ...limits('recencyFrequencyMonetary.recencyLimits', 'Recency'),
      ...limits('recencyFrequencyMonetary.frequencyLimits', 'Frequency'),
      ...limits('recencyFrequencyMonetary.monetaryLimits', 'Monetary'),
    ],
  },
];

const FIELDS: readonly ScoreField[] = SCORE_GROUPS.flatMap((group) => group.fields);

/** Form texts by field key. */
export type ScoreTexts = Readonly<Record<string, string>>;

type Tree = { [key: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** The form of a configuration; all fields are empty for null. */
export function textsOf(configuration: ScoreConfiguration | null): ScoreTexts {
  const valueAt = (key: string): unknown =>
    key.split('.').reduce<unknown>((at, part) => (isTree(at) ? at[part] : undefined), configuration ?? undefined);
  return Object.fromEntries(
    FIELDS.map(({ key }) => {
      const value = valueAt(key);
      return [key, typeof value === 'string' || typeof value === 'number' ? String(value) : ''];
    }),
  );
}

const NUMBER = /^-?\d+(\.\d+)?$/;

export interface ReadForm {
  /** Null when every field is empty: the service then uses its own settings. */
  readonly configuration: ScoreConfiguration | null;
  /** Error messages by field key. */
  readonly problems: ScoreTexts;
}

/** The fields that belong together with this one, such as both ends of a limit or all weights of a score. */
const partOf = (key: string): readonly ScoreField[] => {
  const parent = key.slice(0, key.lastIndexOf('.') + 1);
  return parent === '' ? [] : FIELDS.filter((field) => field.key.startsWith(parent) && !field.key.slice(parent.length).includes('.'));
};

const writtenIn = (texts: ScoreTexts, key: string): string => (texts[key] ?? '').trim();

function problemOf({ key, kind }: ScoreField, texts: ScoreTexts): string | null {
  const written = writtenIn(texts, key);
  if (kind === 'number' && written !== '' && !NUMBER.test(written)) return 'This is not a number.';
  const part = partOf(key);
  if (written === '' && part.some((field) => writtenIn(texts, field.key) !== ''))
    return part.length === 2 ? 'Enter both limits, or neither.' : 'Enter all three, or none.';
  if (!key.endsWith('.1') || written === '') return null;
  return Number(writtenIn(texts, `${key.slice(0, -1)}0`)) < Number(written) ? null : 'The upper limit must be higher than the lower limit.';
}

function setValue(tree: Tree, path: readonly string[], value: string | number): void {
  const [head = '', next, ...rest] = path;
  if (next === undefined) {
    tree[head] = value;
    return;
  }
  const known = tree[head];
  const inner: unknown = isTree(known) ? known : next === '0' || next === '1' ? [] : {};
  tree[head] = inner;
  if (isTree(inner)) setValue(inner, [next, ...rest], value);
}

/** Parses the form. If there are problems, the configuration is incomplete and must not be saved. */
export function readForm(texts: ScoreTexts): ReadForm {
  const problems: Record<string, string> = {};
  const tree: Tree = {};
  for (const field of FIELDS) {
    const problem = problemOf(field, texts);
    const written = writtenIn(texts, field.key);
    if (problem !== null) problems[field.key] = problem;
    else if (written !== '') setValue(tree, field.key.split('.'), field.kind === 'number' ? Number(written) : written);
  }
  return { configuration: Object.keys(tree).length === 0 ? null : tree, problems };
}

export const settingsGiven = (texts: ScoreTexts): number => FIELDS.filter(({ key }) => writtenIn(texts, key) !== '').length;

/** A configuration that the user gives as JSON and that follows the rules of the form, or why it does not. */
export type CheckedConfiguration =
  | { readonly configuration: ScoreConfiguration }
  /** What is wrong, as sentences that name the part. */
  | { readonly problems: readonly string[] };

/** Checks a configuration from a file: known parts only, complete weights and limits, and limits in order. */
export function checkConfiguration(value: unknown): CheckedConfiguration {
  const parsed = ScoreConfiguration.safeParse(value);
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map(
        ({ path, message }) => `${path.length === 0 ? 'The settings' : `“${path.join('.')}”`}: ${message}.`,
      ),
    };
  const { configuration, problems } = readForm(textsOf(parsed.data));
  const found = Object.entries(problems).map(([key, problem]) => `“${key}”: ${problem}`);
  if (found.length > 0) return { problems: found };
  return configuration === null ? { problems: ['The settings are empty.'] } : { configuration };
}
