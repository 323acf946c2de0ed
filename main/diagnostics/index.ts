/** The diagnostics for support: what the program, the computer, the policy and the data folder are like, without any person. */
export { Diagnostics } from './diagnostics.ts';
export { diagnosticsText } from './diagnostics-text.ts';
