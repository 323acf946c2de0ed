import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { EarlierView, PersonView, ProjectView, ResultsView } from '../../../../shared/contract/index.ts';
import { type AnswerFormat, AnswerFormatSwitch, useRowName } from '../../../components/index.ts';
import { count } from '../../../format/index.ts';
import { remember, remembered } from '../../../navigation/index.ts';
import { PersonHistory } from './PersonHistory.tsx';
import { PersonRecord } from './PersonRecord.tsx';
import { PersonScores } from './PersonScores.tsx';

interface PersonDetailsProps {
  readonly project: ProjectView;
  readonly row: number;
  readonly person: PersonView;
  readonly earlier: EarlierView | null | undefined;
  readonly results: ResultsView | undefined;
  readonly ownHost: string | null;
}

const keyOf = (project: ProjectView) => `person-details/${project.id}`;

/** The record as sent, all values, and the answer as JSON with its field names. Remembers for each project whether it is open. */
export function PersonDetails({ project, row, person, earlier, results, ownHost }: PersonDetailsProps) {
  const parts = useId();
  const rowName = useRowName();
  const [isOpen, setOpen] = useState(remembered(keyOf(project)) === true);
  const [format, setFormat] = useState<AnswerFormat>('readable');
  const json = person.json ?? earlier?.json ?? null;
  const jsonName = earlier == null ? 'The profile as JSON' : `The profile as JSON, from ${earlier.name}`;
  const id = person.record.find(({ field }) => field === 'constituentId')?.value;
  const about = [
    person.outcome === 'leftOut' ? 'Record, not sent' : 'Record as sent',
    `row ${rowName(row)} of ${project.file.name}`,
    ...(id === undefined ? [] : [`ID ${id}`]),
    ...(person.values.length === 0 ? [] : [count(person.values.length, 'value')]),
    ...(json === null ? [] : ['JSON']),
  ];
  return (
    <section className="card person-details" aria-label="Details">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={parts}
        onClick={() => {
          setOpen(!isOpen);
          remember(keyOf(project), !isOpen);
        }}
      >
        <IconChevronRight size={16} stroke={2} aria-hidden data-open={isOpen} />
        <b>Details</b> <span className="second cut">{about.join(' · ')}</span>
      </button>
      {isOpen && (
        <div id={parts}>
          {json !== null && (
            <div className="person-format">
              <AnswerFormatSwitch label="Format of the profile" format={format} json={json} onFormat={setFormat} />
            </div>
          )}
          {format === 'json' && json !== null ? (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keyboard
            <pre className="card person-json" tabIndex={0} aria-label={jsonName} data-sideways>
              {json}
            </pre>
          ) : (
            <>
              <div className="person-columns">
                <PersonRecord person={person} />
                {person.values.length > 0 && (
                  <PersonScores
                    id={project.id}
                    row={row}
                    ownHost={ownHost}
                    person={person}
                    earlier={earlier}
                    isGone={false}
                    columns={results?.columns ?? []}
                    shown={results?.shown ?? []}
                  />
                )}
              </div>
              <PersonHistory id={project.id} row={row} place="details" />
            </>
          )}
        </div>
      )}
    </section>
  );
}
