/**
 * The lists that the user has just sent in this window. A short list can be done before its progress page is rendered, so the page itself
 * cannot tell whether the user is waiting for the results.
 */
import { navigate, toProject } from './router.ts';

const followed = new Set<string>();

/** Opens the progress of a list that was sent. Its results open when it is done, unless the user leaves before. */
export function followProgress(id: string): void {
  followed.add(id);
  navigate(toProject(id, 'progress'));
}

export const isFollowed = (id: string): boolean => followed.has(id);

export const stopFollowing = (id: string): boolean => followed.delete(id);
