import type { AppView } from '../../../shared/contract/index.ts';
import { policyLines } from '../../../shared/policy/index.ts';
import { SetByOrganization } from '../../components/index.ts';

/** What the administrator of this computer has set, and where. */
export function PolicyCard({ policy }: { readonly policy: NonNullable<AppView['policy']> }) {
  const lines = policy.values === null ? [] : policyLines(policy.values);
  return (
    <section className="card" aria-labelledby="policy-title">
      <div className="settings-row">
        <h2 className="card-title" id="policy-title">
          Your organization’s settings
        </h2>
        <SetByOrganization />
      </div>
      <p className="second">
        {policy.problem ?? 'Only an administrator of this computer can change them. A change applies at the next start.'}
      </p>
      {lines.length > 0 && (
        <ul className="rules-list">
          {lines.map(({ key, label, text }) => (
            <li key={key} data-plain>
              <div>
                <div className="strong">{label}</div>
                <div className="small second settings-path">{text}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="mono small settings-path">{policy.source}</div>
    </section>
  );
}
