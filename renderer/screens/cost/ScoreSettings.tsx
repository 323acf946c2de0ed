import { Button, Collapse, TextInput } from '@mantine/core';
import { IconChevronRight, IconInfoCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ScoreConfiguration } from '../../../shared/base/score-configuration.ts';
import { count } from '../../format/text.ts';
import { readForm, SCORE_GROUPS, type ScoreTexts, settingsGiven, textsOf } from '../../../shared/base/score-form.ts';

interface ScoreSettingsProps {
  readonly kept: ScoreConfiguration | null;
  /** False once the list was submitted. */
  readonly isOpen: boolean;
  readonly onKeep: (configuration: ScoreConfiguration | null) => void;
  /** Called when the form becomes invalid, and when it is valid again. */
  readonly onBad: (isBad: boolean) => void;
}

/** The advanced score settings: collapsed, with the service's own advice against them first. */
export function ScoreSettings({ kept, isOpen, onKeep, onBad }: ScoreSettingsProps) {
  const id = useId();
  const [isUnfolded, setUnfolded] = useState(false);
  const [texts, setTexts] = useState<ScoreTexts>(() => textsOf(kept));
  const { problems } = readForm(texts);
  const given = settingsGiven(texts);

  const change = (next: ScoreTexts) => {
    setTexts(next);
    onBad(Object.keys(readForm(next).problems).length > 0);
  };
  const keep = (next: ScoreTexts) => {
    const { configuration, problems } = readForm(next);
    if (Object.keys(problems).length === 0 && JSON.stringify(configuration) !== JSON.stringify(kept)) onKeep(configuration);
  };
  return (
    <div className="score-settings">
      <h2 className="score-head">
        <button
          type="button"
          className="score-toggle"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <IconChevronRight size={16} stroke={1.8} aria-hidden />
          <span>Advanced score settings</span>
          <span className="score-state">
            {given === 0 ? 'Off. The service advises against them for most lists.' : `On: ${count(given, 'setting')} given.`}
          </span>
        </button>
      </h2>
      <Collapse expanded={isUnfolded} id={id}>
        <div className="score-body">
          <p className="score-advice">
            <IconInfoCircle size={16} stroke={1.6} aria-hidden />
            <span>
              The service itself does not recommend them for most uses: without them it uses the score settings of its own application. What
              is left empty here is not sent.
            </span>
          </p>
          {SCORE_GROUPS.map((group) => (
            <fieldset key={group.title} className="score-group">
              <legend>{group.title}</legend>
              <div className="score-fields">
                {group.fields.map(({ key, label, kind }) => (
                  <TextInput
                    key={key}
                    label={label}
                    inputMode={kind === 'number' ? 'decimal' : 'text'}
                    readOnly={!isOpen}
                    value={texts[key] ?? ''}
                    error={problems[key] ?? null}
                    onChange={(event) => change({ ...texts, [key]: event.currentTarget.value })}
                    onBlur={() => keep(texts)}
                  />
                ))}
              </div>
            </fieldset>
          ))}
          {isOpen && given > 0 && (
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                const none = textsOf(null);
                change(none);
                keep(none);
              }}
            >
              Turn them off
            </Button>
          )}
        </div>
      </Collapse>
    </div>
  );
}
