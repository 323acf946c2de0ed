/** The settings of the last export from this page, so that the next one needs no dialog. */
import { z } from 'zod';
import { ExportFormat, type ExportRequest, type ResultsView } from '../../../shared/contract/index.ts';
import { type Chosen, type Conditions, isScoreKey } from '../../../shared/results/index.ts';
import { hasLength } from '../../format/index.ts';
import { remember, remembered } from '../../navigation/index.ts';

const ExportSettings = z.strictObject({
  format: ExportFormat,
  kind: z.enum(['workbook', 'list', 'scoresById']),
  /** `shown`: only the score columns of the list, in their order. */
  columns: z.enum(['all', 'shown']),
  withBars: z.boolean(),
  withEarlier: z.boolean(),
  /** How people are divided among officers. */
  byOfficer: z.enum(['together', 'sheets', 'files']),
});
export type ExportSettings = z.infer<typeof ExportSettings>;

const USUAL: ExportSettings = {
  format: 'xlsx',
  kind: 'workbook',
  columns: 'all',
  withBars: true,
  withEarlier: true,
  byOfficer: 'together',
};

/** Former keys have other shapes, or a former default that the user did not choose. */
const KEY = 'export-settings-3';

/** The settings of the last export of a table; null before the first one. */
export const lastExportSettings = (): ExportSettings | null => ExportSettings.safeParse(remembered(KEY)).data ?? null;

export const startSettings = (): ExportSettings => lastExportSettings() ?? USUAL;

export const rememberExportSettings = (settings: ExportSettings): void => remember(KEY, settings);

/** Conditions on the exported people; `name` is null when they are not saved as a segment. */
export type ExportSegment = Conditions & {
  readonly name: string | null;
  /** The ticked people; undefined: everybody who meets the conditions. */
  readonly chosen?: Chosen | undefined;
};

/** The score columns of the list, in their order. */
export const shownScores = ({ shown }: ResultsView): string[] => shown.filter(isScoreKey);

/** The columns of the list that can have a bar behind each number. */
export function barColumns(results: ResultsView): string[] {
  const shown = shownScores(results);
  return results.columns.filter((column) => hasLength(column) && shown.includes(column.key)).map(({ key }) => key);
}

/** True for a file in which each officer can have a sheet. */
export const hasSheets = ({ format, kind }: { readonly format: string; readonly kind: string }): boolean =>
  format === 'xlsx' && kind === 'workbook';

/**
 * The request for an export. `segment`: null exports every row of the file. `canHaveEarlier`: the project left out people whom an earlier
 * screening has scored. `withNotes`: the user chooses this for each file.
 */
export function tableRequest(
  id: string,
  results: ResultsView,
  settings: ExportSettings,
  segment: ExportSegment | null,
  canHaveEarlier: boolean,
  withNotes = false,
): ExportRequest {
  const { format, kind, columns, withBars, withEarlier, byOfficer } = settings;
  const table = {
    id,
    format: format === 'xlsx' ? { kind: 'xlsx' as const, bars: withBars ? barColumns(results) : [] } : { kind: format },
    people:
      segment === null
        ? { kind: 'everyone' as const, priorScores: canHaveEarlier && withEarlier }
        : { kind: 'segment' as const, ...segment, filters: [...segment.filters] },
    columns: columns === 'all' ? null : shownScores(results),
    ...(withNotes && { notes: true }),
  };
  const canDivide = results.officer !== null && (byOfficer === 'files' || (byOfficer === 'sheets' && hasSheets(settings)));
  return { ...table, kind, ...(canDivide && { byOfficer }) };
}
