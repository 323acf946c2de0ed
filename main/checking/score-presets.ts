/** Score settings that are stored by name. They should not name people, so they are not encrypted. */
import { AppError, checkConfiguration } from '../../shared/base/index.ts';
import { type Input, ScorePreset } from '../../shared/contract/index.ts';
import type { Settings } from '../store/app-database/index.ts';

/** The name of the setting, with the version of its format. */
const SETTING = 'scorePresets/1';

const isSame = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const notFound = (name: string) => new AppError('NOT_FOUND', `There are no score settings named “${name.trim()}”.`);
const nameTaken = (name: string) => new AppError('TEMPLATE_NAME_TAKEN', `Score settings named “${name.trim()}” already exist.`);

export class ScorePresets {
  private readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /**
   * Sorted by name.
   * @throws DATABASE_DAMAGED when they cannot be parsed.
   */
  list(): ScorePreset[] {
    const stored = this.settings.get(SETTING);
    if (stored === null) return [];
    try {
      return ScorePreset.array().parse(JSON.parse(stored));
    } catch (cause) {
      throw new AppError('DATABASE_DAMAGED', 'The saved score settings cannot be read: the data folder is damaged.', {}, { cause });
    }
  }

  /** @throws INPUT_INVALID with what is wrong; TEMPLATE_NAME_TAKEN without `replace` when the name is taken. */
  save({ name, configuration, replace = false }: Input<'scorePresets.save'>): ScorePreset {
    const checked = checkConfiguration(configuration);
    if ('problems' in checked) throw new AppError('INPUT_INVALID', `The score settings cannot be used. ${checked.problems.join(' ')}`);
    const saved = { name: name.trim(), configuration: checked.configuration };
    this.change((presets) => {
      if (!replace && presets.some((preset) => isSame(preset.name, name))) throw nameTaken(name);
      return [...presets.filter((preset) => !isSame(preset.name, name)), saved];
    });
    return saved;
  }

  /** @throws NOT_FOUND; TEMPLATE_NAME_TAKEN when another preset has the name. */
  rename(name: string, to: string): ScorePreset {
    const changed = this.change((presets) => {
      const preset = presets.find((one) => isSame(one.name, name));
      if (preset === undefined) throw notFound(name);
      const others = presets.filter((one) => one !== preset);
      if (others.some((one) => isSame(one.name, to))) throw nameTaken(to);
      return [...others, { ...preset, name: to.trim() }];
    });
    return changed.find((preset) => isSame(preset.name, to))!;
  }

  /** Changes names, to erase a person from them. */
  changeNames(by: (name: string) => string): void {
    this.change((presets) => presets.map((preset) => ({ ...preset, name: by(preset.name) })));
  }

  /** @throws NOT_FOUND. */
  remove(name: string): Record<string, never> {
    this.change((presets) => {
      const left = presets.filter((preset) => !isSame(preset.name, name));
      if (left.length === presets.length) throw notFound(name);
      return left;
    });
    return {};
  }

  /** Stores the changed presets, and returns them. */
  private change(by: (presets: readonly ScorePreset[]) => ScorePreset[]): ScorePreset[] {
    return this.settings.atomically(() => {
      const changed = by(this.list()).toSorted((a, b) => a.name.localeCompare(b.name, 'en-US'));
      this.settings.set(SETTING, JSON.stringify(changed));
      return changed;
    });
  }
}
