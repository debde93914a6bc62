/** A piece of HTML that is known to be HTML. Only the functions of this file make one, so text cannot pass for markup. */
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

/** What may stand in a template: markup, text that will be escaped, lists of both; nothing for undefined, null and false. */
export type HtmlValue = Html | string | number | undefined | null | false | readonly HtmlValue[];

/**
 * Builds HTML. Everything put into the template is escaped, unless it came out of another template or of {@link raw}.
 * Where white space counts, let it begin in an inline element such as `span`: around others a formatter may add some.
 * Attribute values must be written in quotes, and nothing may be put into a script or style element, where no escaping
 * helps.
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
 * Takes text for markup as it is. The caller vouches for it.
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
 * Text as HTML, fit for element content and quoted attributes.
 *
 * @example
 * ```ts
 * import { escapeHtml } from './html.ts';
 * escapeHtml('<a & "b">'); // => '&lt;a &amp; &quot;b&quot;&gt;'
 * ```
 */
export function escapeHtml(text: string): string {
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => ENTITIES[character]!) : text;
}

const known = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Indentation is for whoever edits a template; nobody needs to download it. */
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
