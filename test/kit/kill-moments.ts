/** Moments between the steps of an action at which tests kill its process: before and after calls of chosen methods. */

/**
 * Runs in the process that is killed: reaches a moment before and after each call of a method, prints it, and kills the process at `kill`.
 * The second call of a method has the moments `before NAME 2` and `after NAME 2`.
 */
export function watcher(kill: string | null): (name: string, owner: object, method: string) => void {
  const reach = (moment: string) => {
    process.stdout.write(`${moment}\n`);
    if (moment !== kill) return;
    process.kill(process.pid, 'SIGKILL');
    // Wait for the signal to arrive without doing anything else.
    for (;;);
  };
  return (name, owner, method) => {
    const original = Object.getOwnPropertyDescriptor(owner, method)!.value as (...args: unknown[]) => unknown;
    let calls = 0;
    Object.defineProperty(owner, method, {
      value(this: unknown, ...args: unknown[]) {
        const numbered = ++calls === 1 ? name : `${name} ${calls}`;
        reach(`before ${numbered}`);
        const result = original.apply(this, args);
        if (!(result instanceof Promise)) {
          reach(`after ${numbered}`);
          return result;
        }
        return result.then((value: unknown) => {
          reach(`after ${numbered}`);
          return value;
        });
      },
    });
  };
}
