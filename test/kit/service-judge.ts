/** The problems with the end of a job, as sentences: the invariants that hold for any service. */
import { type Features, honestyOfService, isAway, isUnusableInReads, passes, type ServiceSpec } from './service-dimensions.ts';
import { type JobEnd, LONGEST_WAIT_MS, type Screened, type ShownRow } from './service-job.ts';
import { hasScore, isRefused, overallScore, peopleOf, shownCapacity } from './service-truth.ts';

/** Row 1 of the sheet holds the headings. */
const FIRST_SHEET_ROW = 2;

/** `all`: every row that can have a score has it. `none-required`: scores may be missing. */
function requirement(spec: ServiceSpec): 'all' | 'none-required' {
  const honesty = honestyOfService(spec);
  if (honesty.has('unproved')) return 'none-required';
  // If some profiles lack their row number, the other numbers can fit both a count of all rows and one of the valid rows of a short list.
  if (honesty.has('elements') && spec.features.echo === 'row-and-name') return 'none-required';
  if (!honesty.has('unusable')) return 'all';
  const { times } = spec.unusable;
  // If unusable answers to a call that only reads are temporary, the job succeeds.
  return isUnusableInReads(spec) && times !== null && times <= 2 && passes(spec) ? 'all' : 'none-required';
}

/** A decimal number in its normal form, with all of its digits; null for another text. */
function decimal(text: string): string | null {
  const parts = /^\s*([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?\s*$/i.exec(text);
  if (parts === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return '0';
  return `${sign === '-' ? '-' : ''}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}

const sameValue = (one: string, other: string): boolean => one === other || (decimal(one) !== null && decimal(one) === decimal(other));

const cellOf = ({ cells }: ShownRow, ending: string): string => {
  const keys = Object.keys(cells).filter((key) => key.endsWith(ending));
  return keys.map((key) => cells[key]!).find((cell) => cell !== '') ?? '';
};

/** Problems with the scores of rows: another person's score, changed digits, or no score although the service delivered it. */
function scoreProblems(spec: ServiceSpec, rows: JobEnd['rows'], isAll: boolean): string[] {
  const problems: string[] = [];
  const isReadable = spec.features.charset !== 'utf-8-called-latin1' && spec.features.charset !== 'unknown-charset';
  for (let index = 0; index < spec.rows; index++) {
    const row = rows.get(index + FIRST_SHEET_ROW);
    const where = `row ${index + FIRST_SHEET_ROW}`;
    if (row === undefined) {
      problems.push(`${where} is missing`);
      continue;
    }
    const score = cellOf(row, 'overallScore');
    if (score !== '' && row.outcome !== 'scored') problems.push(`${where} is ${row.outcome} and has a score`);
    if (row.outcome === 'scored') {
      if (isRefused(spec, index)) problems.push(`${where} was refused and is scored`);
      else if (!hasScore(spec, index)) problems.push(`${where} has no readable score and is scored`);
      else if (score !== overallScore(index)) problems.push(`${where} has the score “${score}” instead of ${overallScore(index)}`);
      const capacity = cellOf(row, 'capacityValue');
      if (hasScore(spec, index) && !sameValue(capacity, shownCapacity(spec, index)))
        problems.push(`${where} has the capacity “${capacity}” instead of “${shownCapacity(spec, index)}”`);
      const range = cellOf(row, 'capacityRange');
      if (isReadable && hasScore(spec, index) && range !== '€ 1 – “5” é ﬁn') problems.push(`${where} has the range “${range}”`);
    } else if (isAll && hasScore(spec, index)) problems.push(`${where} is ${row.outcome} although its profile came`);
    if (row.outcome === 'refused' && !isRefused(spec, index)) problems.push(`${where} is refused, and the service accepted it`);
  }
  return problems;
}

/** Numbers as they are written in a line of JSON. */
const NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.]*(?:[eE][+-]?\d+)?/g;

function exportProblems(spec: ServiceSpec, { exported, rows }: JobEnd): string[] {
  const people = peopleOf(spec);
  return people.flatMap(({ primaryLast }, index) => {
    const row = rows.get(index + FIRST_SHEET_ROW);
    if (row?.outcome !== 'scored' || !hasScore(spec, index)) return [];
    const line = exported.find((one) => one.includes(JSON.stringify(primaryLast)));
    if (line === undefined) return [`the export lacks row ${index + FIRST_SHEET_ROW}`];
    const values = (line.match(NUMBERS) ?? []).map((value) => (value.startsWith('"') ? (JSON.parse(value) as string) : value));
    return [overallScore(index), shownCapacity(spec, index)]
      .filter((wanted) => wanted !== '' && !values.some((value) => sameValue(value, wanted)))
      .map((wanted) => `the export lacks “${wanted}” in row ${index + FIRST_SHEET_ROW}`);
  });
}

function accountProblems({ counts, view, rows, notRead }: JobEnd, spec: ServiceSpec): string[] {
  if (view?.state.at !== 'done' || counts === null) return [];
  const { submitted, scored, refused, unknown } = counts;
  const shown = (outcome: ShownRow['outcome']) => [...rows.values()].filter((row) => row.outcome === outcome).length;
  const problems: string[] = [];
  if (submitted !== spec.rows || submitted !== scored + refused + unknown)
    problems.push(`the counts do not add up: ${JSON.stringify(counts)}`);
  if (WITH_SECOND_ARRAY.has(spec.features.shape) !== notRead > 0) problems.push(`${notRead} entries are said to be not read`);
  if (shown('scored') !== scored || shown('refused') !== refused || shown('unknown') !== unknown)
    problems.push(
      `the counts ${JSON.stringify(counts)} differ from the rows: ${shown('scored')}, ${shown('refused')}, ${shown('unknown')}`,
    );
  return problems;
}

/** Shapes with another list besides the profiles. */
const WITH_SECOND_ARRAY: ReadonlySet<Features['shape']> = new Set(['second-array', 'second-first', 'errors-first']);

/** Problems with charges, from what the service did. */
function chargeProblems({ service, end }: Screened): string[] {
  const { projects } = service.truth;
  const { rows } = service.spec;
  const starts = projects.reduce((sum, project) => sum + project.starts, 0);
  const problems: string[] = [];
  if (starts > 1) problems.push(`${starts} process calls were acted on`);
  for (const project of projects) {
    if (project.starts > 0 && project.records.length !== rows) problems.push(`a project of ${project.records.length} rows was paid for`);
  }
  if (end.refusal !== null && projects.length > 0) problems.push('the list was refused, and a project was created');
  if (service.strayed > 0) problems.push(`${service.strayed} requests went to another origin`);
  return problems;
}

const STACK =
  /\n\s+at |node:internal|\.m?[jt]s:\d+|AssertionError|assert\(|TypeError|RangeError|ERR_|UND_ERR|HPE_|\bundefined\b|\[object |\bNaN\b|Infinity/;
const ARRIVED = /have not arrived|has neither a score|have neither a score/;
/** Shapes that the application cannot know; it must say so. */
const UNKNOWN_SHAPES: ReadonlySet<Features['shape']> = new Set(['buried', 'text-in-json', 'plain-text']);

function textProblems({ end, service }: Screened): string[] {
  const { spec, token } = service;
  const problems: string[] = [];
  for (const text of end.texts) {
    // The service's own words may contain anything but the token.
    const own = text.replaceAll(/“[^”]*”/g, '“”');
    if (STACK.test(own)) problems.push(`a text for programmers: ${text}`);
    if (text.includes(token)) problems.push(`the token is in a text: ${text}`);
  }
  const isInternal =
    [end.view?.lastError?.code, end.refusal?.code].includes('INTERNAL') ||
    end.texts.some((text) => /inside Screening Desk|INTERNAL/.test(text));
  if (isInternal) problems.push(`an internal error: ${end.texts.find((text) => /inside Screening Desk|INTERNAL/.test(text)) ?? ''}`);
  const reached = (service.requests.profiles ?? 0) > 0;
  if (reached && UNKNOWN_SHAPES.has(spec.features.shape)) {
    const untrue = end.questions.find((text) => ARRIVED.test(text) && !/shape/.test(text));
    if (untrue !== undefined) problems.push(`profiles of an unknown shape have “not arrived”: ${untrue.split('\n')[0]}`);
  }
  return problems;
}

function leakProblems({ end, service }: Screened): string[] {
  const { token, spec } = service;
  const problems: string[] = [];
  if (end.stored.includes(token)) problems.push('the token is stored');
  // Encrypted bytes can contain a shorter text by accident.
  const names = peopleOf(spec).map(({ primaryLast }) => primaryLast);
  // Parts that every street or email address has, because a search for each person takes long.
  const name = [...names, 'Whitfield8c', 'Evergreen Terrace', '@example.org', '@example.invalid']
    .filter((one) => one.length >= 8)
    .find((one) => end.stored.includes(one) || end.stored.includes(Buffer.from(one, 'utf16le')));
  if (name !== undefined) problems.push('a name is stored in plain text');
  return problems;
}

function waitProblems({ end, service }: Screened): string[] {
  const problems: string[] = [];
  const reasons = [...end.reasons];
  if (isAway(service.spec)) return end.isEndless && reasons.length === 0 ? ['a wait without a reason'] : [];
  if (end.isEndless)
    problems.push(
      `a wait without a question: ${service.total} requests, ${JSON.stringify(end.view?.state.at)}, ${reasons.at(-1) ?? 'no reason'}`,
    );
  for (const wait of end.waits) if (wait > LONGEST_WAIT_MS) problems.push(`a wait of ${Math.round(wait / 60_000)} minutes`);
  return problems;
}

/** The problems of one job; empty if every invariant holds. */
export function problemsOf(screened: Screened): string[] {
  const { end, service } = screened;
  const { spec } = service;
  const isAll = requirement(spec) === 'all';
  const problems = [
    ...chargeProblems(screened),
    ...waitProblems(screened),
    ...textProblems(screened),
    ...leakProblems(screened),
    ...accountProblems(end, spec),
    ...end.reopened.map((what) => `after opening again: ${what}`),
    ...end.defects.map((defect) => `a defect: ${defect}`),
  ];
  if (end.view?.state.at === 'done') {
    problems.push(...scoreProblems(spec, end.rows, isAll), ...exportProblems(spec, end));
    if (end.again !== null) problems.push(...scoreProblems(spec, end.again, isAll).map((what) => `fetched again: ${what}`));
  } else if (isAll) problems.push(`it ended at ${end.view?.state.at}: ${end.refusal?.message ?? end.questions.at(-1) ?? ''}`);
  if (isAll && honestyOfService(spec).size === 1 && end.questions.length > 0)
    problems.push(`an honest service led to a question: ${end.questions[0]}`);
  return problems;
}
