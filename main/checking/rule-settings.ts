/** The organization's own settings of the rules. */
import { HouseRules, NO_HOUSE_RULES } from '../../shared/rules/row-checks.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { HostEvents } from '../events/host-events.ts';
import type { History } from '../store/app-database/history.ts';

const SETTING = 'houseRules';

export class RuleSettings {
  private readonly history: History;
  private readonly hosts: HostEvents;

  constructor(history: History, hosts: HostEvents) {
    this.history = history;
    this.hosts = hosts;
  }

  /** @throws DATABASE_DAMAGED when the stored settings cannot be parsed. */
  get(): HouseRules {
    const stored = this.history.setting(SETTING);
    if (stored === null) return NO_HOUSE_RULES;
    try {
      return HouseRules.parse(JSON.parse(stored));
    } catch (cause) {
      throw new AppError('DATABASE_DAMAGED', 'The house rules cannot be read: the data folder is damaged.', {}, { cause });
    }
  }

  set(rules: HouseRules): HouseRules {
    this.history.setSetting(SETTING, JSON.stringify(rules));
    this.hosts.emit('houseRules.changed', rules);
    return rules;
  }
}
