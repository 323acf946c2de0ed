/** Identifies the build that made a check. Another build may find different issues in the same list. */
declare const __BUILD_ID__: string | undefined;

/** Hash of the sources that determine what a check finds. `scripts/build.ts` defines it. */
export const BUILD_ID = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'source';
