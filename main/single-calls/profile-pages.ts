/** The service's list of all profiles. The interface does not say whether its first page has the number 0 or 1. */
import { type Json, type ListPage, type OnEnd, everyPage, readProfileKeys } from '../../shared/results/index.ts';
import { AppError } from '../../shared/base/index.ts';
import type { ServiceClient } from '../service/index.ts';

type Client = Pick<ServiceClient, 'profileList' | 'address'>;

/** The most profiles on one page. */
const ITEMS_PER_PAGE = 100;

const keyOf = (profile: Json): string => readProfileKeys(profile).profileId ?? JSON.stringify(profile);

export class ProfilePages {
  /** The number of the first page, by connection and its address. */
  private readonly firstPages = new Map<string, number>();
  /**
   * The addresses that the service named for its next pages, by page index, for each page size, connection and its address. A connection
   * that gets another address must not send its new token to the earlier one.
   */
  private readonly addresses = new Map<string, Map<number, URL | null>>();

  /**
   * One page, counted from 0.
   * @throws as `ServiceClient.profileList`.
   */
  async page(connectionId: string, client: Client, page: number, itemsPerPage: number, signal: AbortSignal): Promise<ListPage<Json>> {
    const from = `${connectionId} ${client.address}`;
    const firstPage = await this.firstPage(from, client, signal);
    const key = `${itemsPerPage} ${from}`;
    const known = page === 0 ? new Map<number, URL | null>() : (this.addresses.get(key) ?? new Map<number, URL | null>());
    this.addresses.set(key, known);
    // A service that names its next pages may ignore page numbers, so all pages before this one must be read first.
    let index = page;
    while (index > 0 && !known.has(index)) index--;
    for (;;) {
      const { profiles, more, total, next } = await client.profileList(
        { index, firstPage, itemsPerPage, address: known.get(index) ?? null },
        signal,
      );
      const isNew = next !== null && [...known.values()].every((address) => address?.href !== next.href);
      known.set(index + 1, isNew ? next : null);
      if (index === page) return { entries: profiles, more, total };
      index = isNew ? index + 1 : page;
    }
  }

  /**
   * All profiles, page by page. `limit`: returns the time limit of one page, because a list can have any length. `onTotal`: gets the
   * service's total number of profiles, or null if it reports none. `onEnd`: as in `everyPage`.
   * @throws as `page`.
   */
  async *all(
    connectionId: string,
    client: Client,
    limit: () => AbortSignal,
    { onTotal = () => undefined, onEnd }: { readonly onTotal?: (total: number | null) => void; readonly onEnd?: OnEnd } = {},
  ): AsyncGenerator<readonly Json[]> {
    const read = async (page: number) => {
      const answer = await this.page(connectionId, client, page, ITEMS_PER_PAGE, limit());
      onTotal(answer.total);
      return answer;
    };
    yield* everyPage(read, keyOf, onEnd);
  }

  /** Finds the number of the first page. A service that counts from 1 refuses page 0, returns an empty page, or returns page 1 instead. */
  private async firstPage(from: string, client: Client, signal: AbortSignal): Promise<number> {
    const known = this.firstPages.get(from);
    if (known !== undefined) return known;
    const one = async (page: number) => {
      const { profiles } = await client.profileList({ index: page, firstPage: 0, itemsPerPage: 1, address: null }, signal);
      return profiles.map(keyOf).join('\n');
    };
    let zero: string;
    try {
      zero = await one(0);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'SERVICE_REFUSED') throw error;
      this.firstPages.set(from, 1);
      return 1;
    }
    const next = await one(1);
    const first = zero === '' || zero === next ? 1 : 0;
    // Two empty pages prove nothing, so the next call tries again.
    if (zero !== '' || next !== '') this.firstPages.set(from, first);
    return first;
  }
}
