export type TargetName = 'electron' | 'preload' | 'worker' | 'practice' | 'loopback' | 'cli' | 'renderer';
export interface Target {
  readonly entry: string;
  readonly file: string;
  readonly sources: readonly string[];
  readonly except: readonly string[];
}
export interface Stamp {
  readonly fingerprint: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
export const ROOT: string;
export const TARGETS: Readonly<Record<TargetName, Target>>;
export function fingerprint(name: TargetName, root?: string): string;
export function readStamp(root?: string): Partial<Record<TargetName, Stamp>>;
export function stampText(targets: Partial<Record<TargetName, Stamp>>): string;
export function stampPath(root?: string): string;
export function builtFile(name: TargetName, root?: string): string;
export function hasEntry(name: TargetName, root?: string): boolean;
export function staleTargets(names: readonly TargetName[], root?: string): TargetName[];
