import { type Policy, policyLines } from '../../../shared/policy/index.ts';
import { SetByOrganization } from '../../components/index.ts';

interface PolicyCardProps {
  readonly policy: Policy;
  /** The location of the policy. */
  readonly source: string;
}

/** The settings of this computer's administrator, and where they are stored. */
export function PolicyCard({ policy, source }: PolicyCardProps) {
  return (
    <section className="card" aria-labelledby="policy-title">
      <div className="settings-row">
        <h2 className="card-title" id="policy-title">
          Your organization’s settings
        </h2>
        <SetByOrganization />
      </div>
      <p className="second">Only an administrator of this computer can change them. A change applies at the next start.</p>
      <ul className="rules-list">
        {policyLines(policy).map(({ key, label, text }) => (
          <li key={key} data-plain>
            <div>
              <div className="strong">{label}</div>
              <div className="small second settings-path">{text}</div>
            </div>
          </li>
        ))}
      </ul>
      <div className="mono small settings-path">{source}</div>
    </section>
  );
}
