/** Writing scores back to another system: who is held back, and whether the values have arrived there. */
export { HELD_BACK, HeldBack, type HeldBackCounts, noneHeldBack, passing, shortenedTo } from './held-back.ts';
export { PROOF_STATES, ProofState, comparableValue, compareValues, isPlainNumber } from './proof.ts';
export { ExportPlaces, KeptValue, Proof, ProofPerson, choiceOf, chosenValues, isOlderThanFile, isRepaired } from './proof-shapes.ts';
