/**
 * Lends things to works that run at the same time: each has one for itself, and waits if none is free. Add to `things` before the first
 * work.
 */
export function lend<T>(things: T[]): <R>(work: (thing: T) => Promise<R>) => Promise<R> {
  const waiting: ((thing: T) => void)[] = [];
  return async (work) => {
    const thing = things.pop() ?? (await new Promise<T>((take) => waiting.push(take)));
    try {
      return await work(thing);
    } finally {
      const next = waiting.shift();
      if (next === undefined) things.push(thing);
      else next(thing);
    }
  };
}
