import { Collapse, Switch } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { CostView, ProjectView } from '../../../shared/contract/index.ts';
import { count } from '../../format/index.ts';
import { ScoreSettings } from './ScoreSettings.tsx';
import { settingsGiven, textsOf } from '../../../shared/base/index.ts';
import { type ChangeDraft, type CostChoices, useFigures } from './useCostChoices.ts';
import './advanced-settings.css';

interface AdvancedSettingsProps {
  readonly project: ProjectView;
  readonly cost: CostView;
  readonly choices: CostChoices;
  readonly onChange: ChangeDraft;
  /** False once the list was submitted. */
  readonly isOpen: boolean;
  /** Called when the score settings become invalid, and when they are valid again. */
  readonly onInvalid: (isInvalid: boolean) => void;
}

/** The active settings as text, for the line that is visible while Advanced is folded. */
function stateText(choices: CostChoices, given: number): string {
  const parts = [
    ...(choices.sendErrors ? ['rows with errors are sent'] : []),
    ...(choices.resendRecent ? ['people are sent again'] : []),
    ...(given > 0 ? [`${count(given, 'score setting')} given`] : []),
  ];
  return parts.length === 0 ? 'All off. Most lists need none of these settings.' : `On: ${parts.join(', ')}.`;
}

/** Settings that can waste credits or that the service advises against; folded unless one of them is on. */
export function AdvancedSettings({ project, cost, choices, onChange, isOpen, onInvalid }: AdvancedSettingsProps) {
  const id = useId();
  const given = settingsGiven(textsOf(cost.scoreConfiguration));
  const isOn = choices.sendErrors || choices.resendRecent || given > 0;
  const [wasUnfolded, setUnfolded] = useState(isOn);
  const [hasInvalid, setInvalid] = useState(false);
  // An invalid setting blocks the button, so it must be visible.
  const isUnfolded = wasUnfolded || hasInvalid;
  const figures = useFigures();
  const withErrors = project.readiness?.invalid ?? 0;
  const { unchanged } = cost.screened;
  return (
    <div className="advanced">
      <h2 className="advanced-head">
        <button
          type="button"
          className="advanced-toggle"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(hasInvalid || !isUnfolded)}
        >
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
          <span>Advanced</span>
          <span className="advanced-state" {...(isOn && { 'data-on': true })}>
            {stateText(choices, given)}
          </span>
        </button>
      </h2>
      <Collapse expanded={isUnfolded} id={id}>
        <div className="advanced-body">
          {(withErrors > 0 || cost.sendErrors || choices.sendErrors) && (
            <Switch
              checked={choices.sendErrors}
              disabled={!isOpen}
              onChange={(event) => onChange({ sendErrors: event.currentTarget.checked })}
              label="Send rows with errors anyway"
              description={`${count(withErrors, 'row')} with errors. The service can charge for rows that it does not accept.`}
            />
          )}
          {(unchanged > 0 || cost.resendRecent || choices.resendRecent) && (
            <Switch
              checked={choices.resendRecent}
              disabled={!isOpen}
              onChange={(event) => onChange({ resendRecent: event.currentTarget.checked })}
              label="Send them again anyway"
              description={`${figures.count(unchanged, 'person', 'people')} screened recently ${unchanged === 1 ? 'has' : 'have'} not changed since and would be charged again.`}
            />
          )}
          <ScoreSettings
            stored={cost.scoreConfiguration}
            isOpen={isOpen}
            onSave={(scoreConfiguration) => onChange({ scoreConfiguration })}
            onInvalid={(isInvalid) => {
              setInvalid(isInvalid);
              onInvalid(isInvalid);
            }}
          />
        </div>
      </Collapse>
    </div>
  );
}
