/** Names of score settings in sentences. */
import { type ScoreConfiguration, settingsGiven, textsOf } from '../base/index.ts';
import type { ScorePreset } from '../contract/index.ts';

/** The name of the preset in quotes (“Giving first”), or how many settings are given if they have no name. */
export function scoreSettingsText(configuration: ScoreConfiguration | null, presets: readonly ScorePreset[]): string {
  if (configuration === null) return 'the service’s score settings';
  const text = JSON.stringify(configuration);
  const preset = presets.find((one) => JSON.stringify(one.configuration) === text);
  if (preset !== undefined) return `score settings “${preset.name}”`;
  const given = settingsGiven(textsOf(configuration));
  return `${given} own score ${given === 1 ? 'setting' : 'settings'}`;
}
