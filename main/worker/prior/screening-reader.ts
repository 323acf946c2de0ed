/** A finished project as another one looks at it: its people by id, their names and one score. */
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { Edits } from '../list/edits.ts';
import { FoundRows } from '../check/check-group.ts';
import { listIds, placesOf } from '../results/id-index.ts';
import { RowBlocks } from '../list/stored-rows.ts';
import type { ListRecipe } from '../../worker-protocol/list.ts';
import { Records } from '../list/record-reader.ts';
import { ResultColumns } from '../results/result-columns.ts';
import { ResultFile } from '../results/result-file.ts';

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
    return listIds(this.file, this.recipe.plan, rows);
  }

  /**
   * Sheet rows of people who were not sent, in the order of the list: `heldBack`, since nothing has changed in them, and
   * `leftOut`, for any other reason.
   */
  notSent(): { readonly heldBack: Uint32Array; readonly leftOut: Uint32Array } {
    const sent = this.results.rows;
    const found = new FoundRows(this.file);
    const [heldBack, leftOut]: number[][] = [[], []];
    let at = 0;
    for (const { seq, high } of this.blocks.places) {
      const findings = found.of(seq);
      if (findings === null) continue;
      const first = at;
      while (at < sent.length && sent[at]! <= high) at += 1;
      // Of most lists nearly everybody was sent: such a block need not be read.
      if (findings.people() === at - first) continue;
      at = first;
      const held = new Set(findings.heldBack());
      const block = this.blocks.block(seq);
      for (let row = 0; row < block.rowCount; row++) {
        if (!findings.isPerson(row)) continue;
        const number = block.rowNumber(row);
        while (at < sent.length && sent[at]! < number) at += 1;
        if (sent[at] !== number) (held.has(row) ? heldBack : leftOut)!.push(number);
      }
    }
    return { heldBack: Uint32Array.from(heldBack!), leftOut: Uint32Array.from(leftOut!) };
  }

  /**
   * The place of the list with this id, -1 when none has it or several do: nobody can say which of them is the person. With
   * `scored`, -1 as well where it has no profile.
   */
  find(id: string, scored = false): number {
    const wanted = id.trim();
    const [place, ...more] = this.placesWith(wanted);
    if (place === undefined || more.length > 0) return -1;
    return scored && this.results.matches[place] === 0 ? -1 : place;
  }

  private *placesWith(wanted: string): Generator<number> {
    const places = placesOf(this.file, wanted);
    if (places === null) {
      let at = 0;
      for (const known of this.ids()) {
        if (known.trim() === wanted) yield at;
        at += 1;
      }
      return;
    }
    for (const place of places) {
      const at = this.blocks.find(this.results.rows[place] ?? 0);
      if (at !== null && this.records.of(at.block, at.row).values[0]!.trim() === wanted) yield place;
    }
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
