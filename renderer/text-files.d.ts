/** A text file in the bundle, as the build reads it. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
