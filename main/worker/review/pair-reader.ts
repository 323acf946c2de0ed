/** Computes codes that identify the pair of a row and its profile. */
import { createHash } from 'node:crypto';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { type Json, parseJson, readEchoedFields, readProfileKeys } from '../../../shared/results/index.ts';
import type { Pair } from '../../../shared/review/index.ts';
import { identityOf, showsPerson } from './comparison.ts';
import { PAIR_BYTES } from '../../worker-protocol/index.ts';
import { type ListIndex, NO_PROFILE } from '../list/ordinals.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';

const codeOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, PAIR_BYTES);

/** A pair and the data that it was computed from. `ours`: the record as sent, valid until the next pair is read. */
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

  /** The pair at a list index; null for a row without a profile. */
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
    // A profile without an ID, name and address can only be identified by its whole text.
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
