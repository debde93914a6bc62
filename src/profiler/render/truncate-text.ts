import { escapeHtml } from '../../core/errors/html.ts';

/** As many whole lines as fit into so many bytes of a page, or what there is of the first. */
export function beginningOf(text: string, most: number): string {
  // No character becomes shorter in a page.
  if (Buffer.byteLength(escapeHtml(text.slice(0, most + 1))) <= most) return text;
  let [low, high] = [0, Math.min(text.length, most)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (Buffer.byteLength(escapeHtml(text.slice(0, middle))) <= most) low = middle;
    else high = middle - 1;
  }
  const line = text.lastIndexOf('\n', low);
  return (line > low / 2 ? text.slice(0, line) : text.slice(0, low)).toWellFormed();
}
