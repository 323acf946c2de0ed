/** The messages between the program, which runs with a stand-in for `electron` in its own process, and the test, which has the browser. */

export interface SavedDialog {
  readonly canceled: boolean;
  readonly filePath: string;
}

/** From the program. */
export type FromProgram =
  | { readonly kind: 'load'; readonly url: string; readonly preload: string }
  | { readonly kind: 'event'; readonly channel: string; readonly payload: unknown }
  | { readonly kind: 'save'; readonly id: number; readonly name: string }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | {
      readonly kind: 'file';
      readonly id: number;
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: string;
    };

/** From the page, the user or the test. `body` of a file is in base64. */
export type ToProgram =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly payload: unknown }
  | { readonly kind: 'request'; readonly id: number; readonly method: string; readonly url: string }
  | { readonly kind: 'saved'; readonly id: number; readonly answer: SavedDialog }
  | { readonly kind: 'menu'; readonly label: string; readonly open: string }
  | { readonly kind: 'quit' };
