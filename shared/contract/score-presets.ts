/** Score settings saved by name. */
import { z } from 'zod';
import { ScoreConfiguration } from '../base/index.ts';
import { Text } from './basics.ts';
import { all, command, NOTHING_ANSWERED, Nothing, query } from './method.ts';

const PresetName = Text(80).trim().min(1);

export const ScorePreset = z.strictObject({ name: z.string(), configuration: ScoreConfiguration });
export type ScorePreset = z.infer<typeof ScorePreset>;

const PRESETS_CHANGED = { answers: NOTHING_ANSWERED, changes: all('scorePresets') } as const;

export const SCORE_PRESET_METHODS = {
  'scorePresets.list': query(Nothing, z.array(ScorePreset), { reads: ['scorePresets'] }),
  /** `replace`: the user confirms overwriting the preset with this name. */
  'scorePresets.save': command(
    z.strictObject({ name: PresetName, configuration: ScoreConfiguration, replace: z.boolean().default(false) }),
    ScorePreset,
    PRESETS_CHANGED,
  ),
  /** Lists keep the settings that they took from the preset. */
  'scorePresets.rename': command(z.strictObject({ name: PresetName, to: PresetName }), ScorePreset, PRESETS_CHANGED),
  'scorePresets.remove': command(z.strictObject({ name: PresetName }), Nothing, PRESETS_CHANGED),
};
