/** `desk score-settings`: presets of score settings, and the option --score-settings of a screening. */
import { existsSync } from 'node:fs';
import { AppError, EXIT, type ScoreConfiguration, checkConfiguration, settingsGiven, textsOf } from '../../shared/base/index.ts';
import type { ScorePreset } from '../../shared/contract/index.ts';
import { type Call, usageError } from './arguments.ts';
import { confirmRemoval } from './confirm.ts';
import type { Desk } from './desk.ts';
import { readJsonFile } from './json-file.ts';
import { type Output, notRemoved } from './output.ts';
import { table } from './table.ts';

/** @throws INPUT_INVALID with every problem; as `readJsonFile` */
function settingsIn(file: string): ScoreConfiguration {
  const checked = checkConfiguration(readJsonFile(file));
  if ('configuration' in checked) return checked.configuration;
  throw new AppError('INPUT_INVALID', `The score settings in “${file}” cannot be used. ${checked.problems.join(' ')}`);
}

const isNamed =
  (name: string) =>
  (preset: ScorePreset): boolean =>
    preset.name.toLowerCase() === name.trim().toLowerCase();

/**
 * The settings for `--score-settings`: a preset if there is one with this name, otherwise a file.
 * @throws as `settingsIn`; NOT_FOUND
 */
export async function scoreSettingsOf(call: Call, desk: Desk): Promise<ScoreConfiguration | undefined> {
  const named = call.values['score-settings'];
  if (named === undefined) return undefined;
  const preset = (await desk.call('scorePresets.list', {})).find(isNamed(named));
  if (preset !== undefined) return preset.configuration;
  if (existsSync(named)) return settingsIn(named);
  throw new AppError('NOT_FOUND', `“${named}” is neither a preset nor a file. Run "desk score-settings list" to see the presets.`);
}

export async function scoreSettings(call: Call, output: Output, desk: Desk): Promise<number> {
  const [verb, name] = call.words;
  const usage = usageError(call);
  if (verb === 'list' && name === undefined) {
    const presets = await desk.call('scorePresets.list', {});
    if (output.json) for (const preset of presets) output.result({ ok: true, ...preset }, '');
    else if (presets.length === 0)
      output.result(null, 'There are no score settings yet. Run "desk score-settings save NAME --file FILE" to save some.');
    else {
      const lines = presets.map((preset) => [preset.name, String(settingsGiven(textsOf(preset.configuration)))]);
      output.result(null, table(['Name', 'Settings'], lines, output.widths.result));
    }
    return EXIT.done;
  }
  if (name === undefined) throw usage;
  switch (verb) {
    case 'show': {
      const preset = (await desk.call('scorePresets.list', {})).find(isNamed(name));
      if (preset === undefined) throw new AppError('NOT_FOUND', `There are no score settings named “${name}”.`);
      output.result({ ok: true, ...preset }, JSON.stringify(preset.configuration, null, 2));
      return EXIT.done;
    }
    case 'save': {
      const { file } = call.values;
      if (file === undefined) throw usage;
      const saved = await desk.call('scorePresets.save', { name, configuration: settingsIn(file), replace: call.flags.has('replace') });
      output.result({ ok: true, ...saved }, `“${saved.name}” was saved.`);
      return EXIT.done;
    }
    case 'rename': {
      const { name: to } = call.values;
      if (to === undefined) throw usage;
      const renamed = await desk.call('scorePresets.rename', { name, to });
      output.result({ ok: true, ...renamed }, `“${name}” is now “${renamed.name}”.`);
      return EXIT.done;
    }
    case 'remove':
      if (!(await confirmRemoval(call, `This removes the score settings “${name}” for good.`))) return notRemoved(output);
      await desk.call('scorePresets.remove', { name });
      output.result({ ok: true, name }, `“${name}” was removed.`);
      return EXIT.done;
    default:
      throw usage;
  }
}
