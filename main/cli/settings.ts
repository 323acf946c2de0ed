/** Parses the terminal options for settings of connections and projects. */
import { AppError } from '../../shared/base/index.ts';
import type { Settings } from '../../shared/contract/index.ts';
import type { Call } from './arguments.ts';

const ALTERNATIVES = new Intl.ListFormat('en-US', { type: 'disjunction' });

/**
 * The settings for which the call has options.
 * @throws USAGE for an invalid value.
 */
export function settingsOf<S extends Settings>(call: Call, settings: S): { [N in keyof S]?: S[N]['shape']['_output'] } {
  const given: Record<string, unknown> = {};
  for (const [name, { shape, option }] of Object.entries(settings)) {
    if (option === undefined) continue;
    if (call.flags.has(option.name)) given[name] = true;
    const text = call.values[option.name];
    if (text === undefined) continue;
    const asNumber = /^\d+$/.test(text) ? Number(text) : text;
    const several = text === 'none' ? [] : text.split(',').map((part) => part.trim());
    const read = [text, asNumber, several, ...(text === 'none' ? [null] : [])]
      .map((value) => shape.safeParse(value))
      .find(({ success }) => success);
    if (read === undefined)
      throw new AppError('USAGE', `--${option.name} must be ${option.must ?? ALTERNATIVES.format(option.value?.split('|') ?? [])}.`);
    given[name] = read.data;
  }
  return given;
}
