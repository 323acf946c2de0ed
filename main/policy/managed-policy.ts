/** Enforces an administrator's policy in the application, for all hosts: the window, the page in a browser, and the terminal. */
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, isAbsolute, sep } from 'node:path';
import { AppError, countText, numberText } from '../../shared/base/index.ts';
import { type Policy, type PolicyState, invalidPolicyText, isAllowedAddress } from '../../shared/policy/index.ts';
import type { Host, Network } from '../platform/index.ts';
import { folderOf } from './read-policy.ts';

const refused = (message: string): AppError => new AppError('POLICY_REFUSED', message);

/** True for the folder itself and for everything in it. Both must be real paths. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

export class ManagedPolicy {
  private readonly state: PolicyState;

  constructor(state: PolicyState) {
    this.state = state;
  }

  /** Null if no valid policy is set. */
  get values(): Policy | null {
    return this.state.kind === 'set' ? this.state.policy : null;
  }

  /** For the page; null if there is no policy. */
  view(): { source: string; problem: string | null; values: Policy | null } | null {
    if (this.state.kind === 'none') return null;
    const { source } = this.state;
    const problem = this.state.kind === 'invalid' ? invalidPolicyText(source, this.state.problem) : null;
    return { source, problem, values: this.values };
  }

  /** @throws POLICY_INVALID */
  private assertValid(): void {
    if (this.state.kind === 'invalid') throw new AppError('POLICY_INVALID', invalidPolicyText(this.state.source, this.state.problem));
  }

  /**
   * Checks that a live connection may have this address.
   * @throws POLICY_REFUSED
   */
  assertAddress(baseUrl: string): void {
    const { allowedAddresses, practice } = this.values ?? {};
    if (practice === 'only') throw refused('Your organization allows only practice on this computer, so no service can be used.');
    if (allowedAddresses !== undefined && !isAllowedAddress(allowedAddresses, baseUrl))
      throw refused(
        `Your organization does not allow the address ${new URL(baseUrl).host}. Ask your administrator which addresses are allowed.`,
      );
  }

  /**
   * Checks that a connection may be used for sending.
   * @throws POLICY_INVALID; POLICY_REFUSED
   */
  assertConnection({ kind, baseUrl }: { readonly kind: 'practice' | 'live'; readonly baseUrl: string }): void {
    this.assertValid();
    if (kind === 'live') this.assertAddress(baseUrl);
    else if (this.values?.practice === 'hidden')
      throw refused('Your organization turned practice off on this computer. Choose another connection.');
  }

  /**
   * Checks that one screening may send this many rows, in all of its parts.
   * @throws POLICY_INVALID; POLICY_REFUSED
   */
  assertRows(rows: number): void {
    this.assertValid();
    const { mostRows } = this.values ?? {};
    if (mostRows !== undefined && rows > mostRows)
      throw refused(
        `Your organization allows ${countText(mostRows, 'row')} in one screening, and this list would send ${numberText(rows)}. Nothing was sent. Leave rows out, or ask your administrator.`,
      );
  }

  /** The network of live connections. Requests to an address that is not allowed never leave the computer. */
  network(network: Network): Network {
    return {
      connect: async (origin) => {
        this.assertConnection({ kind: 'live', baseUrl: origin });
        return await network.connect(origin);
      },
    };
  }

  /** The host, but files are saved only where the policy allows it. */
  host(host: Host): Host {
    const saveTarget: Host['saveTarget'] = async (suggestedName) => {
      this.assertValid();
      const target = await host.saveTarget(suggestedName);
      if (target === null || this.values?.exportFolders === undefined) return target;
      if (target.download !== null)
        throw refused(
          'Your organization set the folders for exported files, and a browser saves files elsewhere. Save it from the window of Screening Desk or from the terminal.',
        );
      return { ...target, path: await this.exportPath(target.path) };
    };
    // The host's `desktop` can change, so its properties are not copied.
    return Object.create(host, { saveTarget: { value: saveTarget, enumerable: true } }) as Host;
  }

  /**
   * The path of a file that may be saved, with all links in its folder resolved.
   * @throws POLICY_INVALID; POLICY_REFUSED
   */
  async exportPath(path: string): Promise<string> {
    this.assertValid();
    const { exportFolders } = this.values ?? {};
    if (exportFolders === undefined) return path;
    const folder = await realpath(dirname(path)).catch(() => null);
    const real = folder === null ? null : join(folder, basename(path));
    // If the file itself is a link, it may lead to another folder.
    const isLink = real !== null && (await lstat(real).catch(() => null))?.isSymbolicLink() === true;
    const allowed = await Promise.all(exportFolders.map((one) => realpath(folderOf(one)).catch(() => null)));
    if (real === null || folder === null || isLink || !allowed.some((one) => one !== null && isWithin(one, folder)))
      throw refused(
        `Your organization allows files to be saved only in ${exportFolders.map((one) => `“${one}”`).join(', ')}. Choose such a folder.`,
      );
    return real;
  }
}
