import { useState } from 'react';
import { PROOF_STATE_NAMES } from '../../../shared/view-texts/index.ts';
import { choiceOf, type KeptValue, type Proof, type ProofPerson, type ProofState } from '../../../shared/write-back/index.ts';
import { number } from '../../format/index.ts';
import { toProject } from '../../navigation/index.ts';
import { StateIcon } from './StateIcon.tsx';

export const KEEPS = [
  ['theirs', 'Theirs'],
  ['ours', 'Ours'],
] as const satisfies readonly (readonly [KeptValue, string])[];

interface PersonRowsProps {
  readonly id: string;
  readonly proof: Proof;
  readonly person: ProofPerson;
  /** Chooses which system's value to keep; null undoes the choice. */
  readonly onKeep: (value: number, keep: KeptValue | null) => void;
}

export function PersonRows({ id, proof, person, onKeep }: PersonRowsProps) {
  const [isOpen, setOpen] = useState(false);
  const { values } = person;
  const isOne = values.length === 1;
  const shown = isOne || isOpen ? values : values.slice(0, 1);
  const found = (state: ProofState, text: string) =>
    state === 'elsewhere' ? `on ${text}` : text === '' ? <span className="second">nothing</span> : text;
  return shown.map(({ value, state, wrote, found: theirs }, at) => (
    <tr key={value}>
      <td className="proof-found">
        <StateIcon state={state} /> {PROOF_STATE_NAMES[state]}
      </td>
      <td>
        {at === 0 && (
          <a className="link" href={toProject(id, 'results', {}, 'person', String(person.row))}>
            {person.name === '' ? 'No name' : person.name}
          </a>
        )}
      </td>
      <td>{at === 0 && person.id}</td>
      <td>
        {proof.valueTitles[value]}{' '}
        {at === 0 && !isOne && (
          <button type="button" className="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show one' : `All ${number(values.length)}`}
          </button>
        )}
      </td>
      <td>{wrote}</td>
      <td className="strong">
        {found(state, theirs)}
        {state === 'different' && (
          <fieldset className="proof-keep-one" aria-label={`Whose value to keep: ${person.name}, ${proof.valueTitles[value]}`}>
            {KEEPS.map(([keep, label]) => {
              const isChosen = proof.choices[choiceOf(person.row, value)] === keep;
              return (
                <button type="button" key={keep} aria-pressed={isChosen} onClick={() => onKeep(value, isChosen ? null : keep)}>
                  {label}
                </button>
              );
            })}
          </fieldset>
        )}
      </td>
    </tr>
  ));
}
