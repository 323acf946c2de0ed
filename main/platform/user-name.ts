import { userInfo } from 'node:os';

/** The computer's user name; empty if the system has none, as in some containers. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
