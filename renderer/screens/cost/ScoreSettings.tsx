import { Button, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ScoreConfiguration } from '../../../shared/base/score-configuration.ts';
import { ScorePresets } from './ScorePresets.tsx';
import { readForm, SCORE_GROUPS, type ScoreTexts, settingsGiven, textsOf } from '../../../shared/base/score-form.ts';

interface ScoreSettingsProps {
  readonly kept: ScoreConfiguration | null;
  /** False once the list was submitted. */
  readonly isOpen: boolean;
  readonly onKeep: (configuration: ScoreConfiguration | null) => void;
  /** Called when the form becomes invalid, and when it is valid again. */
  readonly onBad: (isBad: boolean) => void;
}

/** The score settings, with the service's own advice against them first. */
export function ScoreSettings({ kept, isOpen, onKeep, onBad }: ScoreSettingsProps) {
  const id = useId();
  const [texts, setTexts] = useState<ScoreTexts>(() => textsOf(kept));
  const { configuration: read, problems } = readForm(texts);
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
    <section className="score-settings" aria-labelledby={id}>
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
          configuration={Object.keys(problems).length === 0 ? read : null}
          onChoose={(configuration) => {
            const chosen = textsOf(configuration);
            change(chosen);
            keep(chosen);
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
    </section>
  );
}
