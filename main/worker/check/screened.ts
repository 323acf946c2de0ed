/** A finished project as another one looks at it: its people by id, their names and one score. */
import { ProjectFile } from '../../store/projectfile.ts';
import { Edits } from './edits.ts';
import { FoundRows } from './findings.ts';
import { listIds, placesOf } from '../results/idindex.ts';
import { RowBlocks } from '../list.ts';
import type { ListRecipe } from '../messages.ts';
import { Records } from '../records.ts';
import { ResultColumns } from '../results/resultcolumns.ts';
import { ResultFile } from '../results/resultfile.ts';

export class Screened {
  readonly file: ProjectFile;
  readonly recipe: ListRecipe;
  readonly blocks: RowBlocks;
  readonly records: Records;
  readonly results: ResultFile;
  readonly columns: ResultColumns;
  private readonly owned: boolean;

  /** Opens the file of a recipe, or takes one that is open already. Ends in what opening a project file ends in. */
  constructor(recipe: ListRecipe, open: ProjectFile | null = null) {
    this.owned = open === null;
    this.file = open ?? new ProjectFile(recipe.file, 'read');
    this.recipe = recipe;
    this.blocks = new RowBlocks(this.file);
    this.records = new Records(recipe.plan, new Edits(this.file));
    this.results = new ResultFile(this.file);
    this.columns = new ResultColumns(this.file, this.results, recipe.reading);
  }

  /** The ids that the sheet has, in the order of the list. */
  ids(): Generator<string> {
    return this.idsOf(this.results.rows);
  }

  /** The ids that the sheet has in some of its rows, in their order. */
  idsOf(rows: Uint32Array): Generator<string> {
    return listIds(this.file, this.recipe.plan, rows, 'own');
  }

  /** Sheet rows that were not sent again, since nothing has changed in them, in the order of the list. */
  notSentAgain(): Uint32Array {
    const sent = this.results.rows;
    const found = new FoundRows(this.file);
    const rows: number[] = [];
    let at = 0;
    for (const { seq } of this.blocks.places)
      for (const row of found.of(seq)?.heldBack() ?? []) {
        const number = this.blocks.block(seq).rowNumber(row);
        while (at < sent.length && sent[at]! < number) at += 1;
        if (sent[at] !== number) rows.push(number);
      }
    return Uint32Array.from(rows);
  }

  /** The first place of the list with this id, -1 when there is none. */
  find(id: string): number {
    const wanted = id.trim();
    const places = placesOf(this.file, wanted);
    if (places === null) {
      let at = 0;
      for (const known of this.ids()) {
        if (known.trim() === wanted) return at;
        at += 1;
      }
      return -1;
    }
    for (const place of places) {
      const at = this.blocks.find(this.results.rows[place] ?? 0);
      if (at !== null && this.records.of(at.block, at.row).values[0]!.trim() === wanted) return place;
    }
    return -1;
  }

  /** Texts of score columns at a place of the list; empty where there is none. */
  scores(place: number, keys: readonly string[]): string[] {
    const profile = this.results.matches[place] ?? 0;
    const at = profile === 0 ? null : this.results.scores(profile);
    return keys.map((key) => {
      const index = this.columns.scoreIndex(key);
      return at === null || index < 0 ? '' : at.block.text(at.row, index);
    });
  }

  close(): void {
    if (this.owned) this.file.close();
  }
}
