/** The organization rules: those of the policy, otherwise those stored in the data folder. */
import { DEFAULT_RULES, OrganizationRules } from '../../shared/rules/index.ts';
import { AppError } from '../../shared/base/index.ts';
import type { HostEvents } from '../events/index.ts';
import type { ManagedPolicy } from '../policy/index.ts';
import type { Settings } from '../store/app-database/index.ts';

const SETTING = 'organizationRules';

export class StoredOrganizationRules {
  private readonly settings: Settings;
  private readonly hosts: HostEvents;
  private readonly policy: ManagedPolicy;

  constructor(settings: Settings, hosts: HostEvents, policy: ManagedPolicy) {
    this.settings = settings;
    this.hosts = hosts;
    this.policy = policy;
  }

  /** @throws DATABASE_DAMAGED when the stored settings cannot be parsed. */
  get(): OrganizationRules {
    const locked = this.policy.values?.organizationRules;
    if (locked !== undefined) return locked;
    const stored = this.settings.get(SETTING);
    if (stored === null) return DEFAULT_RULES;
    try {
      return OrganizationRules.parse(JSON.parse(stored));
    } catch (cause) {
      throw new AppError('DATABASE_DAMAGED', 'The organization rules cannot be read: the data folder is damaged.', {}, { cause });
    }
  }

  /** @throws POLICY_REFUSED when the policy sets them */
  set(rules: OrganizationRules): OrganizationRules {
    if (this.policy.values?.organizationRules !== undefined)
      throw new AppError('POLICY_REFUSED', 'Your organization set the organization rules, so they were not changed.');
    this.settings.set(SETTING, JSON.stringify(rules));
    this.hosts.emit('organizationRules.changed', rules);
    return rules;
  }
}
