/** Facts about a data folder that can be read without opening it. */

/** One line of the diagnostics: its label, and a value that has no text from a user, a list or a service. */
export type DiagnosticLine = readonly [label: string, value: string];

export interface DiagnosticSection {
  readonly title: string;
  readonly lines: readonly DiagnosticLine[];
}
