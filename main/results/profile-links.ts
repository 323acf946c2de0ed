/**
 * Opens web addresses from profiles in the browser. The page never sends the address itself, only the key of the value with the address.
 */
import { z } from 'zod';
import type { Input, Output } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { webAddress } from '../../shared/results/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Host } from '../platform/index.ts';
import { type Settings, jsonSetting } from '../store/app-database/index.ts';
import type { ProjectAnswers } from './project-answers.ts';
import type { ScreeningResults } from './screening-results.ts';

/** The setting with the hosts that the user confirmed. */
const CONFIRMED = 'confirmedLinkHosts';
const MAX_CONFIRMED = 200;

export interface ProfileLinksDeps {
  readonly host: Pick<Host, 'openAddress'>;
  readonly settings: Settings;
  readonly connections: Pick<Connections, 'row'>;
  readonly results: Pick<ScreeningResults, 'done'>;
  readonly answers: Pick<ProjectAnswers, 'answer'>;
}

export class ProfileLinks {
  private readonly deps: ProfileLinksDeps;

  constructor(deps: ProfileLinksDeps) {
    this.deps = deps;
  }

  /**
   * Opens the address in a value of a person's profile. If its host is not that of the service, `confirmedHost` must name it.
   * @throws NOT_FOUND; INPUT_INVALID for an address that a browser must not open.
   */
  async open({ id, row, key, confirmedHost }: Input<'results.openLink'>): Promise<Output<'results.openLink'>> {
    const { connections, settings, host: desktop, results } = this.deps;
    const { connectionId } = results.done(id);
    const value = await this.valueOf(id, row, key);
    if (value === null) throw new AppError('NOT_FOUND', 'The profile has no such value.');
    const ownHost = URL.parse(connections.row(connectionId).baseUrl)?.host ?? null;
    const address = webAddress(value, ownHost, (text) => URL.parse(text));
    if (address === null) throw new AppError('INPUT_INVALID', 'Screening Desk does not open this web address.');
    const { href, host } = address;
    if (host !== ownHost && !this.confirmed().includes(host)) {
      if (confirmedHost !== host) return { state: 'confirm', host, address: href };
      settings.atomically(() => {
        const others = this.confirmed().filter((one) => one !== host);
        settings.set(CONFIRMED, JSON.stringify([...others, host].slice(-MAX_CONFIRMED)));
      });
    }
    return { state: await desktop.openAddress(href), host, address: href };
  }

  /** Removes the hosts in these texts from the confirmed ones, because a host can contain a person's name. */
  forgetHosts(texts: readonly string[]): void {
    const { settings } = this.deps;
    settings.atomically(() => {
      const confirmed = this.confirmed();
      const kept = confirmed.filter((host) => !texts.some((text) => text.toLowerCase().includes(host)));
      if (kept.length < confirmed.length) settings.set(CONFIRMED, JSON.stringify(kept));
    });
  }

  /** A value of a person's profile by its path, or of the earlier profile if the person was not sent; null if there is none. */
  private async valueOf(id: string, row: number, key: string): Promise<string | null> {
    const { answers } = this.deps;
    const { values } = await answers.answer('results.person', { id, row });
    const shown = values.length > 0 ? values : ((await answers.answer('results.earlier', { id, row }))?.values ?? []);
    return shown.find((leaf) => leaf.key === key)?.value ?? null;
  }

  /** When the setting cannot be read, the user is asked again about each host. */
  private confirmed(): string[] {
    return jsonSetting(this.deps.settings, CONFIRMED, z.array(z.string())) ?? [];
  }
}
