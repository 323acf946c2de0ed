/**
 * Headings of values that a screening file must not hold: payment and identity numbers, and data about patients. Under
 * HIPAA (45 CFR 164.514(f)) some of the patient data can be used for fundraising, but a screening service needs none.
 */

/** Why a column must not be sent. `recordNumber`: a hospital's record number, which can be the only ID of a list. */
export type Sensitivity = 'payment' | 'patient' | 'recordNumber';

const PAYMENT =
  /^(?:ssn|ssno|social\s*security.*|soc\s*sec.*|(?:credit|debit)?\s*card\s*(?:number|no|num|#).*|credit\s*card.*|cc\s*(?:number|num|no|#)|cvv2?|cvc|bank\s*(?:account|acct).*|iban|routing\s*(?:number|no|#).*|aba\s*(?:number|routing).*|password|passwd|pin|passport.*|tax\s*id.*|tin|driver'?s?\s*licen[cs]e.*)$/i;

/** What can follow the name of a number. */
const NUMBER = String.raw`(?:\s*(?:id|ids|number|numbers|no|num|nbr|key|code|ref|#).*)`;
const WHO = String.raw`(?:patient|pt|pat)`;

const RECORD_NUMBER = new RegExp(
  String.raw`^(?:(?:.*\s)?(?:${WHO}|epic|hospital|enterprise|e)?mrn${NUMBER}?|med(?:ical)?\s*rec(?:ord)?s?\b.*|medical\s*record.*|${WHO}\s*(?:(?:acc(?:oun)?t|record|chart)\b.*|(?:id|number|no|num|nbr|key|code|ref|#).*))$`,
  'i',
);

/** Words for a clinician. They only count together with a word of `TO_PATIENT`. */
const CLINICIAN = String.raw`(?:physicians?|doctors?|dr|providers?|clinicians?|surgeons?|md)`;
const TO_PATIENT = String.raw`(?:treating|attending|admitting|referring|ordering|discharging|primary\s*care|rendering|operating|last|${WHO})`;

const PATIENT = new RegExp(
  `^(?:${[
    // Diagnosis and its codes.
    String.raw`(?:.*\s)?diagnos[ie]s.*`,
    String.raw`(?:.*\s)?dx(?:${NUMBER}|\s*desc.*|\s*\d+)?`,
    String.raw`(?:.*\s)?icd(?:\s*(?:9|10|11))?(?:\s*(?:cm|pcs))?(?:${NUMBER}|\s*desc.*|\s*\d+)?`,
    String.raw`(?:.*\s)?(?:(?:ms|apr|ap)\s*)?drg(?:${NUMBER}|\s*(?:desc|name|weight).*)?`,
    // Treatment: who, when, where.
    String.raw`(?:${TO_PATIENT}\s*)+${CLINICIAN}\b.*`,
    String.raw`physicians?(?:\s*(?:name|full|first|last|npi|${NUMBER}).*)?`,
    String.raw`pcp(?:\s*name)?`,
    String.raw`(?:first|last|latest|most\s*recent|recent)?\s*dates?\s*of\s*(?:service|treatment|admission|discharge|visit)\b.*`,
    String.raw`(?:first|last|latest|most\s*recent)?\s*(?:service|treatment|encounter|admit(?:ted)?|admission|discharged?|disch)\s*dates?.*`,
    String.raw`(?:date\s*)?(?:admitted|discharged)(?:\s*(?:on|date))?`,
    String.raw`(?:.*\s)?(?:hospital|clinical|medical)?\s*service\s*lines?\b.*`,
    String.raw`(?:.*\s)?encounters?\b.*`,
    String.raw`(?:treating|hospital|clinical|medical|discharge|admitting)\s*department(?:\s*of\s*(?:service|treatment))?|department\s*of\s*(?:service|treatment)`,
    // Insurance.
    String.raw`(?:(?:health|medical|${WHO}|primary|secondary)\s*)+(?:insurance|insurers?|payers?|payors?|plan)\b.*`,
    String.raw`insurance(?:\s*(?:status|plan|type|company|carrier|provider|name|class|group|member|policy|${NUMBER}).*)?`,
    String.raw`(?:medicare|medicaid)\b.*`,
  ].join('|')})$`,
  'i',
);

/** The insurer of a patient. In other lists the payer is the donor. */
const PAYER =
  /^(?:payer|payor)(?:\s*(?:status|plan|type|company|carrier|provider|name|class|group|member|policy|id|number|no|num|code)\b.*)?$/i;
const DEPARTMENT = /^(?:department|dept)(?:\s*(?:name|code|desc(?:ription)?|id|number|no|num|#))?$/i;

/** Short headings of hospital systems. In other lists, "attending" is about an event. */
const CARE = /^(?:attending|(?:hosp )?(?:adm|admit|admsn|disch|dc) (?:date|dt|time)|fin(?:ancial)? class|cur pcp)$/i;

/** Where a patient was in the hospital. In other lists, for example a part of an address. */
const PLACE_OF_CARE =
  /^(?:(?:nurs(?:e|ing)|inpatient|hospital|care|patient|pt|admit(?:ting)?|discharge)\s*)?(?:units?|wards?|rooms?|beds?)(?:\s*(?:name|code|desc(?:ription)?|id|number|no|num|#))?$/i;

/** Headings of hospital systems for who treated a patient, why and where. "Prov" alone is a province. */
const OF_STAY =
  /^(?!prov(?: (?:code|cd))?$)(?:(?:prim(?:ary)?|hosp(?:ital)?|attnd|attending|admit(?:ting)?|disch(?:arging)?|visit|ref(?:erring)?|cur(?:rent)?|pcp|med(?:ical)?|pat(?:ient)?|enc|last) )*(?:prov(?:ider)?|svc|serv(?:ice)?|loc(?:ation)?|specialt(?:y|ies)|benefit plan|(?:pat(?:ient)?|enc) class|disch(?:arge)? disp(?:osition)?|procedure|surgeon|clinic|visit)(?: (?:area|name|nm|code|cd|desc|id|type|date|dt|disp|specialty))*$/i;

const plainOf = (heading: string): string =>
  heading
    .replace(/[_./:()-]+/g, ' ')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/\s+/g, ' ')
    .trim();

/** True for a heading such as unit, ward, room or bed. Only meaningful in a list with other columns about patients. */
export const namesPlaceOfCare = (heading: string): boolean => PLACE_OF_CARE.test(plainOf(heading));

/** True for a heading that is about patients only if the list has other columns about patients. */
export const mayConcernPatients = (heading: string): boolean => {
  const plain = plainOf(heading);
  return PLACE_OF_CARE.test(plain) || PAYER.test(plain) || DEPARTMENT.test(plain) || CARE.test(plain) || OF_STAY.test(plain);
};

/** The name of a column without a heading. "Column DX" is not about a diagnosis (dx). */
const WITHOUT_HEADING = /^Column [A-Z]{1,3}$/;

/** Why a column with this heading must not be sent; null when it can be. */
export function sensitivityOf(heading: string): Sensitivity | null {
  if (WITHOUT_HEADING.test(heading)) return null;
  const plain = plainOf(heading);
  if (RECORD_NUMBER.test(plain)) return 'recordNumber';
  if (PAYMENT.test(plain)) return 'payment';
  return PATIENT.test(plain) ? 'patient' : null;
}
