/** `desk inspect`: shows the sheets of a file, its header row, and the field for each column. */
import { EXIT } from '../../shared/base/index.ts';
import { type ColumnSuggestion, SPLITTER_FIELDS, type Template, fitTemplate } from '../../shared/mapping/index.ts';
import { noticeTexts } from '../../shared/view-texts/index.ts';
import type { SpawnWorker } from '../platform/index.ts';
import type { Call } from './arguments.ts';
import type { FolderSettings } from './folder-settings.ts';
import { importOptionsOf } from './import-options.ts';
import { existingFile, passwordOf } from './input-file.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';

/** The target of a column: its field or its splitter; null if it is not sent. */
export function targetName({ to }: Pick<ColumnSuggestion, 'to'>): string | null {
  if (to.kind === 'field') return to.field;
  return to.kind === 'split' ? to.splitter : null;
}

/**
 * One field name for a column. For a split column: `fullName` for a whole name, the field of the heading for a phone or an email, otherwise
 * the first field that it fills.
 */
function fieldName({ to, alternatives }: Pick<ColumnSuggestion, 'to' | 'alternatives'>): string | null {
  if (to.kind !== 'split') return to.kind === 'field' ? to.field : null;
  if (to.splitter === 'contact') return alternatives.find((other) => other.kind === 'field')?.field ?? null;
  return to.splitter === 'fullName' || to.splitter === 'lastFirst' ? 'fullName' : (SPLITTER_FIELDS[to.splitter][0] ?? null);
}

/** The suggestions after applying a template. They are certain, and give the template as their reason. */
function underTemplate(suggestions: readonly ColumnSuggestion[], template: Template | null): readonly ColumnSuggestion[] {
  if (template === null) return suggestions;
  const { plan } = fitTemplate(
    template,
    suggestions.map(({ header }) => header),
    suggestions,
  );
  const reason = `Template “${template.name}”`;
  return suggestions.map((suggestion, column) => ({ ...suggestion, to: plan.columns[column]!.to, certainty: 'certain', reason }));
}

export async function inspect(call: Call, output: Output, spawn: SpawnWorker, { template }: FolderSettings): Promise<number> {
  const found = await spawn('inspect', {
    ...(await existingFile(call.words[0]!)),
    ...(await passwordOf(call)),
    options: importOptionsOf(call),
  }).result;
  const suggested = underTemplate(found.suggestions, template);
  const firstOf = (field: string): number | undefined => suggested.find((one) => fieldName(one) === field)?.column;
  const fillsGaps = (suggestion: ColumnSuggestion): boolean => {
    const { column, to } = suggestion;
    const named = fieldName(suggestion);
    if (to.kind === 'split' && to.splitter === 'contact') return named !== null && firstOf(named) !== column;
    return (
      template === null && found.combinations.some(({ how, columns: [, ...further] }) => how === 'firstFilled' && further.includes(column))
    );
  };
  const columns = suggested.map((suggestion) => ({
    index: suggestion.column,
    header: suggestion.header,
    samples: suggestion.samples,
    field: fillsGaps(suggestion) ? null : fieldName(suggestion),
    /** The field, if the column only fills its empty cells. */
    fills: fillsGaps(suggestion) ? fieldName(suggestion) : null,
    split: suggestion.to.kind === 'split' ? suggestion.to.splitter : null,
    certainty: suggestion.certainty,
    reason: suggestion.reason,
    // The remark on an uncertain column says what the user must decide.
    remark: suggestion.certainty === 'likely' ? suggestion.remark : null,
  }));
  const { sheets, sheet, headerRow, system } = found;
  const lines = columns.map(({ header, samples, field, fills, split, certainty, reason, remark }) => [
    header,
    samples.slice(0, 2).join(' · ').slice(0, 30),
    split ?? field ?? fills ?? '–',
    certainty,
    remark === null ? reason : `${reason}. ${remark}`,
  ]);
  const notes = [...found.notes, ...noticeTexts(found.notices)];
  output.result(
    { ok: true, sheets: [...sheets], sheet, headerRow, columns, system, notes },
    [
      `Sheet “${sheet}”${sheets.length > 1 ? ` of ${sheets.length}` : ''}, headings in row ${headerRow ?? 'none'}${system === null ? '' : `, from ${system.name}`}`,
      ...notes,
      table(['Column', 'First values', 'Goes to', 'How sure', 'Why'], lines, output.widths.result),
    ].join('\n'),
  );
  return EXIT.done;
}
