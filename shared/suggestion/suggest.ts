/**
 * Suggests a mapping for a sheet: a target for each column with a certainty and a reason. A known heading is certain unless systems use it
 * differently or its values contradict it. A field gets only one column, unless columns are joined (`joined-columns.ts`).
 */
import {
  type ColumnPlan,
  type ColumnSuggestion,
  type Combination,
  type MappingPlan,
  SPLITTER_FIELDS,
  STANDARD_CLEANING,
  type Sensitivity,
  type SourceSystem,
  type Target,
  asideReason,
  columnLetters,
  knownFieldOf,
  mayConcernPatients,
  otherFieldOf,
  recognizeSystem,
  sensitivityOf,
  systemOf,
} from '../mapping/index.ts';
import { meaningOf } from './heading-parser.ts';
import { candidatesOf, toField, type Candidate, type Decision } from './candidates.ts';
import { headingsOfPeople, type ReadAs } from './headings-of-people.ts';
import { contextOf } from './sheet-context.ts';
import type { ColumnProfile } from './column-profile.ts';
import { suggestSplits } from './split-columns.ts';
import { setEarlierResultsAside } from './earlier-results.ts';
import { findNameEvidence, findRoles } from './role-columns.ts';
import { inOneAddress, keepSecondLine, setLaterAddressesAside } from './address-groups.ts';
import { numberText } from '../base/index.ts';
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { rejectSingleGifts } from './single-gifts.ts';
import { areaCodeReason, joinParts } from './joined-columns.ts';
import { type AmountNotation, type DateOrder, notationOf } from '../numbers/index.ts';
import { dateOrders, isUnclear, lostZerosOf, notationsOf, noteOf } from './column-notes.ts';
import { type ColumnCurrency, currenciesOf, currencyNote } from './amount-currencies.ts';
import { findChildren } from './child-columns.ts';
import { setNetworkPlacesAside } from './network-places.ts';
import { noteSwappedNames } from './swapped-names.ts';
import { suggestTypedAddresses } from './typed-addresses.ts';
import { fillAddress } from './workplaces.ts';
import { suggestTypedContacts } from './typed-contacts.ts';
import { inferFromValues } from './value-inference.ts';

export interface Suggestion {
  readonly plan: MappingPlan;
  readonly suggestions: ColumnSuggestion[];
  readonly system: SourceSystem | null;
}

const NONE: Target = { kind: 'none' };

/** A column is a flag if at least this share of its values is. */
const MOST_FLAGS = 0.95;

/** With a smaller difference between two columns, the user decides. */
const TOO_CLOSE = 15;

/**
 * `rows`: the number of rows in the list, so that notes can say that a count is from a sample. `systemId`: the source system; null: an
 * unknown one; undefined: detect it.
 */
export function suggestMapping(columns: readonly ColumnProfile[], rows?: number, systemId?: string | null): Suggestion {
  const readAs = headingsOfPeople(columns);
  if (readAs.size === 0) return suggestByHeadings(columns, rows, systemId);
  const read = columns.map((profile) => ({ ...profile, header: readAs.get(profile.column)?.heading ?? profile.header }));
  return withOwnHeadings(suggestByHeadings(read, rows, systemId), columns, readAs);
}

/** Restores the headings of the sheet in a suggestion, and makes the user confirm which person is the constituent. */
function withOwnHeadings(suggestion: Suggestion, columns: readonly ColumnProfile[], readAs: ReadonlyMap<number, ReadAs>): Suggestion {
  const suggestions = suggestion.suggestions.map((one, at): ColumnSuggestion => {
    const { header } = columns[at]!;
    const read = readAs.get(one.column);
    if (read === undefined) return { ...one, header };
    return one.to.kind === 'none'
      ? { ...one, header, ...(one.certainty === 'none' && { certainty: 'sure', reason: read.reason }) }
      : { ...one, header, certainty: 'likely', reason: read.reason };
  });
  const plans = suggestion.plan.columns.map((plan) =>
    plan.to.kind !== 'none' && readAs.has(plan.column) ? { ...plan, settled: false } : plan,
  );
  return { ...suggestion, suggestions, plan: { ...suggestion.plan, columns: plans } };
}

function suggestByHeadings(columns: readonly ColumnProfile[], rows?: number, systemId?: string | null): Suggestion {
  const headers = columns.map((profile) => profile.header);
  const recognized = systemId === undefined ? recognizeSystem(headers) : systemId === null ? null : systemOf(systemId, headers);
  const looked = columns[0]?.looked ?? 0;
  const within = rows !== undefined && rows > looked ? ` in the first ${numberText(looked)} rows` : '';
  const context = contextOf(columns, recognized?.preset ?? null, within);
  const decisions = columns.map((profile): Decision => ({
    profile,
    to: NONE,
    certainty: 'none',
    reason: 'Stays in your file',
    alternatives: [],
    remark: null,
    sensitive: false,
    closed: false,
  }));
  const candidates: Candidate[] = [];
  const hasPatients = headers.some((header) => ['patient', 'recordNumber'].includes(sensitivityOf(header) ?? ''));
  for (const decision of decisions) setAside(decision, hasPatients);
  setLaterAddressesAside(decisions);
  setNetworkPlacesAside(decisions);
  setEarlierResultsAside(decisions);
  suggestTypedContacts(decisions);
  for (const decision of decisions) if (!decision.closed) candidates.push(...candidatesOf(decision, context));
  assign(decisions, inOneAddress(candidates));
  keepSecondLine(decisions);
  suggestSplits(decisions, context);
  inferFromValues(decisions);
  offerPseudonyms(decisions);
  const joined = fillAddress(decisions, suggestTypedAddresses(decisions, joinParts(decisions, within), within), within);
  rejectSingleGifts(decisions);
  findRoles(decisions, { hasPatients, isSample: within !== '' });
  findChildren(decisions, within !== '');
  findNameEvidence(decisions);
  noteSwappedNames(decisions);
  const orders = dateOrders(decisions);
  const notations = notationsOf(decisions);
  const currencies = currenciesOf(decisions, within !== '');
  for (const decision of decisions) {
    const { profile } = decision;
    // An existing remark is more important than one about the values, and a column that is not sent needs none.
    if (decision.remark !== null || decision.to.kind === 'none') continue;
    const readings = {
      order: orders.get(profile.column) ?? null,
      notation: notations.get(profile.column)!,
      lostZeros: lostZerosOf(decisions, profile),
    };
    const currency = currencies.get(profile.column);
    if (isUnclear(decision, readings) || currency?.main === null) decision.certainty = 'likely';
    decision.remark = (currency === undefined ? null : currencyNote(currency, within)) ?? noteOf(decision, readings, within);
  }
  return { ...finish(decisions, orders, notations, currencies, joined), system: recognized?.system ?? null };
}

const SENSITIVE_REASONS: Readonly<Record<Sensitivity, string>> = {
  payment: 'Does not belong in a screening file; it is not sent',
  patient: 'Patient data; it is not sent',
  recordNumber: 'A hospital record number; it is not sent',
};
const SENSITIVE_REMARKS: Readonly<Record<Sensitivity, string>> = {
  payment: 'Consider taking this column out of the file',
  patient: 'Patient data must not leave the hospital. Consider taking this column out of the file',
  recordNumber: 'A hospital record number must not leave the hospital',
};

/** Sets columns aside that are never suggested, such as sensitive ones and those of other records. */
function setAside(decision: Decision, hasPatients: boolean): void {
  const { profile } = decision;
  const values = profile.shares.card > 0.3 ? 'card numbers' : profile.shares.socialSecurity > 0.3 ? 'social security numbers' : null;
  const isOfPatient = hasPatients && mayConcernPatients(profile.header);
  const sensitivity = values !== null ? 'payment' : (sensitivityOf(profile.header) ?? (isOfPatient ? 'patient' : null));
  if (sensitivity !== null) {
    decision.sensitive = true;
    decision.closed = true;
    decision.certainty = 'sure';
    decision.reason = SENSITIVE_REASONS[sensitivity];
    decision.remark = values === null ? SENSITIVE_REMARKS[sensitivity] : `The values look like ${values}`;
    const alias = knownFieldOf(profile.header);
    if (alias !== null && sensitivity !== 'recordNumber' && values === null) decision.alternatives = [toField(alias)];
    return;
  }
  const reason =
    (knownFieldOf(profile.header) === null ? asideReason(profile.header) : null) ??
    areaCodeReason(profile) ??
    flagReason(decision) ??
    thousandsReason(decision);
  if (reason === null) return;
  decision.closed = true;
  decision.certainty = 'sure';
  decision.reason = reason;
}

/** Offers the first hospital record number as the constituent ID if no other column is one. Pseudonyms are then sent. */
function offerPseudonyms(decisions: readonly Decision[]): void {
  const id = toField('constituentId');
  if (decisions.some(({ to }) => sameTarget(to, id))) return;
  const number = decisions.find(({ remark }) => remark === SENSITIVE_REMARKS.recordNumber);
  if (number === undefined) return;
  number.alternatives = [id];
  number.remark = `${SENSITIVE_REMARKS.recordNumber}. If it is your only ID, choose Constituent ID: pseudonyms are sent in its place`;
}

/** Why a column is a flag and not the field that its heading names, or null. The field remains an alternative. */
function flagReason({ profile, alternatives }: Decision): string | null {
  const { flag, mark } = profile.shares;
  if (mark < MOST_FLAGS) return null;
  const known = knownFieldOf(profile.header) ?? otherFieldOf(profile.header);
  const to = known === null ? meaningOf(profile.header)?.to : toField(known);
  if (to === undefined || to.kind === 'none') return null;
  const { kind, group } = fieldOf(to.kind === 'field' ? to.field : SPLITTER_FIELDS[to.splitter][0]!);
  // "NO" can be Norway, and Y, N, 0 and 1 can be initials or counts.
  const isFlag = (flag >= MOST_FLAGS && kind !== 'country') || group === 'spouse' || group === 'business';
  if (!isFlag) return null;
  alternatives.push(to);
  return 'The values only say yes or no, so they are not sent';
}

/** "Total Giving ($000s)", "Largest Gift (in thousands)", "Lifetime $K". */
const IN_THOUSANDS = /\b(?:in )?(?:thousands|millions)\b|(?<![\d.,])['’]?000['’]?s?\)?$|\((?:[$€£]\s?)?[km]\)$|[$€£]\s?[km]$/i;

/** Why amounts in thousands or millions are not sent, or null. Unchanged, they would be too small. The field remains an alternative. */
function thousandsReason({ profile, alternatives }: Decision): string | null {
  if (!IN_THOUSANDS.test(profile.header.trim())) return null;
  const known = knownFieldOf(profile.header) ?? otherFieldOf(profile.header);
  const to = known === null ? meaningOf(profile.header)?.to : toField(known);
  if (to?.kind !== 'field' || fieldOf(to.field).type !== 'amount') return null;
  alternatives.push(to);
  return 'The heading says thousands or millions: sent as they are, the amounts would be too small';
}

const sameTarget = (a: Target, b: Target): boolean =>
  a.kind === b.kind &&
  ((a.kind === 'none' && b.kind === 'none' && a.tells === b.tells) ||
    (a.kind === 'field' && b.kind === 'field' && a.field === b.field) ||
    (a.kind === 'split' && b.kind === 'split' && a.splitter === b.splitter));

/** Gives each field to its best column, beginning with the best scores. Other columns keep the field as an alternative. */
function assign(decisions: readonly Decision[], candidates: readonly Candidate[]): void {
  const byColumn = new Map(decisions.map((decision) => [decision.profile.column, decision]));
  const ordered = [...candidates].sort((a, b) => b.score - a.score || a.profile.column - b.profile.column);
  const assigned = new Map<FieldKey, Candidate>();
  for (const candidate of ordered) {
    if (candidate.to.kind !== 'field') continue;
    const decision = byColumn.get(candidate.profile.column)!;
    decision.closed = true;
    const holder = assigned.get(candidate.to.field);
    if (decision.to.kind !== 'none') {
      if (!decision.alternatives.some((target) => sameTarget(target, candidate.to))) decision.alternatives.push(candidate.to);
      continue;
    }
    if (holder !== undefined) {
      decision.alternatives.push(candidate.to);
      decision.certainty = 'sure';
      decision.reason = `${fieldOf(candidate.to.field).label} comes from ${columnLetters(holder.profile.column)} (${holder.profile.header})`;
      if (candidate.exact === holder.exact && holder.score - candidate.score < TOO_CLOSE) {
        const winner = byColumn.get(holder.profile.column)!;
        winner.certainty = 'likely';
        winner.reason = `${columnLetters(candidate.profile.column)} (${candidate.profile.header}) could also be this field`;
      }
      continue;
    }
    assigned.set(candidate.to.field, candidate);
    decision.to = candidate.to;
    decision.certainty = candidate.certainty;
    decision.reason = candidate.reason;
  }
}

function finish(
  decisions: readonly Decision[],
  orders: ReadonlyMap<number, DateOrder | null>,
  notations: ReadonlyMap<number, AmountNotation>,
  currencies: ReadonlyMap<number, ColumnCurrency>,
  joined: readonly Combination[],
): { plan: MappingPlan; suggestions: ColumnSuggestion[] } {
  const columns: ColumnPlan[] = [];
  const suggestions: ColumnSuggestion[] = [];
  for (const { profile, to, certainty, reason, alternatives, remark, sensitive, fills, unclear, answers, typeColumn } of decisions) {
    const { decimal, thousandths } = notations.get(profile.column)!;
    const dateOrder = orders.get(profile.column) ?? null;
    const isDate = orders.has(profile.column);
    const known = currencies.get(profile.column);
    const currency = known === undefined ? {} : { currency: { main: known.main, column: known.column } };
    columns.push({
      column: profile.column,
      to,
      settled: certainty === 'certain',
      dateOrder,
      decimal,
      ...(thousandths && { thousandths }),
      ...currency,
      ...(profile.numbers !== undefined && { numbers: profile.numbers }),
      ...(typeColumn !== undefined && { typeColumn }),
    });
    suggestions.push({
      column: profile.column,
      header: profile.header,
      samples: [...profile.samples],
      filled: profile.filled,
      to,
      certainty,
      reason,
      alternatives: alternatives
        .filter((target, index) => !sameTarget(target, to) && alternatives.findIndex((other) => sameTarget(other, target)) === index)
        .slice(0, 4),
      remark,
      sensitive,
      looked: profile.looked,
      provenOrder: isDate && dateOrder !== profile.dateOrder ? null : profile.dateOrder,
      provenDecimal: notationOf(profile.amounts) === null ? null : decimal,
      ...currency,
      ...(fills !== undefined && { fills }),
      ...(unclear !== undefined && { unclear: [...unclear] }),
      ...(answers !== undefined && { answers: [...answers] }),
      ...(profile.eitherWay.length > 0 &&
        to.kind === 'field' &&
        fieldOf(to.field).type === 'date' && { eitherWay: [...profile.eitherWay] }),
    });
  }
  return { plan: { columns, combinations: [...joined], constants: [], cleaning: STANDARD_CLEANING }, suggestions };
}
