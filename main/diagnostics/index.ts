/** The diagnostics for support: information about the program, the computer, the policy and the data folder, but not about people. */
export { Diagnostics } from './diagnostics.ts';
export { diagnosticsText } from './diagnostics-text.ts';
