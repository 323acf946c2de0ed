import { Checkbox } from '@mantine/core';
import { PROOF_STATE_NAMES, notThere } from '../../../shared/view-texts/index.ts';
import { chosenValues, type Proof, type ProofState } from '../../../shared/write-back/index.ts';
import { number } from '../../format/index.ts';

export type Repaired = Exclude<ProofState, 'there'>;
export const REPAIRED: readonly Repaired[] = ['missing', 'cut', 'elsewhere', 'different'];
const REPAIR_TEXTS: Readonly<Record<Repaired, string>> = {
  missing: 'Written again',
  cut: 'Shortened to what the other system keeps, at a word',
  elsewhere: 'Written on the right ID',
  different: 'May be newer there: check first',
};

/** The number of values in a state that the repair file contains. */
function repairedOf(proof: Proof, states: readonly Repaired[], state: Repaired): number {
  const all = proof.counts[state].values;
  if (state !== 'different') return states.includes(state) ? all : 0;
  const { ours, theirs } = chosenValues(proof);
  return states.includes(state) ? all - theirs : ours;
}

export const repairedValues = (proof: Proof, states: readonly Repaired[]): number =>
  REPAIRED.reduce((sum, state) => sum + repairedOf(proof, states, state), 0);

interface RepairCardProps {
  readonly proof: Proof;
  readonly states: readonly Repaired[];
  readonly onStates: (states: readonly Repaired[]) => void;
}

/** The content of the repair file. */
export function RepairCard({ proof, states, onStates }: RepairCardProps) {
  const { counts } = proof;
  const repaired = repairedValues(proof, states);
  const open = notThere(proof);
  const { ours, theirs } = chosenValues(proof);
  const textOf = (state: Repaired) =>
    state === 'different' && ours + theirs > 0 ? `${number(ours)} ours, ${number(theirs)} theirs as chosen` : REPAIR_TEXTS[state];
  return (
    <section className="card write-back-card" aria-labelledby="proof-repair">
      <h2 className="write-back-title" id="proof-repair">
        Repair file
      </h2>
      <p>
        <span className="write-back-number">{number(repaired)}</span> <span className="second">{repaired === 1 ? 'value' : 'values'}</span>
      </p>
      {REPAIRED.map((one) => (
        <Checkbox
          key={one}
          className="proof-repair"
          label={`${PROOF_STATE_NAMES[one]}, ${number(counts[one].values)}`}
          description={textOf(one)}
          checked={states.includes(one)}
          onChange={(event) => onStates(event.currentTarget.checked ? [...states, one] : states.filter((other) => other !== one))}
        />
      ))}
      <p className="second small">
        Not there: {number(repaired)} + {number(open - repaired)} = {number(open)}
      </p>
    </section>
  );
}
