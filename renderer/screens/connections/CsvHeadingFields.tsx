import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { FIELDS, fieldOf } from '../../../shared/fields/index.ts';
import {
  type CsvHeadings,
  type HeadingAnswer,
  MAX_HEADING_LENGTH,
  changedHeadings,
  headingProblems,
} from '../../../shared/mapping/index.ts';
import { count, listed, number } from '../../format/index.ts';

/** If there are more fields than this, they are counted instead of named. */
const MAX_NAMED = 4;

const fieldsText = (fields: HeadingAnswer['notUnderstood']): string =>
  fields.length > MAX_NAMED ? count(fields.length, 'field') : listed(fields.map((field) => `“${fieldOf(field).label}”`));

interface CsvHeadingFieldsProps {
  readonly headings: CsvHeadings;
  /** The service's answer when it refused a list. */
  readonly answer: HeadingAnswer | null;
  readonly onChange: (headings: CsvHeadings) => void;
}

/** The CSV heading of each field. Folded unless one was changed or the service has refused some. */
export function CsvHeadingFields({ headings, answer, onChange }: CsvHeadingFieldsProps) {
  const changed = Object.keys(changedHeadings(headings)).length;
  const [wasOpened, setOpen] = useState(changed > 0 || answer !== null);
  const problems = headingProblems(headings);
  // A heading that cannot be used stays in sight, because the form cannot be saved with it.
  const hasProblem = Object.keys(problems).length > 0;
  const isOpen = wasOpened || hasProblem;
  const expected = Object.keys(answer?.expected ?? {}).length;
  return (
    <fieldset className="csv-headings">
      <legend>Headings in CSV</legend>
      <p className="second small">
        {changed === 0
          ? 'The names that the service gives its fields.'
          : `${number(changed)} of ${count(FIELDS.length, 'heading')} changed.`}{' '}
        {!hasProblem && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide them' : 'Change them'}
          </button>
        )}
      </p>
      {answer !== null && (
        <div className="csv-headings-answer">
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          <span>
            The service did not accept a list: it did not understand the {answer.notUnderstood.length === 1 ? 'heading' : 'headings'} of{' '}
            {fieldsText(answer.notUnderstood)}.
          </span>
          {expected > 0 && (
            <Button variant="default" size="xs" onClick={() => onChange({ ...headings, ...answer.expected })}>
              Use {expected === 1 ? 'the heading' : `the ${number(expected)} headings`} that it names
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <div className="csv-headings-fields">
          {FIELDS.map(({ key, label }) => (
            <TextInput
              key={key}
              label={label}
              placeholder={key}
              maxLength={MAX_HEADING_LENGTH}
              value={headings[key] ?? ''}
              error={problems[key] ?? null}
              onChange={(event) => {
                const { [key]: _, ...others } = headings;
                const heading = event.currentTarget.value;
                onChange(heading === '' ? others : { ...others, [key]: heading });
              }}
            />
          ))}
        </div>
      )}
      {changed > 0 && (
        <Button variant="default" size="xs" onClick={() => onChange({})}>
          Use the field names
        </Button>
      )}
    </fieldset>
  );
}
