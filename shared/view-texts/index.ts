/** Sentences that the window and the terminal share. */
export { adoptionNotes } from './adoption.ts';
export { carriedChanges, carriedCorrectionsText } from './carried-corrections.ts';
export { elsewhereText, isAlone, sentElsewhere } from './elsewhere.ts';
export { betterName } from './better-name.ts';
export { HELD_BACK_NAMES, byOrderInLayout, leftOutText } from './export-notes.ts';
export { PROOF_STATE_NAMES, olderThanFileText, notThere, proofHeadline, proofSentences } from './proof.ts';
export { keptScoresSentence, missingReportSentence, outcomeDifference } from './fetched-again.ts';
export { KEYCHAIN_WAIT } from './keychain.ts';
export { nothingLeft, withoutResultSentence } from './nothing-left.ts';
export { ORDER_WARNING, pairText, profileOfPair } from './order-join.ts';
export { holdsText, searchTextOf } from './profile-search.ts';
export { lostWith, unfetchedResults } from './removal-effects.ts';
export { isProgressTitle, progressTitle, runProgress } from './run-progress.ts';
export { screenedAloneSentence, screenedInListSentence } from './screened-before.ts';
export { MOST_COUNTED, type RowChoice, choiceOf, giftListText, noticeTexts, noticesOf, sheetNotices, wideText } from './sheet-notices.ts';
export { unplacedSentence } from './unplaced.ts';
export { type WaitingParts, waitingParts } from './waiting-parts.ts';
export { type Flaws, flawSentences, notReadSentence } from './without-result.ts';
export { dueReasons, dueSentence, planDay, planLines, waitingSentences } from './plan.ts';
export {
  ENTRY_KINDS,
  REMOVED_PROJECT,
  type RecordSection,
  declaredText,
  recordSections,
  relatedText,
  writtenText,
} from './record-texts.ts';
export { type ColumnValues, readList, valuesOfRoles } from './read-list.ts';
