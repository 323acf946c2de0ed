import { Select, TextInput } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ConnectionView, CostView, ProjectView } from '../../../shared/contract/index.ts';
import { toScreen } from '../../navigation/index.ts';
import { AdvancedSettings } from './AdvancedSettings.tsx';
import type { ChangeDraft, CostChoices } from './useCostChoices.ts';
import { useSavedText } from './useSavedText.ts';
import './cost-settings.css';

interface CostSettingsProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly choices: CostChoices;
  readonly connections: readonly ConnectionView[];
  readonly connection: ConnectionView | null;
  readonly onChange: ChangeDraft;
  /** False once the list was submitted. */
  readonly isOpen: boolean;
  /** Called when the score settings become invalid, and when they are valid again. */
  readonly onInvalidSettings: (isInvalid: boolean) => void;
}

/** The host of the connection, or how to enter the token that it lacks. */
function connectionNote(connection: ConnectionView | null): ReactNode {
  if (connection === null || connection.kind === 'practice') return 'Runs on this computer. Nothing leaves it.';
  if (connection.token !== 'none') return connection.baseUrl.replace(/^https?:\/\//, '');
  return (
    <a className="link" href={toScreen('connections', { token: connection.id })}>
      No token yet. Enter one
    </a>
  );
}

/** The name on the service, the connection and the advanced settings. */
export function CostSettings({ project, cost, choices, connections, connection, onChange, isOpen, onInvalidSettings }: CostSettingsProps) {
  const plainName = cost.nameOnService.slice(0, cost.nameOnService.lastIndexOf(' · '));
  const name = useSavedText(plainName, (text) => {
    // With an empty name, the name on the service follows the title again.
    const given = text.trim();
    onChange({ serviceName: given === '' || given === project.name ? null : given });
  });
  const isPractice = connection?.kind === 'practice';
  return (
    <section className="card" aria-label="Settings">
      <div className="cost-fields-grid">
        <TextInput
          label="Name on the service"
          description={
            <>
              {plainName === project.name && isOpen && 'Follows the title. '}Sent as “
              <span className="cost-service-name">{cost.nameOnService}</span>”; the code helps us find this list later
            </>
          }
          maxLength={120}
          readOnly={!isOpen}
          value={name.value}
          onChange={(event) => name.onType(event.currentTarget.value)}
          onBlur={name.onLeave}
        />
        <Select
          label="Connection"
          description={connectionNote(connection)}
          disabled={!isOpen}
          allowDeselect={false}
          data={connections.map((one) => ({
            value: one.id,
            label: one.kind === 'practice' ? 'Practice, on this computer' : `${one.name}, live`,
          }))}
          value={choices.connectionId}
          onChange={(value) => value !== null && onChange({ connectionId: value })}
          leftSection={
            isPractice ? (
              <IconSchool className="cost-practice-icon" size={16} stroke={1.8} aria-hidden />
            ) : (
              <span className="tag-dot" aria-hidden />
            )
          }
        />
      </div>
      <AdvancedSettings project={project} cost={cost} choices={choices} onChange={onChange} isOpen={isOpen} onInvalid={onInvalidSettings} />
    </section>
  );
}
