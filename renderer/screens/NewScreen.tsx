export function NewScreen() {
  return null;
}
