/** Answers for pages about the capacity of the scored people. */
import { freeBytes } from '../../../shared/base/index.ts';
import type { CapacityGroups } from '../../../shared/contract/index.ts';
import type { OrderResults } from '../../../shared/order/index.ts';
import {
  OFFICER_KEY,
  type ResultSelection,
  STRONG_MATCH,
  capacityColumn,
  capacityRangeColumn,
  matchColumn,
} from '../../../shared/results/index.ts';
import { capacityGroups } from './capacity-groups.ts';
import { orderResults } from './order-results.ts';
import { EVERYBODY, type ResultSelections } from './result-selections.ts';
import type { ScreeningReader } from './screening-reader.ts';
import { cellOf } from './whole-column.ts';

export class CapacityPages {
  private readonly screening: ScreeningReader;
  private readonly selections: ResultSelections;
  private known: { readonly revision: string; readonly found: CapacityGroups } | null = null;

  constructor(screening: ScreeningReader, selections: ResultSelections) {
    this.screening = screening;
    this.selections = selections;
  }

  /** Must be called when the scored people change. */
  forget(): void {
    this.known = null;
  }

  /** All scored people by capacity; null when nobody has a numeric capacity. */
  groups(): CapacityGroups {
    const { revision } = this.screening.columns.office.office;
    if (this.known?.revision !== revision) this.known = { revision, found: this.findGroups() };
    return this.known.found;
  }

  private findGroups(): CapacityGroups {
    const { results, columns } = this.screening;
    const keys = results.columns.map(({ key }) => key);
    const key = capacityColumn(keys);
    if (key === null) return null;
    const people = this.selections.select(EVERYBODY);
    const scored = this.selections.scored();
    const profiles = people.map((item) => this.selections.profileOf('scored', item));
    const everybody = scored.length === people.length ? profiles : scored.map((item) => this.selections.profileOf('scored', item));
    const rangeKey = capacityRangeColumn(keys);
    const groups = capacityGroups(key, columns.column(key), rangeKey === null ? null : columns.column(rangeKey), profiles, everybody);
    if (everybody !== profiles) freeBytes(everybody);
    freeBytes(profiles);
    if (groups === null) return null;
    const topGroup: ResultSelection = {
      outcome: 'scored',
      filters: [{ kind: 'range', column: key, min: groups.least, max: null }],
      find: '',
    };
    const top = this.selections.select(topGroup);
    const match = matchColumn(results.columns)?.key ?? null;
    const countIn = (columnKey: string, isIn: (text: string) => boolean) => {
      const column = columns.column(columnKey);
      let rows = 0;
      for (const item of top) if (isIn(cellOf(column, this.selections.positionIn(column, 'scored', item)))) rows += 1;
      return rows;
    };
    return {
      ...groups,
      top: {
        rows: top.length,
        sum: this.selections.sum(topGroup, key).sum ?? 0,
        withoutOfficer: columns.office.hasOfficers ? countIn(OFFICER_KEY, (text) => text === '') : null,
        toCheck: match === null ? null : countIn(match, (text) => text !== '' && Number(text) < STRONG_MATCH),
      },
    };
  }

  /** Capacity by the order that chose the people; null without such an order. */
  byOrder(): OrderResults {
    const groups = this.groups();
    const amounts = groups === null ? null : this.screening.columns.column(groups.column);
    if (groups === null || amounts?.type !== 'number') return null;
    return orderResults(this.screening.file, {
      amounts,
      least: groups.least,
      items: this.selections.select(EVERYBODY),
      sheetRowOf: (item) => this.selections.rowNumberOf('scored', item),
      positionOf: (item) => this.selections.positionIn(amounts, 'scored', item),
    });
  }
}
