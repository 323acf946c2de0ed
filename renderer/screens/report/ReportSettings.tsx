import { Button, Checkbox, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReportSettings, ReportView } from '../../../shared/report/index.ts';
import { count } from '../../format/index.ts';
import { Dialog } from '../../kit/index.ts';

interface SettingsProps {
  readonly settings: ReportSettings;
  /** The report with all parts. */
  readonly report: ReportView;
  readonly paper: 'letter' | 'a4';
  readonly onChange: (settings: ReportSettings) => void;
}

const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim().slice(0, 300)]));
const MAX_STEPS = 6;

/** The steps, one per line. Saved when the field loses the focus. */
function StepsField({ settings, report, onChange }: SettingsProps) {
  const shown = report.steps.join('\n');
  const [text, setText] = useState(shown);
  const { newer, suggested } = report;
  const save = () => {
    const texts = linesOf(text).slice(0, MAX_STEPS);
    setText(texts.join('\n'));
    if (texts.join('\n') === shown) return;
    onChange({ ...settings, steps: texts.length === 0 ? null : { texts, basis: suggested } });
  };
  return (
    <>
      <Textarea
        label="Next steps, one per line"
        description="Suggested from what is open"
        autosize
        minRows={3}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={save}
      />
      {newer > 0 && <output className="small report-newer">{count(newer, 'number is', 'numbers are')} newer.</output>}
      {settings.steps !== null && (
        <button type="button" className="link small" onClick={() => onChange({ ...settings, steps: null })}>
          Use the suggested steps
        </button>
      )}
    </>
  );
}

function SubtitleField({ settings, report, onChange }: SettingsProps) {
  const [text, setText] = useState(report.subtitle);
  return (
    <TextInput
      label="Subtitle"
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text.trim() !== report.subtitle && onChange({ ...settings, subtitle: text.trim() })}
    />
  );
}

/** The settings for the content of the page, which are stored with the project. */
export function ReportSettingsPanel(props: SettingsProps) {
  const { settings, report, paper, onChange } = props;
  const [isAsking, setAsking] = useState(false);
  const { capacity, matrix, distribution, sent, match, since } = report;
  const parts = [
    { part: 'capacity' as const, title: capacity?.title },
    { part: 'matrix' as const, title: (matrix ?? distribution)?.title },
    { part: 'sent' as const, title: sent?.title },
    { part: 'match' as const, title: match === null ? undefined : 'Match quality and checks' },
    { part: 'since' as const, title: since?.title },
    { part: 'credits' as const, title: 'Credits and next steps' },
  ];
  const toggle = (part: ReportSettings['hidden'][number], isShown: boolean) =>
    onChange({ ...settings, hidden: isShown ? settings.hidden.filter((one) => one !== part) : [...settings.hidden, part] });
  return (
    <div className="report-side">
      <section className="card report-card" aria-labelledby="report-parts">
        <div className="report-head">
          <h2 id="report-parts">On the page</h2>
          <span className="second small">{settings.names ? 'takes two pages' : 'fits one page'}</span>
        </div>
        {parts.map(
          ({ part, title }) =>
            title !== undefined && (
              <Checkbox
                key={part}
                size="xs"
                label={title}
                checked={!settings.hidden.includes(part)}
                onChange={(event) => toggle(part, event.currentTarget.checked)}
              />
            ),
        )}
        <Checkbox
          size="xs"
          label="Names of the top 20"
          description={settings.names ? 'On: keep this page in the office' : 'Off: nobody is named, so you can share it'}
          checked={settings.names}
          onChange={(event) => (event.currentTarget.checked ? setAsking(true) : onChange({ ...settings, names: false }))}
        />
        <SegmentedControl
          aria-label="Paper"
          size="xs"
          value={paper}
          onChange={(next) => onChange({ ...settings, paper: next })}
          data={[
            { value: 'letter', label: 'Letter' },
            { value: 'a4', label: 'A4' },
          ]}
        />
      </section>
      <section className="card report-card" aria-labelledby="report-words">
        <h2 id="report-words">Heading and next steps</h2>
        <SubtitleField key={`subtitle ${report.subtitle}`} {...props} />
        <StepsField key={`steps ${report.steps.join('\n')}`} {...props} />
      </section>
      <section className="card report-card" aria-labelledby="report-book">
        <h2 id="report-book">In the workbook</h2>
        <p className="second small">
          The workbook from Export begins with the sheet Report: the same numbers, with real charts that you can restyle. “Save as workbook”
          writes this sheet alone.
        </p>
      </section>
      {isAsking && (
        <Dialog title="This page will hold 20 names" onClose={() => setAsking(false)}>
          <p>The names of the people with the most capacity, and the next steps, go to a second page. The footer then says so.</p>
          <div className="report-buttons">
            <Button variant="default" onClick={() => setAsking(false)}>
              Without names
            </Button>
            <Button
              onClick={() => {
                setAsking(false);
                onChange({ ...settings, names: true });
              }}
            >
              Show the names
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
