import { useId } from 'react';
import { type FieldGroup, type FieldKey, fieldOf } from '../../../../shared/fields/index.ts';
import type { PersonView } from '../../../../shared/contract/index.ts';
import { number, scoreText, shortDay, shownValue } from '../../../format/index.ts';

const GROUPS: Readonly<Record<FieldGroup, string>> = {
  person: 'Person',
  spouse: 'Spouse',
  address: 'Address',
  contact: 'Contact',
  business: 'Business',
  giving: 'Giving',
};

const ORDER = Object.keys(GROUPS) as readonly FieldGroup[];

function recordText(field: FieldKey, value: string): string {
  if (value === '') return shownValue(value);
  const { type } = fieldOf(field);
  if (type === 'date') return shortDay(value);
  if (type === 'amount') return scoreText(value, 'money');
  if (type === 'count' && Number.isFinite(Number(value))) return number(Number(value));
  return value;
}

/** The exact record as sent, in groups, and the sheet columns that stayed on this computer. */
export function PersonRecord({ person }: { readonly person: PersonView }) {
  const id = useId();
  const wasSent = person.outcome !== 'leftOut';
  return (
    <div className="person-stack">
      <section className="card score-card" aria-labelledby={id}>
        <h2 className="card-title" id={id}>
          {wasSent ? 'Record as sent' : 'Record, not sent'}
        </h2>
        {ORDER.map((group) => {
          const values = person.record.filter(({ field }) => fieldOf(field).group === group);
          if (values.length === 0) return null;
          return (
            <div key={group} className="person-group">
              <h3>{GROUPS[group]}</h3>
              <dl>
                {values.map(({ field, value, was }) => (
                  <div key={field} className="score-line">
                    <dt>{fieldOf(field).label}</dt>
                    <dd>
                      {was !== null && <span className="person-was small">was {was === '' ? 'empty' : recordText(field, was)}</span>}
                      <span>{recordText(field, value)}</span>
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          );
        })}
      </section>
      {person.notSent.length > 0 && (
        <section className="card score-card" aria-labelledby={`${id}-kept`}>
          <h2 className="card-title" id={`${id}-kept`}>
            Not sent, from your sheet
          </h2>
          <dl>
            {person.notSent.map(({ header, value }, position) => (
              // Two columns of a sheet may have the same heading.
              <div key={`${position} ${header}`} className="score-line">
                <dt>{header}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
