import type { Settings } from '../../main/store/app-database/setting-table.ts';

/** Settings in memory, with their values by name. */
export function memorySettings(): Settings & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  const append = (name: string, valueOf: (entry: string) => string) => {
    const number = Number(values.get(name) ?? 0) + 1;
    values.set(`${name}/${number}`, valueOf(`${name}/${number}`)).set(name, String(number));
  };
  return {
    values,
    append,
    atomically: (work) => work(),
    get: (name) => values.get(name) ?? null,
    set: (name, value) => void values.set(name, value),
    setAll(settings) {
      for (const [name, value] of settings) values.set(name, value);
    },
    remove: (name) => void values.delete(name),
    withPrefix: (prefix) => new Map([...values].filter(([name]) => name.startsWith(prefix))),
  };
}
