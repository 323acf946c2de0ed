import { userInfo } from 'node:os';

/** The computer's user name; '' where the system has none, as in some containers. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
