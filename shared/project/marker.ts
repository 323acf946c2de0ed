/** The code in the name of our project on the service, by which it is told from all others. */

/** Whether a name bears the code at the end of a marked name. A service may trim, cut or recase the name around it; the code is ours alone. */
export function bears(name: string | null, marked: string): boolean {
  const code = marked.slice(marked.lastIndexOf(' ') + 1).toLowerCase();
  return name !== null && code !== '' && name.toLowerCase().includes(code);
}
