/** A project and its states. */
export { allHaveResults, rowsNotPart } from './adopted.ts';
export { type ChoiceCost, choiceText, firstChoice } from './choice-texts.ts';
export { type Deciding, type DecisionFacts, decisionFacts } from './decision-facts.ts';
export { evidenceTexts } from './evidence-texts.ts';
export { EVIDENCE_NEEDED, wasAsked } from './evidence.ts';
export { evaluateGate } from './start-evidence.ts';
export { type Listed, hasMarker, isOtherProject } from './identity.ts';
export {
  ChangingCall,
  type ExportedPart,
  type JournalEntry,
  type JournalEvent,
  JournalEventName,
  type JournalEventOf,
  type JournalNotes,
  journalEvent,
  readJournalEvent,
  storedForm,
  storedState,
} from './journal.ts';
export {
  canSendFrom,
  comparedPilot,
  firstPartOf,
  isCopied,
  isMergedInto,
  isRest,
  isRestOfPilot,
  mergesIntoParent,
  sendsRefusedAgain,
  sentRestOf,
  SentOfList,
} from './lineage.ts';
export { NotNow, type ProjectEvent } from './project-events.ts';
export {
  type Body,
  Choice,
  Counts,
  type Observation,
  ProjectState,
  Question,
  type Running,
  type RunningAt,
  claimedSha256,
} from './project-shapes.ts';
export { next } from './project.ts';
export { questionText } from './question-texts.ts';
export {
  bodyOf,
  cancelMeaning,
  isBeforeSubmission,
  isReading,
  isRecordUnreadable,
  isRunning,
  isSubmittable,
  isUnderWay,
  isUnfinished,
  isUnspent,
  lastObservation,
  mayBeCharged,
  remoteIdOf,
  runningOf,
  wasSent,
} from './state-properties.ts';
export { isAtWork, isProcessed, statusMeaning } from './status-words.ts';
export { timeline } from './timeline.ts';
