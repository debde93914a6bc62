import { MASK } from '../../../core/redaction/sensitivity.ts';
import { isBit, isCount } from '../../../core/redaction/secret-names.ts';
import { isValueKey, sensitivityNamedBy } from './named-values.ts';
import type { SecretNames } from '../../../core/redaction/secret-names.ts';

/**
 * Masks the content of XML elements with a sensitive name: text, CDATA sections and other elements. Elements
 * named by an attribute (`<entry key="password">`) are masked if they contain text or a `<value>`, and a `<value>` is masked
 * if the `<name>` beside it is sensitive. XML that is escaped with entities is masked as well. Takes linear time: each tag
 * is read once, and tags are matched with a stack.
 */
export function maskElements(text: string, names: SecretNames): string {
  const mask = (content: string): string => maskIn(content, names, PLAIN);
  return maskIn(mask(inCdata(text, mask)), names, ESCAPED);
}

// XML in a CDATA section is a document of its own.
function inCdata(text: string, change: (content: string) => string): string {
  let result = '';
  let done = 0;
  for (let at = text.indexOf(CDATA); at >= 0; at = text.indexOf(CDATA, done)) {
    const from = at + CDATA.length;
    const end = text.indexOf(CDATA_END, from);
    if (end < 0) break;
    result += text.slice(done, from) + change(text.slice(from, end));
    done = end;
  }
  return result + text.slice(done);
}

interface Brackets {
  readonly open: string;
  readonly close: string;
}

const PLAIN: Brackets = { open: '<', close: '>' };
const ESCAPED: Brackets = { open: '&lt;', close: '&gt;' };

interface Tag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: string;
  readonly from: number;
  readonly to: number;
  /** Index of the tag that closes this one. */
  closedBy: number;
}

function maskIn(text: string, names: SecretNames, brackets: Brackets): string {
  if (!text.includes(brackets.open)) return text;
  const tags = matched(tagsOf(text, brackets));
  // In a document, a tag without a closing one is an element that was cut off. In other texts, <token> may be a placeholder.
  const isDocument = brackets === PLAIN && DOCUMENT.test(text);
  let result = '';
  let done = 0;
  for (const [index, tag] of tags.entries()) {
    if (tag.isClosing || tag.from < done) continue;
    const verdict = names.of(tag.name);
    const end = contentEnd(text, tags, index, verdict !== 'harmless', names, brackets.open, isDocument);
    if (end === undefined) continue;
    const content = text.slice(tag.to, end).trim();
    if (isBit(content) || content === MASK || (verdict === 'counted' && isCount(content))) continue;
    result += text.slice(done, tag.to) + MASK;
    done = end;
  }
  return result + text.slice(done);
}

/** Returns the end of the content to mask; undefined if there is none. */
function contentEnd(
  text: string,
  tags: readonly Tag[],
  index: number,
  isSecret: boolean,
  names: SecretNames,
  open: string,
  isDocument: boolean,
): number | undefined {
  const tag = tags[index]!;
  const next = tags[index + 1];
  if (isSecret) {
    if (tag.closedBy >= 0) return tags[tag.closedBy]!.from;
    // Malformed XML: the text before the next closing tag.
    if (next?.isClosing === true && !text.slice(tag.to, next.from).includes(open)) return next.from;
    return isDocument ? (next?.from ?? text.length) : undefined;
  }
  if (next === undefined || tag.closedBy < 0) return undefined;
  const holdsText = tag.closedBy === index + 1;
  const named = NAMED.exec(tag.attributes)?.[1];
  if (named !== undefined && names.of(named) !== 'harmless' && (holdsText || isValueTag(next)))
    return tags[tag.closedBy]!.from;
  return isValueTag(tag) && isNamedBeside(text, tags, index, names) ? tags[tag.closedBy]!.from : undefined;
}

// `<name>password</name><value>…</value>`, in either order.
function isNamedBeside(text: string, tags: readonly Tag[], index: number, names: SecretNames): boolean {
  const before = tags[index - 2];
  const after = tags[tags[index]!.closedBy + 1];
  return [before, after].some((tag) => {
    const close = tag && tags[tag.closedBy];
    if (!close || (tag === before && tag.closedBy !== index - 1)) return false;
    return sensitivityNamedBy(localName(tag), text.slice(tag.to, close.from).trim(), names) !== 'harmless';
  });
}

function isValueTag(tag: Tag): boolean {
  return !tag.isClosing && isValueKey(localName(tag));
}

function localName({ name }: Tag): string {
  return name.slice(name.indexOf(':') + 1);
}

function tagsOf(text: string, { open, close }: Brackets): Tag[] {
  const tags: Tag[] = [];
  let noMoreEnds = false;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at)) {
    const start = at + open.length;
    at = start;
    if (!noMoreEnds && text.startsWith('![CDATA[', start)) {
      const end = text.indexOf(CDATA_END, start);
      if (end >= 0) at = end;
      noMoreEnds = end < 0;
      continue;
    }
    const isClosing = text[start] === '/';
    NAME.lastIndex = isClosing ? start + 1 : start;
    const name = NAME.exec(text)?.[0];
    if (name === undefined) continue;
    const end = NAME.lastIndex;
    const piece = text.slice(end, end + MAX_ATTRIBUTES_LENGTH);
    const length = piece.indexOf(close);
    const attributes = piece.slice(0, length);
    if (length < 0 || attributes.includes(open) || attributes.endsWith('/')) continue;
    at = end + length + close.length;
    tags.push({ name, isClosing, attributes, from: start - open.length, to: at, closedBy: -1 });
  }
  return tags;
}

// A tag that closes an element closes those inside it that were left open, as HTML allows.
function matched(tags: Tag[]): Tag[] {
  const open: number[] = [];
  const openByName = new Map<string, number>();
  for (const [index, { name, isClosing }] of tags.entries()) {
    const count = openByName.get(name) ?? 0;
    if (!isClosing) {
      open.push(index);
      openByName.set(name, count + 1);
    } else if (count > 0) {
      for (let top = open.pop(); top !== undefined; top = open.pop()) {
        const opened = tags[top]!;
        openByName.set(opened.name, openByName.get(opened.name)! - 1);
        if (opened.name !== name) continue;
        opened.closedBy = index;
        break;
      }
    }
  }
  return tags;
}

const DOCUMENT = /^\ufeff?\s*</;
const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const NAME = /[\w:.-]{1,200}/y;
const MAX_ATTRIBUTES_LENGTH = 1_000;
const NAMED = /\s(?:name|key)\s{0,4}=\s{0,4}["']([^"']{1,200})["']/i;
