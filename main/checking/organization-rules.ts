/** The organization rules, as the data folder stores them. */
import { DEFAULT_RULES, OrganizationRules } from '../../shared/rules/index.ts';
import { AppError } from '../../shared/base/index.ts';
import type { HostEvents } from '../events/index.ts';
import type { Settings } from '../store/app-database/index.ts';

const SETTING = 'organizationRules';

export class StoredOrganizationRules {
  private readonly settings: Settings;
  private readonly hosts: HostEvents;

  constructor(settings: Settings, hosts: HostEvents) {
    this.settings = settings;
    this.hosts = hosts;
  }

  /** @throws DATABASE_DAMAGED when the stored settings cannot be parsed. */
  get(): OrganizationRules {
    const stored = this.settings.get(SETTING);
    if (stored === null) return DEFAULT_RULES;
    try {
      return OrganizationRules.parse(JSON.parse(stored));
    } catch (cause) {
      throw new AppError('DATABASE_DAMAGED', 'The organization rules cannot be read: the data folder is damaged.', {}, { cause });
    }
  }

  set(rules: OrganizationRules): OrganizationRules {
    this.settings.set(SETTING, JSON.stringify(rules));
    this.hosts.emit('organizationRules.changed', rules);
    return rules;
  }
}
