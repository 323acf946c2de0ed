import { IconLock } from '@tabler/icons-react';
import { type Policy, SET_BY_ORGANIZATION } from '../../shared/policy/index.ts';
import { useContractQuery } from '../api/index.ts';
import './set-by-organization.css';

/** What the administrator of this computer has set; nothing without a valid policy. */
export const usePolicy = (): Partial<Policy> => useContractQuery('app.get', {}).data?.policy?.values ?? {};

/** The text next to a setting that only the administrator can change. */
export function SetByOrganization() {
  return (
    <span className="set-by-organization">
      <IconLock size={14} stroke={1.8} aria-hidden />
      {SET_BY_ORGANIZATION}
    </span>
  );
}
