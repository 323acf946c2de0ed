/**
 * The result of a worker's task, which is canceled when the signal, if there is one, is aborted.
 * @throws what the task throws.
 */
export async function abortableResult<T>(
  task: { readonly result: Promise<T>; cancel(): void },
  signal: AbortSignal | undefined,
): Promise<T> {
  const cancel = () => {
    task.cancel();
  };
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await task.result;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}
