/** Answers questions about an open project: pages of the checked list, records as they would be sent, results, a person. */
import { FIELD_KEYS } from '../../../shared/fields/table.ts';
import type { EarlierView, PersonView } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { eachLeaf, leafText, titlesOf } from '../../../shared/results/scores.ts';
import { recordJson } from '../../../shared/mapping/mapping.ts';
import type { Suggestion } from '../../../shared/mapping/suggest.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { parseJson } from '../../../shared/results/json.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { Edits } from '../list/edits.ts';
import { sentRows } from '../submit/encode.ts';
import { RowBlocks } from '../list/stored-rows.ts';
import { Comparison } from '../prior/comparison.ts';
import type { CheckRequest } from '../../worker-protocol/check.ts';
import type { ListSource, SubmitOptions } from '../../worker-protocol/list.ts';
import type { FoundAgain, FoundEarlier, QueryAnswers, QueryQuestion } from '../../worker-protocol/queries.ts';
import { CheckedListSession } from './checked-list-session.ts';
import { RecordReader } from '../list/record-reader.ts';
import { rowsScoredIn } from '../results/linked-rows.ts';
import { nameOf, ResultPages } from '../results/result-pages.ts';
import { ScreeningReader } from '../prior/screening-reader.ts';
import { countSharedIds } from '../prior/baseline-overlap.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { EARLY_ROWS, detectLayout } from '../list/detect-layout.ts';

/** A profile as it came, and its leaves in their order under the titles of the columns that they stand in. */
function profileOf(text: string, titles: ReadonlyMap<string, string>): Pick<EarlierView, 'leaves' | 'json'> {
  const profile = parseJson(text);
  const leaves: EarlierView['leaves'] = [];
  eachLeaf(profile, (key, value) => {
    leaves.push({ key, title: titles.get(key) ?? key, value: leafText(value) });
  });
  return { leaves, json: JSON.stringify(profile, null, 2) };
}

class OpenProject {
  private readonly file: ProjectFile;
  private readonly recipe: CheckRequest;
  private readonly context: TaskContext;
  private readonly blocks: RowBlocks;
  private readonly edits: Edits;
  private readonly records: RecordReader;
  private openList: CheckedListSession | null = null;
  private resultPages: ResultPages | null = null;
  private screened: ScreeningReader | null = null;
  private preparing = false;
  private closed = false;
  private compared: { readonly projectId: string; readonly other: ScreeningReader; readonly comparison: Comparison } | null = null;

  constructor(file: ProjectFile, recipe: CheckRequest, context: TaskContext) {
    this.file = file;
    this.recipe = recipe;
    this.context = context;
    this.blocks = new RowBlocks(file);
    this.edits = new Edits(file);
    this.records = new RecordReader(recipe.plan, this.edits);
  }

  private get list(): CheckedListSession {
    return (this.openList ??= new CheckedListSession(this.file, this.recipe, this.blocks, this.context));
  }

  /** Has the columns that are shown at first read while nothing is asked: each turn leaves a question its chance. */
  private prepareResults(): void {
    if (this.preparing) return;
    this.preparing = true;
    const steps = this.results.prepare();
    const turn = () => {
      if (this.closed) return;
      try {
        if (steps.next().done !== true) setImmediate(turn);
      } catch {
        // The question that needs the column says what is wrong with it.
      }
    };
    setImmediate(turn);
  }

  close(): void {
    this.closed = true;
    this.compared?.other.close();
    this.openList?.close();
  }

  private get results(): ResultPages {
    return (this.resultPages ??= new ResultPages(this.file, this.blocks, this.records, this.recipe.sheetLayout));
  }

  answer(question: QueryQuestion): QueryAnswers[keyof QueryAnswers] | Promise<QueryAnswers[keyof QueryAnswers]> {
    switch (question.ask) {
      case 'summary':
        return this.list.summary();
      case 'proposals':
        return this.proposals(question.systems);
      case 'checkPage':
        return this.list.page(question);
      case 'edit':
        return this.list.edit(question.edit);
      case 'replacing':
        return this.list.preview(question);
      case 'madeBefore':
        return this.list.madeBefore(question.earlier);
      case 'sharedIds':
        return countSharedIds(this.file, this.blocks, this.recipe, question.others);
      case 'sample':
        return this.sample(question.choice, question.limit);
      case 'scoredIn':
        return rowsScoredIn(this.file, question.other, question.choice);
      case 'results':
        this.prepareResults();
        return this.results.overview();
      case 'resultsPage':
        return this.results.page(question);
      case 'counts':
        return this.results.counts(question.conditions);
      case 'distribution':
        return this.results.distribution(question.selection, question.column);
      case 'person':
        return this.person(question.row, question.choice);
      case 'earlier':
        return this.earlier(question);
      case 'history':
        return this.history(question);
      case 'compare':
        return this.comparison(question.other).counts(question.column);
      case 'comparePage':
        return this.comparison(question.other).page(question.column, question.change, question.offset, question.limit);
    }
  }

  private proposals(systems: Extract<QueryQuestion, { ask: 'proposals' }>['systems']): Suggestion[] {
    const early: RowBlock[] = [];
    for (let at = 0, rows = 0; at < this.blocks.places.length && rows < EARLY_ROWS; at++) {
      const block = this.blocks.block(at);
      early.push(block);
      rows += block.rowCount;
    }
    const { headerRow } = this.recipe.sheetLayout;
    return systems.map((system) => detectLayout(early, headerRow, system).suggestion);
  }

  private get mine(): ScreeningReader {
    return (this.screened ??= new ScreeningReader(this.recipe, this.file));
  }

  /** By the very id, as an export finds them. */
  private earlier({ row, others }: Extract<QueryQuestion, { ask: 'earlier' }>): FoundEarlier | null {
    const at = this.blocks.find(row);
    if (at === null || this.mine.results.rows.includes(row) || !this.results.hasBaselineScores(at)) return null;
    const id = this.records.of(at.block, at.row).values[0]!.trim();
    if (id === '') return null;
    for (const [list, recipe] of others.entries()) {
      const other = new ScreeningReader(recipe);
      try {
        const { results } = other;
        const place = other.find(id, true);
        const json = place < 0 ? null : results.profileJson(results.matches[place]!);
        if (json === null) continue;
        const titles = titlesOf(results.columns.map(({ key }) => key));
        return { list, row: results.rows[place]!, ...profileOf(json, titles) };
      } finally {
        other.close();
      }
    }
    return null;
  }

  /** The same person in every list that has the id, this one first unless the person was not sent with it. */
  private history({ row, others, columns }: Extract<QueryQuestion, { ask: 'history' }>): FoundAgain[] {
    const { mine } = this;
    const place = mine.results.rows.indexOf(row);
    const at = mine.blocks.find(row);
    if (at === null) return [];
    const found: FoundAgain[] =
      place < 0 ? [] : [{ list: -1, row, outcome: mine.results.outcome(place), cells: mine.scores(place, columns) }];
    const id = mine.records.of(at.block, at.row).values[0]!.trim();
    if (id === '') return found;
    for (const [list, recipe] of others.entries()) {
      const other = new ScreeningReader(recipe);
      try {
        const there = other.find(id);
        if (there >= 0)
          found.push({ list, row: other.results.rows[there]!, outcome: other.results.outcome(there), cells: other.scores(there, columns) });
      } finally {
        other.close();
      }
    }
    return found;
  }

  /** One comparison is kept, while it is looked at. */
  private comparison(recipe: ListSource): Comparison {
    const { projectId } = recipe.file;
    if (this.compared?.projectId !== projectId) {
      this.compared?.other.close();
      const other = new ScreeningReader(recipe);
      this.compared = { projectId, other, comparison: new Comparison(this.mine, other) };
    }
    return this.compared.comparison;
  }

  private sample(choice: SubmitOptions, limit: number): string[] {
    const texts: string[] = [];
    for (const { draft } of sentRows(this.file, this.recipe, { ...choice, maxRows: Math.min(choice.maxRows ?? limit, limit) }))
      texts.push(recordJson(draft));
    return texts;
  }

  private person(rowNumber: number, choice: SubmitOptions): PersonView {
    const at = this.blocks.find(rowNumber);
    if (at === null) throw new AppError('NOT_FOUND', 'There is no such row.');
    const { results } = this.results;
    const place = results.rows.indexOf(rowNumber);
    const draft = place < 0 ? this.records.of(at.block, at.row) : this.records.sent(at.block, at.row, this.recipe.rowIdPrefix);
    const record = FIELD_KEYS.map((field, index) => ({ field, value: draft.values[index]! })).filter(({ value }) => value !== '');
    const used = new Set(this.recipe.plan.columns.filter(({ to }) => to.kind !== 'none').map(({ column }) => column));
    const notSent = this.recipe.sheetLayout.headers
      .map((header, column) => ({ header, value: at.block.text(at.row, column), column }))
      .filter(({ value, column }) => value !== '' && !used.has(column))
      .map(({ header, value }) => ({ header, value }));
    const profile = place < 0 ? 0 : results.matches[place]!;
    const json = profile === 0 ? null : results.profileJson(profile);
    return {
      row: rowNumber,
      name: nameOf(draft),
      outcome: place < 0 ? 'leftOut' : results.outcome(place),
      record,
      notSent,
      ...(json === null ? { leaves: [], json } : profileOf(json, this.results.titles)),
      reasons: place < 0 ? [] : this.results.reasons(place),
      leftOut: place < 0 ? this.results.notSentAs(at, choice) : null,
    };
  }
}

export const query: Task<'query'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'read');
  const open = new OpenProject(file, input, context);
  try {
    await context.serve({ answer: (question: never) => open.answer(question) });
    return null;
  } finally {
    open.close();
    file.close();
  }
};
