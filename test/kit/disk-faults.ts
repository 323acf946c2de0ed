/** Makes system calls of a command fail, with strace: one kind of disk access, only the nth time or every time from then on. */
import { spawnSync } from 'node:child_process';

export interface DiskFault {
  /** System calls, separated by commas, as strace names them. */
  readonly calls: string;
  readonly error: 'EIO' | 'ENOSPC' | 'EACCES' | 'EMFILE' | 'EROFS' | 'ENOLCK';
  /** Which call of each thread fails, from 1. */
  readonly nth: number;
  /** `once`: only that call. `good`: that call and every later one. */
  readonly how: 'once' | 'good';
  /** Only calls on these paths; absent: on any file. */
  readonly paths?: readonly string[];
}

/** True if the tests can make system calls fail. */
export const canInject = process.platform === 'linux' && spawnSync('strace', ['-f', '-qq', '-o', '/dev/null', 'true']).status === 0;

/** strace with the arguments that come before a command. `log`: the file for strace's list of the failed calls. */
export const withFault = ({ calls, error, nth, how, paths = [] }: DiskFault, log = '/dev/null'): string[] => [
  'strace',
  '-f',
  '--seccomp-bpf',
  '-qq',
  '-o',
  log,
  ...paths.flatMap((path) => ['-P', path]),
  '-e',
  `trace=${calls}`,
  '-e',
  `inject=${calls}:error=${error}:when=${nth}${how === 'good' ? '+' : ''}`,
];

export const faultText = ({ calls, error, nth, how, paths = [] }: DiskFault): string =>
  `${calls} ${paths.map((path) => path.split('/').at(-1)).join(' ')} ${error} ${nth}${how === 'good' ? '+' : ''}`;
