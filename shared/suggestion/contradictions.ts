/** Finds out whether the values of a column contradict the field that its heading names. */
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { cleanText, looksLikeUnit } from '../transforms/index.ts';
import type { ColumnProfile } from './column-profile.ts';
import { namesPlaceOfCare } from '../mapping/index.ts';

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** With fewer values, a contradiction can be a coincidence. */
const PROVING = 3;

/** A column that identifies people has at least this share of different values. */
const MOST_DIFFERENT = 0.9;

/** The minimum share of apartment numbers in a column of them. */
const MOST_UNITS = 0.8;

const isLocal = ({ shares, aligned }: ColumnProfile): boolean => {
  if (shares.integer < MOST_LOCAL) return false;
  const filled = aligned.map(cleanText).filter((value) => value !== '');
  return filled.filter((value) => /^[2-9]\d{6}$/.test(value)).length >= filled.length * MOST_LOCAL;
};
const MOST_LOCAL = 0.9;

/** The values under a heading such as "Person or Organization": a letter or a word for the kind of record. */
const KIND_OF_RECORD = /^(?:[a-z\d]|(?:individual|person|people|household|family|organi[sz]ation|org|compan(?:y|ies)|business)s?)$/i;

/** Why the values contradict a field, or null. `from`: with at least this many values, the column does not feed the field. */
export function contradiction(field: FieldKey, profile: ColumnProfile): { reason: string; from: number } | null {
  if (profile.filled === 0) return null;
  const { shares } = profile;
  const weak = (share: number, needed: number, one: string, many: string) => {
    if (share >= needed) return null;
    return share === 0
      ? { reason: `but no value is ${one}`, from: PROVING }
      : { reason: `but only ${percent(share)} of the values are ${many}`, from: Infinity };
  };
  const { kind } = fieldOf(field);
  switch (kind) {
    case 'email':
      return weak(shares.email, 0.5, 'an email address', 'email addresses');
    case 'date': {
      // Ignores zeros, years and months, which also occur in columns of dates.
      const whole = profile.filled - profile.dates.without;
      return weak(whole === 0 ? 1 : profile.dates.dates / whole, 0.5, 'a date', 'dates');
    }
    case 'amount':
      return weak(shares.date > shares.amount ? 0 : shares.amount, 0.5, 'an amount', 'amounts');
    case 'count':
      return weak(shares.date > shares.amount ? 0 : shares.amount, 0.5, 'a count', 'counts');
    case 'phone':
      // Seven digits are a number without its area code, which can be in another column.
      return isLocal(profile) ? null : weak(shares.phone, 0.5, 'a phone number', 'phone numbers');
    case 'postalCode':
      // "Zip4" can be the last four digits, or all nine like "ZIP+4".
      if (profile.header.trim().endsWith('4') && profile.lostZeros === profile.filled)
        return { reason: 'but the values are only the last four digits', from: 1 };
      return weak(shares.postal, 0.3, 'a postal code', 'postal codes');
    case 'identifier':
      // A constituent type such as Alumnus is not an ID.
      if (profile.distinct * 2 <= profile.filled && !profile.aligned.some((value) => /\d/.test(value)))
        return { reason: 'but the same few words repeat', from: PROVING };
      // IDs such as 05-03-1234 look like dates but are different for each person.
      return shares.date > 0.5 && shares.integer < 0.5 && profile.distinct < profile.filled * MOST_DIFFERENT
        ? { reason: 'but the values are dates', from: PROVING }
        : null;
    case 'state':
      if (shares.state >= 0.3) break;
      return {
        reason: 'but few values are states',
        from: shares.amount > 0.5 || shares.email > 0.5 || shares.date > 0.5 ? PROVING : Infinity,
      };
    case 'streetLine2': {
      // The unit of a hospital or a company is not part of an address.
      const units = profile.aligned.map(cleanText).filter((value) => value !== '');
      if (namesPlaceOfCare(profile.header) && units.filter(looksLikeUnit).length < units.length * MOST_UNITS)
        return { reason: 'but the values are not numbers of apartments', from: 1 };
      break;
    }
    case 'organization':
      if (profile.aligned.every((value) => value.trim() === '' || KIND_OF_RECORD.test(value.trim())))
        return { reason: 'but the values only say which kind of record it is', from: 1 };
      break;
    default:
  }
  const isStreet = kind === 'street' || kind === 'streetLine2';
  if (kind === 'street' && shares.integer > 0.8) return { reason: 'but the values are only numbers', from: PROVING };
  if (shares.email > 0.3 || (shares.date > 0.3 && !isStreet))
    return { reason: `but the values are ${shares.email > 0.3 ? 'email addresses' : 'dates'}`, from: PROVING };
  if (!isStreet && kind !== 'organization' && shares.amount > 0.5) return { reason: 'but the values are numbers', from: PROVING };
  return shares.flag > 0.2 ? { reason: 'but many values only say yes or no', from: Infinity } : null;
}
