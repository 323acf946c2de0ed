/** What the user declares about a screening: its purpose, its lawful basis, and when the people were informed. */
import { z } from 'zod';

export const RECORD_FIELDS = ['purpose', 'lawfulBasis', 'assessment', 'noticeDate'] as const;
export const RecordField = z.enum(RECORD_FIELDS);
export type RecordField = z.infer<typeof RecordField>;

/** Texts for the fields. `inSentence`: the name inside a sentence. `option`: the option of the command line. */
export const RECORD_TEXTS: Readonly<Record<RecordField, { readonly label: string; readonly inSentence: string; readonly option: string }>> =
  {
    purpose: { label: 'Purpose', inSentence: 'the purpose', option: 'purpose' },
    lawfulBasis: { label: 'Lawful basis', inSentence: 'the lawful basis', option: 'basis' },
    assessment: { label: 'Assessment', inSentence: 'the reference of the assessment', option: 'assessment' },
    noticeDate: { label: 'Privacy notice', inSentence: 'the date of the privacy notice', option: 'notice-date' },
  };

/** A text that the user types. Null: not given. */
export const DeclaredText = z.string().trim().max(200).nullable();
/** YYYY-MM-DD, or '' if the user cleared it. Null: not given. */
export const NoticeDate = z.union([z.iso.date(), z.literal('')]).nullable();

/** The part of a declaration that applies to all lists of a connection. The purpose is declared for each list. */
export const StandingDeclaration = z.strictObject({ lawfulBasis: DeclaredText, assessment: DeclaredText, noticeDate: NoticeDate });
export type StandingDeclaration = z.infer<typeof StandingDeclaration>;

export const Declaration = z.strictObject({
  /** '' when it is not given. */
  purpose: z.string().max(2000),
  lawfulBasis: DeclaredText,
  assessment: DeclaredText,
  noticeDate: NoticeDate,
});
export type Declaration = z.infer<typeof Declaration>;

export const EMPTY_DECLARATION: Declaration = { purpose: '', lawfulBasis: null, assessment: null, noticeDate: null };

/** What an organization requires before a list is sent. `contact`: whom users can ask about it; '' for nobody. */
export const RecordRules = z.strictObject({
  required: z.array(RecordField).max(RECORD_FIELDS.length),
  contact: z.string().trim().max(200),
});
export type RecordRules = z.infer<typeof RecordRules>;

/** The required fields that are empty, in their order. `rules` undefined: nothing is required. */
export const missingFields = (declared: Declaration, rules: RecordRules | undefined): RecordField[] =>
  RECORD_FIELDS.filter((field) => rules?.required.includes(field) === true && (declared[field] ?? '').trim() === '');

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Why a list is not sent while these fields are empty. */
export function missingSentence(missing: readonly RecordField[], rules: RecordRules | undefined): string {
  const names = LIST.format(missing.map((field) => RECORD_TEXTS[field].inSentence));
  const ask = rules === undefined || rules.contact === '' ? '' : ` Who to ask: ${rules.contact}.`;
  return `Your organization requires ${names} before a list is sent.${ask}`;
}
