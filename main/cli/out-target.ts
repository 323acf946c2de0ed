/** The file that a command saves, according to its options. */
import { resolve } from 'node:path';
import type { TargetRules } from '../results/index.ts';
import type { Call } from './arguments.ts';

export interface OutTarget extends TargetRules {
  /** The path as the user typed it. */
  readonly path: string;
}

/** The target of `--out`. `inputs`: the files that the command reads. */
export const outTarget = (call: Call, path: string, inputs: readonly string[] = []): OutTarget => ({
  path,
  mayReplace: call.flags.has('force'),
  inputs: inputs.map((input) => resolve(input)),
});
