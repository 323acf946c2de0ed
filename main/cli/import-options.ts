/** The options that say how to import a file. */
import { AppError } from '../../shared/base/index.ts';
import { DELIMITERS, type Delimiter, ImportOptions, SYSTEMS, normalizeHeader } from '../../shared/mapping/index.ts';
import type { Call } from './arguments.ts';

const DELIMITER_WORDS: Readonly<Record<string, Delimiter>> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' };

const delimiterOf = (word: string): string => (Object.hasOwn(DELIMITERS, word) ? word : (DELIMITER_WORDS[word.toLowerCase()] ?? ''));

/**
 * The system for `--system`; null for none.
 * @throws USAGE for an unknown system.
 */
function systemNamed(word: string): string | null {
  const wanted = normalizeHeader(word);
  if (wanted === 'none') return null;
  const found = SYSTEMS.find(({ id, name }) => normalizeHeader(id) === wanted || normalizeHeader(name) === wanted);
  if (found === undefined)
    throw new AppError('USAGE', `--system “${word}” is not known. Use one of: none, ${SYSTEMS.map(({ name }) => name).join(', ')}.`);
  return found.id;
}

/**
 * Parses the options --sheet, --header-row, --keep-totals, --hidden-rows, --other-sheets, --merged-cells, --encoding, --delimiter and
 * --system.
 * @throws USAGE.
 */
export function importOptionsOf({ values, flags }: Pick<Call, 'values' | 'flags'>): ImportOptions {
  const {
    sheet,
    'header-row': headerRow,
    'hidden-rows': hiddenRows,
    'other-sheets': otherSheets,
    'merged-cells': mergedCells,
    encoding,
    delimiter,
    system,
  } = values;
  if (headerRow !== undefined && !/^\d{1,7}$/.test(headerRow))
    throw new AppError('USAGE', '--header-row must be the number of a row, or 0 for none.');
  const choice = ImportOptions.safeParse({
    ...(sheet !== undefined && { sheet }),
    ...(headerRow !== undefined && { headerRow: Number(headerRow) === 0 ? null : Number(headerRow) }),
    ...(flags.has('keep-totals') && { totalsRows: [], subtotals: 'keep' }),
    ...(hiddenRows !== undefined && { hiddenRows }),
    ...(otherSheets !== undefined && { otherSheets }),
    ...(mergedCells !== undefined && { mergedCells }),
    ...(encoding !== undefined && { encoding: encoding.toLowerCase() }),
    ...(delimiter !== undefined && { delimiter: delimiterOf(delimiter) }),
    ...(system !== undefined && { system: systemNamed(system) }),
  });
  if (choice.success) return choice.data;
  const wrong = String(choice.error.issues[0]?.path[0]);
  if (wrong === 'encoding')
    throw new AppError(
      'USAGE',
      `--encoding “${encoding ?? ''}” is not known. Use one of: ${ImportOptions.shape.encoding.unwrap().unwrap().options.join(', ')}.`,
    );
  if (wrong === 'delimiter') throw new AppError('USAGE', '--delimiter must be comma, semicolon, tab or bar.');
  const option = wrong.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (['hidden-rows', 'other-sheets', 'merged-cells'].includes(option))
    throw new AppError('USAGE', `--${option} must be keep or leave-out.`);
  throw new AppError('USAGE', `--${option} is not valid.`);
}
