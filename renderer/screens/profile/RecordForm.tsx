import { Fragment, useState } from 'react';
import { type FieldKey, isFieldKey } from '../../../shared/fields/index.ts';
import { ADDRESS, CONTACT, type FormField, type FormGroup, GIFTS, PERSON, SPOUSE, WORK } from './form-fields.ts';
import { fieldId, FieldIssues, type FormState, RecordField } from './RecordField.tsx';
import { tidyText, type RecordTexts, withTexts } from './record-texts.ts';
import type { FieldIssue } from './record-issues.ts';

function Line({ fields, form }: { readonly fields: readonly FormField[]; readonly form: FormState }) {
  return (
    <>
      {fields.map((field) => (
        <div key={field.key} className="profile-field" data-field={field.key}>
          <RecordField field={field} form={form} />
        </div>
      ))}
      <FieldIssues fields={fields} form={form} />
    </>
  );
}

function Group({ group, form }: { readonly group: FormGroup; readonly form: FormState }) {
  const { title, layout, lines, rare } = group;
  const [isAsked, setIsAsked] = useState(false);
  const isOpen = rare !== null && (isAsked || rare.fields.some(({ key }) => form.record[key] !== undefined));
  return (
    <fieldset className="profile-group">
      <legend className="card-title">{title}</legend>
      {rare !== null && !isOpen && (
        <button
          type="button"
          className="link profile-rare"
          {...(rare.name !== undefined && { 'aria-label': `+ ${rare.name}` })}
          onClick={() => {
            setIsAsked(true);
            const [first] = rare.fields;
            // Wait until the fields are rendered.
            requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${fieldId(first!.key)}`)?.focus());
          }}
        >
          + {rare.label}
        </button>
      )}
      <div className="profile-fields" data-layout={layout}>
        {lines.map((fields) => (
          <Line key={fields[0]!.key} fields={fields} form={form} />
        ))}
        {isOpen && rare.fields.map((field) => <Line key={field.key} fields={[field]} form={form} />)}
      </div>
    </fieldset>
  );
}

function Giving({ form }: { readonly form: FormState }) {
  return (
    <fieldset className="profile-group">
      <legend className="card-title">Giving</legend>
      <div className="profile-gifts">
        <span />
        <span className="profile-gift-head" aria-hidden>
          Amount
        </span>
        <span className="profile-gift-head" aria-hidden>
          Date
        </span>
        {GIFTS.map(({ title, amount, other }) => (
          <Fragment key={title}>
            <span className="profile-gift-title" aria-hidden>
              {title}
            </span>
            <RecordField field={amount} form={form} isBare />
            <RecordField field={other} form={form} isBare />
            <FieldIssues fields={[amount, other]} form={form} />
          </Fragment>
        ))}
      </div>
    </fieldset>
  );
}

interface RecordFormProps {
  readonly record: RecordTexts;
  readonly issues: ReadonlyMap<FieldKey, FieldIssue>;
  /** The fields that the user has left; only their issues are shown. */
  readonly visited: ReadonlySet<FieldKey>;
  /** The local day, YYYY-MM-DD. */
  readonly today: string;
  readonly onChange: (record: RecordTexts) => void;
  readonly onVisit: (keys: readonly FieldKey[]) => void;
}

/** The record of one person, in groups. */
export function RecordForm({ record, issues, visited, today, onChange, onVisit }: RecordFormProps) {
  const form: FormState = {
    record,
    today,
    issueOf: (key) => (visited.has(key) ? (issues.get(key) ?? null) : null),
    onType: (key, text) => onChange(withTexts(record, { [key]: text })),
    onSet: (changes) => {
      onChange(withTexts(record, changes));
      onVisit(Object.keys(changes).filter(isFieldKey));
    },
    onLeave: (key) => {
      const text = record[key];
      const tidy = text === undefined ? undefined : tidyText(key, text);
      if (tidy !== undefined && tidy !== text) onChange(withTexts(record, { [key]: tidy }));
      onVisit([key]);
    },
  };
  return (
    <div className="card profile-form">
      <Group group={PERSON} form={form} />
      <Group group={SPOUSE} form={form} />
      <Group group={ADDRESS} form={form} />
      <div className="profile-pair">
        <Group group={CONTACT} form={form} />
        <Group group={WORK} form={form} />
      </div>
      <Giving form={form} />
    </div>
  );
}
