/** The results of a pilot: refusals, matches by readiness, empty columns, and how known people rank. */
import type { PilotView, ScoreColumn } from '../../../shared/contract/index.ts';
import { FIELD_INDEX, type FieldKey, isFieldKey } from '../../../shared/fields/index.ts';
import { MAX_KNOWN, isPilot } from '../../../shared/order/index.ts';
import { type MatchStep, capacityColumn, matchColumn, matchStep } from '../../../shared/results/index.ts';
import { NO_ROW, decodeFacts, readinessOf } from '../../../shared/rows/index.ts';
import { RULE_INDEX, type RuleCode } from '../../../shared/rules/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { BestRows, storedBest } from '../list/best-rows.ts';
import { Edits } from '../list/edits.ts';
import { type ListIndex, NO_PROFILE } from '../list/ordinals.ts';
import { personName } from '../list/person-texts.ts';
import { GROUP_BLOCKS, groupOf } from '../list/row-groups.ts';
import type { StoredRow } from '../list/stored-rows.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import { reasonsOf } from './result-pages.ts';
import type { ScreeningReader } from './screening-reader.ts';

/** With fewer refused people, nothing can be concluded about the others. */
const LEAST_REFUSED = 5;
/** The decile of the people who gave the most. */
const TOP_TENTH = 1;
const MAX_REFUSALS = 20;
type PilotReadiness = PilotView['quality'][number]['readiness'];
const READINESS: readonly PilotReadiness[] = ['asItCame', 'corrected', 'incomplete'];
const RULES = Object.entries(RULE_INDEX) as [RuleCode, number][];

type Quality = PilotView['quality'][number];
type Refusal = PilotView['refusals'][number];

export interface PilotPerson {
  readonly row: number;
  readonly index: ListIndex;
  readonly at: StoredRow;
  readonly readiness: PilotReadiness;
}

/** Rounds a number so that it is easy to remember: to tens from 20 on. */
const roundNumber = (value: number): number => (value < 20 ? Math.round(value) : Math.round(value / 10) * 10);

/** Expected number of refusals among the others, if each readiness is refused at the same rate as in the pilot. */
export function expectedOf(quality: readonly Pick<Quality, 'people' | 'refused' | 'others'>[]): number | null {
  const refused = quality.reduce((sum, one) => sum + one.refused, 0);
  if (refused < LEAST_REFUSED) return null;
  const others = quality.reduce((sum, one) => sum + one.others, 0);
  return Math.min(
    others,
    roundNumber(quality.reduce((sum, one) => sum + (one.people === 0 ? 0 : (one.others * one.refused) / one.people), 0)),
  );
}

/** The people of a pilot, as stored in its file. */
export class Pilot {
  private readonly screening: ScreeningReader;
  private readonly rows: BestRows;
  private readonly checks: CheckGroupReader;
  private readonly edits: Edits;
  readonly quality: Quality[] = READINESS.map((readiness) => ({
    readiness,
    people: 0,
    strong: 0,
    fair: 0,
    weak: 0,
    scored: 0,
    refused: 0,
    unknown: 0,
    others: 0,
  }));
  readonly people: PilotPerson[] = [];

  constructor(screening: ScreeningReader) {
    this.screening = screening;
    this.rows = new BestRows(screening.file);
    this.checks = new CheckGroupReader(screening.file);
    this.edits = new Edits(screening.file);
    this.read();
  }

  private read(): void {
    const { blocks, results } = this.screening;
    for (const { seq } of blocks.places) {
      const group = this.checks.group(groupOf(seq));
      if (group === null) continue;
      const block = blocks.block(seq);
      for (let row = 0; row < block.rowCount; row++) {
        const code = group.facts[group.start(seq % GROUP_BLOCKS) + row]!;
        const number = block.rowNumber(row);
        const isChosen = this.rows.isChosen(number);
        if (code === NO_ROW || (!isChosen && !this.rows.isNotChosen(number))) continue;
        const isReady = readinessOf(decodeFacts(code)) === 'ready';
        const readiness = isReady ? (this.edits.isCorrected(number) ? 'corrected' : 'asItCame') : 'incomplete';
        if (!isChosen) {
          this.of(readiness).others += 1;
          continue;
        }
        const index = listIndexOf(results.rows, number);
        if (index < 0) continue;
        this.of(readiness).people += 1;
        this.people.push({ row: number, index, at: { block, row, seq }, readiness });
      }
    }
  }

  private of(readiness: PilotReadiness): Quality {
    return this.quality[READINESS.indexOf(readiness)]!;
  }

  isKnown({ row }: PilotPerson): boolean {
    return this.rows.isKnown(row);
  }

  givesMost({ row }: PilotPerson): boolean {
    return this.rows.decile(row) === TOP_TENTH;
  }

  isScored({ index }: PilotPerson): boolean {
    return this.screening.results.matches[index] !== NO_PROFILE;
  }

  /** Counts each person by outcome and match. `match`: key of the column with the match number. */
  countQuality(match: string | null): void {
    for (const person of this.people) {
      const counts = this.of(person.readiness);
      const outcome = this.screening.results.outcome(person.index);
      if (outcome !== 'scored') counts[outcome === 'refused' ? 'refused' : 'unknown'] += 1;
      else counts[this.stepOf(person, match)?.word ?? 'scored'] += 1;
    }
  }

  private stepOf({ index }: PilotPerson, match: string | null): MatchStep | null {
    return match === null ? null : matchStep(this.screening.scores(index, [match])[0]!);
  }

  refusals(): Refusal[] {
    const found = new Map<string, Refusal>();
    for (const person of this.people) {
      if (this.screening.results.outcome(person.index) !== 'refused') continue;
      const [first = { field: null, message: 'No reason given', value: null }] = reasonsOf(this.screening.results, person.index);
      const field = first.field !== null && isFieldKey(first.field) ? first.field : null;
      const key = `${field ?? ''} ${first.message}`;
      const same = found.get(key) ?? {
        message: first.message,
        field,
        rule: null,
        rows: 0,
        by: { asItCame: 0, corrected: 0, incomplete: 0 },
      };
      same.rows += 1;
      same.by[person.readiness] += 1;
      same.rule ??= field === null ? null : this.ruleOn(person, field);
      found.set(key, same);
    }
    return [...found.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MAX_REFUSALS);
  }

  /** The rule of the first issue that the check found in this field of the row; null for none. */
  private ruleOn({ at: { seq, row } }: PilotPerson, field: FieldKey): RuleCode | null {
    const group = this.checks.group(groupOf(seq))!;
    let found: RuleCode | null = null;
    group.eachIssue(group.start(seq % GROUP_BLOCKS) + row, (at, rule) => {
      if (at === FIELD_INDEX[field]) found ??= RULES.find(([, index]) => index === rule)?.[0] ?? null;
    });
    return found;
  }

  /** `what`: the sheet column that names the known people; null without one. */
  knownPeople(rankedBy: string | null, what: number | null): PilotView['knownPeople'] {
    const { results, records } = this.screening;
    const numberOf = (person: PilotPerson): number => {
      const text = rankedBy === null || !this.isScored(person) ? '' : this.screening.scores(person.index, [rankedBy])[0]!;
      return text === '' ? Number.NaN : Number(text);
    };
    const numbers = this.people.map(numberOf);
    const known = this.people.filter((person) => this.isKnown(person)).slice(0, MAX_KNOWN);
    return known
      .map((person) => {
        const percentile = percentileOf(numberOf(person), numbers);
        return {
          row: person.row,
          name: personName(records.of(person.at.block, person.at.row)),
          what: what === null ? '' : person.at.block.text(person.at.row, what).trim(),
          outcome: results.outcome(person.index),
          percentile,
          reason: reasonsOf(results, person.index)[0]?.message ?? '',
          isDoubtful: percentile !== null && percentile < 50 && this.givesMost(person),
        };
      })
      .toSorted((a, b) => (b.percentile ?? -1) - (a.percentile ?? -1));
  }
}

/** The percentage of numbers in `all` that are lower; null if `number` is NaN. `all`: the people's numbers, NaN for none. */
export function percentileOf(number: number, all: readonly number[]): number | null {
  if (Number.isNaN(number)) return null;
  const others = all.filter((one) => !Number.isNaN(one));
  return Math.round((others.filter((one) => one < number).length / others.length) * 100);
}

/** Null for a list that was not a pilot. `columns`: the score columns with their titles. `rankBy`: a score column; null for the default. */
export function pilotResults(screening: ScreeningReader, columns: readonly ScoreColumn[], rankBy: string | null): PilotView | null {
  const best = storedBest(screening.file);
  if (best === null || !isPilot(best.settings) || best.pilot === null) return null;
  const { settings } = best;
  const pilot = new Pilot(screening);
  pilot.countQuality(matchColumn(screening.results.columns)?.key ?? null);
  const { quality } = pilot;
  const sum = (value: (one: Quality) => number) => quality.reduce((all, one) => all + value(one), 0);
  const numbers = columns.filter(({ type }) => type === 'number').map(({ key, title }) => ({ key, title }));
  const keys = columns.map(({ key }) => key);
  const rankedBy = numbers.find(({ key }) => key === rankBy)?.key ?? capacityColumn(keys) ?? numbers[0]?.key ?? null;
  const filled = keys.map(() => 0);
  for (const person of pilot.people)
    if (pilot.isScored(person)) for (const [at, text] of screening.scores(person.index, keys).entries()) if (text !== '') filled[at]! += 1;
  return {
    people: best.people,
    chosen: best.chosen,
    known: best.pilot.known,
    seed: settings.seed,
    scored: sum(({ strong, fair, weak, scored }) => strong + fair + weak + scored),
    refused: sum(({ refused }) => refused),
    unknown: sum(({ unknown }) => unknown),
    refusals: pilot.refusals(),
    quality,
    // Leaves out columns that have values only for people outside the pilot.
    columns: columns.flatMap(({ key, title, filled: all }, at) =>
      filled[at] === 0 && all > 0 ? [] : [{ key, title, filled: filled[at]! }],
    ),
    expected: expectedOf(quality),
    rankColumns: numbers,
    rankedBy,
    knownPeople: pilot.knownPeople(rankedBy, settings.by.kind === 'pilot' ? settings.by.column : null),
  };
}
