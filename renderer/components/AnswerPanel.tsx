import { type ReactNode, useMemo, useState } from 'react';
import type { AnswerView } from '../../shared/contract/index.ts';
import { type AnswerForm, FormSwitch } from './FormSwitch.tsx';
import { ownTitle, partsOf, partTitle, displayText } from './leaves.ts';

/** An answer of the service: readable part by part, or the original JSON text. */
export function AnswerPanel({ title, answer, end }: { readonly title: string; readonly answer: AnswerView; readonly end?: ReactNode }) {
  const [form, setForm] = useState<AnswerForm>('readable');
  const parts = useMemo(() => partsOf(answer.leaves), [answer]);
  return (
    <section className="card profile-answer" aria-label={title}>
      <div className="answer-head">
        <h2 className="card-title">{title}</h2>
        {end}
        <div style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
          <FormSwitch label="Form of the answer" form={form} json={answer.json} onForm={setForm} />
        </div>
      </div>
      {form === 'json' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keyboard
        <pre className="answer-json" tabIndex={0} aria-label="The answer as JSON">
          {answer.json}
        </pre>
      ) : (
        <div className="answer-parts">
          {parts.map(({ path, leaves }) => (
            <div key={path.join('.')} className="answer-part">
              <h3>{partTitle(path)}</h3>
              <dl>
                {leaves.map((leaf) => (
                  <div key={leaf.key} className="answer-line">
                    <dt>{ownTitle(leaf.title)}</dt>
                    <dd>{displayText(leaf)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
