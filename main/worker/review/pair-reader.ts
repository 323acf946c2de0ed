/** Reads what identifies the pair of a row and its profile, as codes. */
import { createHash } from 'node:crypto';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { type Json, parseJson, readEchoedFields, readProfileKeys } from '../../../shared/results/index.ts';
import type { Pair } from '../../../shared/review/index.ts';
import { identityOf, showsPerson } from './comparison.ts';
import { PAIR_BYTES } from '../../worker-protocol/index.ts';
import { type ListIndex, NO_PROFILE } from '../list/ordinals.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';

const codeOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, PAIR_BYTES);

/** A pair with what it was read from. `ours`: the record as sent, valid until the next one is read. */
export interface PresentPair {
  readonly pair: Pair;
  readonly ours: readonly string[];
  readonly profile: Json;
}

export class PairReader {
  private readonly screening: ScreeningReader;

  constructor(screening: ScreeningReader) {
    this.screening = screening;
  }

  /** The pair of a list index; null for a row without a profile. */
  at(index: ListIndex): PresentPair | null {
    const { blocks, records, results, source } = this.screening;
    const number = results.matches[index] ?? NO_PROFILE;
    const row = results.rows[index] ?? 0;
    const json = number === NO_PROFILE ? null : results.profileJson(number);
    const at = json === null ? null : blocks.find(row);
    if (json === null || at === null) return null;
    const ours = records.sent(at.block, at.row, source).values;
    const profile = parseJson(json);
    const echoed = readEchoedFields(profile);
    const { profileId, constituentId } = readProfileKeys(profile);
    const own = identityOf((field) => ours[FIELD_INDEX[field]]!);
    const theirs = identityOf((field) => (field === 'constituentId' ? (constituentId ?? '') : (echoed[field] ?? '')));
    const isShown = showsPerson(echoed);
    // A profile that shows neither whose it is nor an ID of its own is known only by all that it says.
    const identity = profileId !== null || isShown ? `${profileId ?? ''}\n${theirs}` : json;
    const carry = isShown ? codeOf(`carry\n${own}\n${theirs}`).toString('base64url') : null;
    return {
      pair: {
        row,
        pair: codeOf(`${row}\n${own}\n${identity}`).toString('base64url'),
        carry,
        constituentId: ours[FIELD_INDEX.constituentId]!,
      },
      ours,
      profile,
    };
  }
}
