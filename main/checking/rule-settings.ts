/** The organization's own settings of the rules. */
import { DEFAULT_RULES, RuleConfiguration } from '../../shared/rules/index.ts';
import { AppError } from '../../shared/base/index.ts';
import type { HostEvents } from '../events/index.ts';
import type { Settings } from '../store/app-database/index.ts';

const SETTING = 'houseRules';

export class RuleSettings {
  private readonly settings: Settings;
  private readonly hosts: HostEvents;

  constructor(settings: Settings, hosts: HostEvents) {
    this.settings = settings;
    this.hosts = hosts;
  }

  /** @throws DATABASE_DAMAGED when the stored settings cannot be parsed. */
  get(): RuleConfiguration {
    const stored = this.settings.get(SETTING);
    if (stored === null) return DEFAULT_RULES;
    try {
      return RuleConfiguration.parse(JSON.parse(stored));
    } catch (cause) {
      throw new AppError('DATABASE_DAMAGED', 'The organization rules cannot be read: the data folder is damaged.', {}, { cause });
    }
  }

  set(rules: RuleConfiguration): RuleConfiguration {
    this.settings.set(SETTING, JSON.stringify(rules));
    this.hosts.emit('houseRules.changed', rules);
    return rules;
  }
}
