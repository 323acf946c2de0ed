/** Texts about the proof of a write-back. */
import { countText, numberText } from '../base/index.ts';
import type { Proof } from '../write-back/index.ts';
import { chosenValues, isOlderThanFile, PROOF_STATES, type ProofState } from '../write-back/index.ts';

/** Names of the states in counts of values. */
export const PROOF_STATE_NAMES: Readonly<Record<ProofState, string>> = {
  there: 'There',
  missing: 'Missing',
  cut: 'Cut',
  different: 'Different',
  elsewhere: 'On another ID',
};

const people = (count: number) => countText(count, 'person', 'people');

/** The headline of a proof: "7,522 of 7,760 values are there". */
export const proofHeadline = ({ counts, values }: Pick<Proof, 'counts' | 'values'>): string =>
  `${numberText(counts.there.values)} of ${countText(values, 'value')} ${counts.there.values === 1 ? 'is' : 'are'} there`;

/** The number of values that did not arrive. */
export const notThere = ({ counts, values }: Pick<Proof, 'counts' | 'values'>): number => values - counts.there.values;

/** A sentence for an export that is older than the written file; null for a newer one. */
export const olderThanFileText = (proof: Pick<Proof, 'madeAt' | 'writtenAt'>): string | null =>
  isOlderThanFile(proof)
    ? 'Made before the import: this export is older than the last file that was written for the other system. It was compared, but a newer export may have more.'
    : null;

/** A proof in sentences. They name no person. */
export function proofSentences(proof: Proof): string[] {
  const { counts, file, layout, notCompared, cuts } = proof;
  const names = (titles: readonly string[]) => new Intl.ListFormat('en-US').format(titles.map((title) => `“${title}”`));
  const { ours, theirs } = chosenValues(proof);
  const before = olderThanFileText(proof);
  return [
    ...(before === null ? [] : [before]),
    `${proofHeadline(proof)}, for ${people(proof.people)}, in the layout ${layout.name} compared with “${file}”.`,
    ...PROOF_STATES.map(
      (state) => `${PROOF_STATE_NAMES[state]}: ${countText(counts[state].values, 'value')}, ${people(counts[state].people)}.`,
    ),
    'Each person is counted once, in the first group that fits: missing, cut, different, on another ID, or arrived.',
    ...(ours + theirs === 0
      ? []
      : [
          `Of the different values, ${numberText(ours)} ${ours === 1 ? 'is' : 'are'} to be ours, ${numberText(theirs)} are kept as theirs.`,
        ]),
    ...(notCompared.length === 0 ? [] : [`Not compared, because “${file}” has no such column: ${names(notCompared)}.`]),
    ...cuts.map(
      ({ title, most, values }) =>
        `${countText(values, 'text')} of “${title}” ${values === 1 ? 'was' : 'were'} cut; at most ${countText(most, 'character')} ${most === 1 ? 'is' : 'are'} left.`,
    ),
  ];
}
