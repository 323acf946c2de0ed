/** The record of a screening: its shapes, its chain and its verification. */
export { type Digest, nextEntry } from './chain.ts';
export {
  Declaration,
  DeclaredText,
  EMPTY_DECLARATION,
  NoticeDate,
  RECORD_FIELDS,
  RECORD_TEXTS,
  RecordField,
  RecordRules,
  StandingDeclaration,
  missingFields,
  missingSentence,
} from './declaration.ts';
export {
  Content,
  type Decision,
  EndedContent,
  type Entry,
  Link,
  type MovedContent,
  RECORD_FORMAT,
  RECORD_VERSION,
  RecordFile,
  SentContent,
  creditsBetween,
} from './shapes.ts';
export { verifyChain, verifyFiles } from './verify.ts';
