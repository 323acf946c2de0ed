/** A finished project as another one looks at it: its people by id, their names and one score. */
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { Edits } from '../list/edits.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { listIds, placesOf } from '../results/id-index.ts';
import { RowBlocks } from '../list/stored-rows.ts';
import type { ListSource } from '../../worker-protocol/list.ts';
import { RecordReader } from '../list/record-reader.ts';
import { ResultColumns } from '../results/result-columns.ts';
import { ResultFile } from '../results/result-file.ts';

export class ScreeningReader {
  readonly file: ProjectFile;
  readonly source: ListSource;
  readonly blocks: RowBlocks;
  readonly records: RecordReader;
  readonly results: ResultFile;
  readonly columns: ResultColumns;
  private readonly owned: boolean;

  /** Opens the file of a source, or takes one that is open already. Ends in what opening a project file ends in. */
  constructor(source: ListSource, open: ProjectFile | null = null) {
    this.owned = open === null;
    this.file = open ?? new ProjectFile(source.file, 'read');
    this.source = source;
    this.blocks = new RowBlocks(this.file);
    this.records = new RecordReader(source.plan, new Edits(this.file));
    this.results = new ResultFile(this.file);
    this.columns = new ResultColumns(this.file, this.results, source.sheetLayout);
  }

  /** The ids that the sheet has, in the order of the list. */
  ids(): Generator<string> {
    return this.idsOf(this.results.rows);
  }

  /** The ids that the sheet has in some of its rows, in their order. */
  idsOf(rows: Uint32Array): Generator<string> {
    return listIds(this.file, this.source.plan, rows);
  }

  /**
   * Sheet rows of people who were not sent, in the order of the list: those who were screened already, and those who were left out
   * for any other reason.
   */
  notSent(): { readonly alreadyScreened: Uint32Array; readonly leftOut: Uint32Array } {
    const sent = this.results.rows;
    const checked = new CheckGroupReader(this.file);
    const [alreadyScreened, leftOut]: number[][] = [[], []];
    let at = 0;
    for (const { seq, high } of this.blocks.places) {
      const found = checked.block(seq);
      if (found === null) continue;
      const first = at;
      while (at < sent.length && sent[at]! <= high) at += 1;
      // Of most lists nearly everybody was sent: such a block need not be read.
      if (found.rowCount() === at - first) continue;
      at = first;
      const held = new Set(found.alreadyScreened());
      const block = this.blocks.block(seq);
      for (let row = 0; row < block.rowCount; row++) {
        if (!found.isRow(row)) continue;
        const number = block.rowNumber(row);
        while (at < sent.length && sent[at]! < number) at += 1;
        if (sent[at] !== number) (held.has(row) ? alreadyScreened : leftOut)!.push(number);
      }
    }
    return { alreadyScreened: Uint32Array.from(alreadyScreened!), leftOut: Uint32Array.from(leftOut!) };
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
