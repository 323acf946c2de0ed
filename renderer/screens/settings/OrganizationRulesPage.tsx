import { Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { IconInfoCircle, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { FACTS, type OrganizationRules, RULES, type RuleCode, type Severity } from '../../../shared/rules/index.ts';
import { FIELDS, type FieldKey } from '../../../shared/fields/index.ts';
import { RECORD_FIELDS, RECORD_TEXTS, type RecordRules } from '../../../shared/record/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { FailureLine, FailurePanel, SeverityIcon } from '../../kit/index.ts';
import { FIELD_GROUPS, count } from '../../format/index.ts';
import { withRequired, severityOf, withSeverity, type ChosenSeverity } from './organization-rules.ts';
import { SetByOrganization, usePolicy } from '../../components/index.ts';
import { SettingsSubpage } from './SettingsSubpage.tsx';

const SEVERITY_LABELS: Readonly<Record<ChosenSeverity, string>> = { error: 'Error', warning: 'Warning', note: 'Note', off: 'Silent' };
const GROUPS: readonly (readonly [Severity, string, string])[] = [
  ['error', 'Errors', 'Rows with an error are not sent unless you say so.'],
  ['warning', 'Warnings', 'These rows are sent, but the match is less certain, or the service will probably not accept a value.'],
  ['note', 'Notes', 'Values that were cleaned, and other information.'],
];

/** Rules whose severity an organization can choose. */
const SHOWN = RULES.filter(({ code }) => !FACTS.has(code));

interface PartProps {
  readonly rules: OrganizationRules;
  /** True when the administrator has set the rules. */
  readonly isLocked: boolean;
  readonly onChange: (rules: OrganizationRules) => void;
}

function RequiredFields({ rules, isLocked, onChange }: PartProps) {
  const required = new Set<FieldKey>(rules.required);
  return (
    <section className="card" aria-labelledby="required-title">
      <h2 className="card-title" id="required-title">
        Fields that must be filled
      </h2>
      <p className="second">
        A row in which one of them is empty is treated as an error.{' '}
        {required.size === 0 ? 'No field is required now.' : `${count(required.size, 'field')} required.`}
      </p>
      <div className="rules-fields">
        {FIELD_GROUPS.map(([group, title]) => (
          <fieldset key={group}>
            <legend>{title}</legend>
            {FIELDS.filter((field) => field.group === group).map(({ key, label }) => (
              <Checkbox
                key={key}
                size="xs"
                label={label}
                disabled={isLocked}
                checked={required.has(key)}
                onChange={(event) => onChange(withRequired(rules, key, event.currentTarget.checked))}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </section>
  );
}

/** Whether users may send somebody who asked not to be screened if they give a reason. */
function Objections({ rules, isLocked, onChange }: PartProps) {
  return (
    <section className="card" aria-labelledby="objections-title">
      <h2 className="card-title" id="objections-title">
        People who asked not to be screened
      </h2>
      <p className="second">
        They are left out. The person who sends a list can still send them with a reason, which is kept with the project.
      </p>
      <Switch
        label="Never send people who asked not to be screened"
        disabled={isLocked}
        checked={rules.neverObjected === true}
        onChange={(event) => {
          const { neverObjected: _before, ...others } = rules;
          onChange(event.currentTarget.checked ? { ...others, neverObjected: true } : others);
        }}
      />
    </section>
  );
}

/** What must be declared before a list is sent, and whom to ask about it. */
function RequiredDeclaration({ rules, isLocked, onChange }: PartProps) {
  const record = rules.record ?? { required: [], contact: '' };
  const [contact, setContact] = useState(record.contact);
  const change = (next: RecordRules) => {
    const { record: _before, ...others } = rules;
    onChange(next.required.length === 0 && next.contact === '' ? others : { ...others, record: next });
  };
  return (
    <section className="card" aria-labelledby="declaration-title">
      <h2 className="card-title" id="declaration-title">
        For the record, before a list is sent
      </h2>
      <p className="second">Nothing is sent, in the window or in the terminal, while one of these is empty on Cost &amp; send.</p>
      <div className="rules-fields">
        <fieldset>
          <legend>Required</legend>
          {RECORD_FIELDS.map((field) => (
            <Checkbox
              key={field}
              size="xs"
              label={RECORD_TEXTS[field].label}
              disabled={isLocked}
              checked={record.required.includes(field)}
              onChange={(event) => {
                const wanted = new Set(record.required);
                if (event.currentTarget.checked) wanted.add(field);
                else wanted.delete(field);
                change({ ...record, required: RECORD_FIELDS.filter((one) => wanted.has(one)) });
              }}
            />
          ))}
        </fieldset>
        <TextInput
          size="xs"
          label="Who to ask what to fill in"
          description="Shown where something is missing"
          maxLength={200}
          disabled={isLocked}
          value={contact}
          onChange={(event) => setContact(event.currentTarget.value)}
          onBlur={() => contact.trim() !== record.contact && change({ ...record, contact: contact.trim() })}
        />
      </div>
    </section>
  );
}

function RuleLine({ code, rules, isLocked, onChange }: PartProps & { readonly code: RuleCode }) {
  const rule = SHOWN.find((one) => one.code === code);
  if (rule === undefined) return null;
  const chosen = severityOf(rules, rule);
  const isChanged = chosen !== rule.severity;
  return (
    <li {...(chosen === 'off' && { 'data-off': true })}>
      <span className="rules-icon" data-severity={chosen}>
        {chosen === 'error' || chosen === 'warning' ? (
          <SeverityIcon severity={chosen} size={16} />
        ) : (
          <IconInfoCircle size={16} stroke={1.6} aria-hidden />
        )}
      </span>
      <div>
        <div className="strong">{rule.title}</div>
        <div className="small second">
          {rule.why}
          {isChanged && !isLocked && (
            <>
              {' '}
              <button type="button" className="link small" onClick={() => onChange(withSeverity(rules, rule, rule.severity))}>
                Back to {SEVERITY_LABELS[rule.severity].toLowerCase()}
              </button>
            </>
          )}
        </div>
      </div>
      <Select
        size="xs"
        w={116}
        aria-label={`Severity: ${rule.title}`}
        allowDeselect={false}
        disabled={isLocked}
        value={chosen}
        data={Object.entries(SEVERITY_LABELS).map(([value, label]) => ({ value, label }))}
        onChange={(value) => value !== null && onChange(withSeverity(rules, rule, value as ChosenSeverity))}
      />
    </li>
  );
}

function RuleList({ rules, isLocked, onChange }: PartProps) {
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const found = SHOWN.filter(({ title, why }) => wanted === '' || `${title} ${why}`.toLowerCase().includes(wanted));
  const changed = SHOWN.filter(({ code }) => rules.severities[code] !== undefined).length;
  return (
    <section className="card" aria-labelledby="rules-title">
      <div className="settings-row">
        <div>
          <h2 className="card-title" id="rules-title">
            Rules
          </h2>
          <p className="second">
            {count(SHOWN.length, 'rule')},{' '}
            {changed === 0 ? 'none changed.' : `${count(changed, 'rule')} changed${isLocked ? '' : ' by you'}.`}
          </p>
        </div>
        <TextInput
          size="xs"
          w={220}
          type="search"
          aria-label="Find a rule"
          placeholder="Find a rule"
          leftSection={<IconSearch size={15} stroke={1.6} aria-hidden />}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      </div>
      {found.length === 0 && <p className="second">No rule mentions “{find.trim()}”.</p>}
      {GROUPS.map(([severity, title, meaning]) => {
        const inGroup = found.filter((rule) => rule.severity === severity);
        return inGroup.length === 0 ? null : (
          <div key={severity} className="rules-group">
            <h3 className="strong">{title}</h3>
            <p className="small second">{meaning}</p>
            <ul className="rules-list">
              {inGroup.map(({ code }) => (
                <RuleLine key={code} code={code} rules={rules} isLocked={isLocked} onChange={onChange} />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

/** The organization's own requirements for lists, in addition to the service's. */
export function OrganizationRulesPage() {
  const rules = useContractQuery('organizationRules.get', {});
  const isLocked = usePolicy().organizationRules !== undefined;
  // Show a choice at once, because the next choice builds on it.
  const set = useCommand('organizationRules.set', undefined, { scope: 'organizationRules.set', expect: (chosen) => chosen });
  return (
    <SettingsSubpage title="Organization rules">
      <p className="second">
        The service defines the format of each field, but not which fields it requires. {!isLocked && 'Choose the required fields here. '}
        The rules apply to every list from its next check. Lists that were sent do not change.
      </p>
      {isLocked && <SetByOrganization />}
      {rules.error !== null && (
        <FailurePanel title="The organization rules cannot be shown" error={rules.error} onRetry={() => void rules.refetch()} />
      )}
      <FailureLine error={set.error} />
      {rules.data !== undefined && (
        <>
          <RequiredFields rules={rules.data} isLocked={isLocked} onChange={(next) => set.mutate(next)} />
          <RequiredDeclaration rules={rules.data} isLocked={isLocked} onChange={(next) => set.mutate(next)} />
          <Objections rules={rules.data} isLocked={isLocked} onChange={(next) => set.mutate(next)} />
          <RuleList rules={rules.data} isLocked={isLocked} onChange={(next) => set.mutate(next)} />
        </>
      )}
    </SettingsSubpage>
  );
}
