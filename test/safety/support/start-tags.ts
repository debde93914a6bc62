/** A start tag as a browser parses it. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/**
 * Parses a page as the HTML standard specifies (tags, quoted and unquoted attributes, raw text of scripts and styles) and
 * returns its start tags. A value that escapes from a text or an attribute appears as a tag or an attribute.
 */
export function parseStartTags(page: string): Tag[] {
  const tags: Tag[] = [];
  let position = 0;
  while (position < page.length) {
    const open = page.indexOf('<', position);
    if (open < 0) break;
    if (page.startsWith('<!--', open)) {
      const end = page.indexOf('-->', open + 4);
      position = end < 0 ? page.length : end + 3;
    } else if (/^[a-z]/i.test(page.slice(open + 1, open + 2))) {
      const { tag, end } = readTag(page, open + 1);
      tags.push(tag);
      position = RAW.has(tag.name) ? endOfRaw(page, end, tag.name) : end;
    } else {
      const end = page.indexOf('>', open);
      position = end < 0 ? page.length : end + 1;
    }
  }
  return tags;
}

const RAW = new Set(['script', 'style', 'textarea', 'title']);
const SPACE = /\s/;

function endOfRaw(page: string, from: number, name: string): number {
  const end = page.slice(from).search(new RegExp(`</${name}[\\s/>]`, 'i'));
  return end < 0 ? page.length : from + end;
}

function readTag(page: string, from: number): { tag: Tag; end: number } {
  let position = from;
  while (position < page.length && !/[\s/>]/.test(page[position]!)) position++;
  const name = page.slice(from, position).toLowerCase();
  const attributes = new Map<string, string>();
  while (position < page.length && page[position] !== '>') {
    if (SPACE.test(page[position]!) || page[position] === '/') {
      position++;
      continue;
    }
    const start = position++;
    while (position < page.length && !/[\s/>=]/.test(page[position]!)) position++;
    const attribute = page.slice(start, position).toLowerCase();
    while (SPACE.test(page[position] ?? '')) position++;
    let value = '';
    if (page[position] === '=') {
      position++;
      while (SPACE.test(page[position] ?? '')) position++;
      const quote = page[position];
      if (quote === '"' || quote === "'") {
        const end = page.indexOf(quote, position + 1);
        value = page.slice(position + 1, end < 0 ? page.length : end);
        position = end < 0 ? page.length : end + 1;
      } else {
        const begin = position;
        while (position < page.length && !/[\s>]/.test(page[position]!)) position++;
        value = page.slice(begin, position);
      }
    }
    attributes.set(attribute, value);
  }
  return { tag: { name, attributes }, end: position + 1 };
}
