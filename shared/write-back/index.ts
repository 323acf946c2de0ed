/** Writing scores back to another system: who is held back, and how the values there compare with those that were written. */
export { HELD_BACK, HeldBack, type HeldBackCounts, noneHeldBack, passing, shortenedTo } from './held-back.ts';
export { PROOF_STATES, ProofState, comparableValue, compareValues, isPlainNumber } from './proof.ts';
export { ExportPlaces, Keep, Proof, ProofPerson, choiceOf, chosenValues, isOlderThanFile, isRepaired } from './proof-shapes.ts';
