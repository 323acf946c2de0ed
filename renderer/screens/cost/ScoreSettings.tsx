import { Button, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { SCORE_GROUPS, type ScoreConfiguration, type ScoreTexts, readForm, settingsGiven, textsOf } from '../../../shared/base/index.ts';
import { ScorePresets } from './ScorePresets.tsx';
import './score-settings.css';

interface ScoreSettingsProps {
  readonly stored: ScoreConfiguration | null;
  /** False once the list was submitted. */
  readonly isOpen: boolean;
  readonly onSave: (configuration: ScoreConfiguration | null) => void;
  /** Called when the form becomes invalid, and when it is valid again. */
  readonly onInvalid: (isInvalid: boolean) => void;
}

/** The form of the score settings. A text is saved when its field loses the focus and every field is valid. */
export function ScoreSettings({ stored, isOpen, onSave, onInvalid }: ScoreSettingsProps) {
  const id = useId();
  const [texts, setTexts] = useState<ScoreTexts>(() => textsOf(stored));
  const { configuration: entered, problems } = readForm(texts);
  const given = settingsGiven(texts);

  const change = (next: ScoreTexts) => {
    setTexts(next);
    onInvalid(Object.keys(readForm(next).problems).length > 0);
  };
  const save = (next: ScoreTexts) => {
    const { configuration, problems } = readForm(next);
    if (Object.keys(problems).length === 0 && JSON.stringify(configuration) !== JSON.stringify(stored)) onSave(configuration);
  };
  return (
    <section id="score-settings" aria-labelledby={id}>
      <h3 className="score-title" id={id}>
        Score settings
      </h3>
      <p className="score-advice">
        <IconInfoCircle size={16} stroke={1.6} aria-hidden />
        <span>
          The service advises against them for most lists. Without them, it uses the score settings of its own application. Empty fields are
          not sent.
        </span>
      </p>
      {isOpen && (
        <ScorePresets
          configuration={Object.keys(problems).length === 0 ? entered : null}
          onChoose={(configuration) => {
            const chosen = textsOf(configuration);
            change(chosen);
            save(chosen);
          }}
        />
      )}
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
                onBlur={() => save(texts)}
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
            save(none);
          }}
        >
          Turn them off
        </Button>
      )}
    </section>
  );
}
