export function ColumnsScreen() {
  return null;
}
