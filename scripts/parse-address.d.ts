declare module 'parse-address' {
  export interface ParsedAddress {
    readonly city?: string;
    readonly state?: string;
    readonly zip?: string;
    readonly plus4?: string;
  }
  export function parseLocation(text: string): ParsedAddress | null;
}
