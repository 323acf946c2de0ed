/** Names the program that made a check: another program may find something else in the same list. */
declare const __BUILD_ID__: string | undefined;

/** Hash of the sources that decide what a check finds; `scripts/build.ts` defines it. */
export const BUILD_ID = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'source';
