import { escapeUnprintable } from '../trace/escape-unprintable.ts';

/** Safe HTML. Only the functions of this file create it, so that text cannot be mistaken for markup. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }

  static of(markup: string): Html {
    return new Html(markup);
  }
}

/** A template value: markup, text that is escaped, or lists of both; undefined, null and false are empty. */
export type HtmlValue = Html | string | number | undefined | null | false | readonly HtmlValue[];

/**
 * Builds HTML. Values are escaped, unless they are results of a template or of {@link raw}. Start content in which white space
 * matters in an inline element such as `span`, because formatters may add white space around other elements. Attribute values
 * must be quoted, and script and style elements must not contain values, because escaping does not protect them.
 *
 * @example
 * ```ts
 * import { html } from './html.ts';
 * const name = '<b>';
 * html`<p title="${name}">${[html`<i>1</i>`, ' & 2']}</p>`.toString(); // => '<p title="&lt;b&gt;"><i>1</i> &amp; 2</p>'
 * ```
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const fixed = withoutIndentation(parts);
  let markup = fixed[0]!;
  for (let i = 0; i < values.length; i++) markup += write(values[i]) + fixed[i + 1]!;
  return Html.of(markup);
}

/**
 * Marks text as safe HTML without escaping. The caller must ensure that it is safe.
 *
 * @example
 * ```ts
 * import { raw } from './html.ts';
 * raw('<hr>').toString(); // => '<hr>'
 * ```
 */
export function raw(markup: string): Html {
  return Html.of(markup);
}

/**
 * Escapes text for element content and quoted attributes. Control, direction and invisible characters become visible.
 *
 * @example
 * ```ts
 * import { escapeHtml } from './html.ts';
 * escapeHtml('<a & "b">'); // => '&lt;a &amp; &quot;b&quot;&gt;'
 * ```
 */
export function escapeHtml(text: string): string {
  const clean = escapeUnprintable(text);
  return SPECIAL.test(clean) ? clean.replace(ALL_SPECIAL, (character) => ENTITIES[character]!) : clean;
}

const known = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Removes the indentation of templates. */
function withoutIndentation(parts: TemplateStringsArray): readonly string[] {
  let fixed = known.get(parts);
  if (!fixed) known.set(parts, (fixed = parts.map((part) => part.replace(/\n\s*/g, '\n'))));
  return fixed;
}

const SPECIAL = /[&<>"']/;
const ALL_SPECIAL = /[&<>"']/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function write(value: HtmlValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value === undefined || value === null || value === false) return '';
  if (value instanceof Html) return value.toString();
  return typeof value === 'number' ? String(value) : value.map(write).join('');
}
