/** What a check asks of earlier screenings. `main/worker/prior` answers it; the check itself reads no other project. */
import type { Judged } from './row-checker.ts';

/** What is known of the person of a row: the `same` record was sent and not refused, or is `onItsWay` in a list without results. */
export type Known = 'new' | 'same' | 'onItsWay' | 'changed';

/** What has become of a row: `unscored` is unchanged as well, but the service had no scores for it. */
export type Since = 'new' | 'changed' | 'unchanged' | 'unscored';

/** People who were screened recently, or are in progress in another list. */
export interface RecentPeople {
  /** What is known of the person of a row. `print`: where the row's match-key hashes begin. */
  find(judged: Judged, row: number, print: number): Known;
}

/** What was sent in the screenings that a list is compared with. */
export interface BaselineRecords {
  /** What has become of a row since then. `print`: where the row's match-key hashes begin. */
  find(judged: Judged, row: number, print: number): Since;
}

/** What a list is compared with besides its own rows. */
export interface PriorScreenings {
  readonly people: RecentPeople | null;
  readonly sent: BaselineRecords | null;
}
