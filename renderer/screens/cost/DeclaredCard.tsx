import type { ProjectView } from '../../../shared/contract/index.ts';
import { RECORD_FIELDS } from '../../../shared/record/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { DeclarationFields } from '../../components/index.ts';
import type { ChangeDraft } from './useCostChoices.ts';
import { useSavedText } from './useSavedText.ts';
import './declared-card.css';

interface DeclaredCardProps {
  readonly project: ProjectView;
  readonly onChange: ChangeDraft;
}

/** The user's declarations for the screening record. They can still be completed after the list was sent. */
export function DeclaredCard({ project, onChange }: DeclaredCardProps) {
  const rules = useContractQuery('organizationRules.get', {}).data?.record;
  const purpose = useSavedText(project.purpose, (text) => onChange({ purpose: text }));
  const lawfulBasis = useSavedText(project.lawfulBasis ?? '', (text) => onChange({ lawfulBasis: text }));
  const assessment = useSavedText(project.assessment ?? '', (text) => onChange({ assessment: text }));
  const noticeDate = useSavedText(project.noticeDate ?? '', (text) => onChange({ noticeDate: text }));
  const contact = rules !== undefined && rules.required.length > 0 && rules.contact !== '' ? ` Who to ask: ${rules.contact}.` : '';
  return (
    <section className="card declared" aria-labelledby="declared-title">
      <h2 className="card-title" id="declared-title">
        For the record
      </h2>
      {contact !== '' && <p className="second">Your organization requires what is marked with *.{contact}</p>}
      <div className="declared-fields">
        <DeclarationFields
          bindings={{ purpose, lawfulBasis, assessment, noticeDate }}
          required={rules?.required ?? []}
          fields={RECORD_FIELDS}
        />
      </div>
    </section>
  );
}
