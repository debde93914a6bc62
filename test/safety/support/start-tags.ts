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
  let at = 0;
  while (at < page.length) {
    const open = page.indexOf('<', at);
    if (open < 0) break;
    if (page.startsWith('<!--', open)) {
      const end = page.indexOf('-->', open + 4);
      at = end < 0 ? page.length : end + 3;
    } else if (/^[a-z]/i.test(page.slice(open + 1, open + 2))) {
      const { tag, end } = readTag(page, open + 1);
      tags.push(tag);
      at = RAW.has(tag.name) ? endOfRaw(page, end, tag.name) : end;
    } else {
      const end = page.indexOf('>', open);
      at = end < 0 ? page.length : end + 1;
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
  let at = from;
  while (at < page.length && !/[\s/>]/.test(page[at]!)) at++;
  const name = page.slice(from, at).toLowerCase();
  const attributes = new Map<string, string>();
  while (at < page.length && page[at] !== '>') {
    if (SPACE.test(page[at]!) || page[at] === '/') {
      at++;
      continue;
    }
    const start = at++;
    while (at < page.length && !/[\s/>=]/.test(page[at]!)) at++;
    const attribute = page.slice(start, at).toLowerCase();
    while (SPACE.test(page[at] ?? '')) at++;
    let value = '';
    if (page[at] === '=') {
      at++;
      while (SPACE.test(page[at] ?? '')) at++;
      const quote = page[at];
      if (quote === '"' || quote === "'") {
        const end = page.indexOf(quote, at + 1);
        value = page.slice(at + 1, end < 0 ? page.length : end);
        at = end < 0 ? page.length : end + 1;
      } else {
        const begin = at;
        while (at < page.length && !/[\s>]/.test(page[at]!)) at++;
        value = page.slice(begin, at);
      }
    }
    attributes.set(attribute, value);
  }
  return { tag: { name, attributes }, end: at + 1 };
}
