/** Copies a text. Hosts that refuse the clipboard API still allow `execCommand` during a click. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const holder = document.createElement('textarea');
    holder.value = text;
    holder.style.position = 'fixed';
    holder.style.opacity = '0';
    document.body.append(holder);
    holder.select();
    document.execCommand('copy');
    holder.remove();
  }
}
