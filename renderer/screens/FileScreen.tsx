export function FileScreen() {
  return null;
}
