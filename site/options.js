import { Converter } from 'typedoc';
import { MarkdownPageEvent } from 'typedoc-plugin-markdown';
import ts from 'typescript';
import { isLiteral } from '../tools/docs/option-issues.ts';

// Interfaces of options have names that end like this.
const OPTIONS = /(?:Config|Options|Settings|Definition|Limits?|Caps|Rules?|Attributes|Facts)$/;

/**
 * A plugin of TypeDoc for options. An interface of options that no entry point exports has no page, so its members appear
 * where it is used. Defaults and units become text.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_BEGIN, (context) => {
    const exported = exportedSymbols(context.programs, new Set(app.options.getValue('entryPoints')));
    const prototype = Object.getPrototypeOf(context);
    const { shouldInline } = prototype;
    prototype.shouldInline = function (/** @type {ts.Symbol} */ symbol, /** @type {string} */ name) {
      return (isOwnOptions(symbol, name) && !exported.has(symbol)) || shouldInline.call(this, symbol, name);
    };
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const { comment } of Object.values(project.reflections)) {
      if (comment === undefined) continue;
      describeDefault(comment);
      nameErrors(comment);
    }
  });
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    // The rows after an object list its members.
    page.contents = page.contents?.replace(/^(\| `([\w.]+)\??` \| )\\\{ .*? \\\}(?= \| .*\n\| `\2\.)/gm, '$1`object`');
  });
}

/**
 * @param {readonly ts.Program[]} programs
 * @param {ReadonlySet<string>} entryPoints
 */
function exportedSymbols(programs, entryPoints) {
  return new Set(
    programs.flatMap((program) => {
      const checker = program.getTypeChecker();
      return program
        .getSourceFiles()
        .filter(({ fileName }) => entryPoints.has(fileName))
        .flatMap((file) => checker.getExportsOfModule(checker.getSymbolAtLocation(file)))
        .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
    }),
  );
}

/**
 * @param {ts.Symbol} symbol
 * @param {string} name
 */
function isOwnOptions({ flags, declarations = [] }, name) {
  if (!(flags & ts.SymbolFlags.Interface) || !OPTIONS.test(name)) return false;
  return !declarations.some((each) => each.getSourceFile().fileName.includes('/node_modules/'));
}

/** @param {import('typedoc').Comment} comment */
function describeDefault(comment) {
  const value = takeTag(comment, '@default');
  const unit = takeTag(comment, '@unit');
  const text = defaultText(value, unit);
  if (text !== undefined) comment.summary.push({ kind: 'text', text: `\n\n${text}` });
}

/**
 * @param {string | undefined} value
 * @param {string | undefined} unit
 */
function defaultText(value, unit) {
  if (value === undefined) return unit && `In ${unit}.`;
  const text = isLiteral(value) ? `\`${value}\`` : value;
  return `Default: ${text}${unit === undefined ? '' : `${isLiteral(value) ? '' : ', in'} ${unit}`}`;
}

/**
 * Adds the class of the error to `@throws`. TypeDoc reads it as a type and does not show it.
 *
 * @param {import('typedoc').Comment} comment
 */
function nameErrors(comment) {
  for (const { content, typeAnnotation } of comment.getTags('@throws')) {
    const [, name] = /^\{(.+)\}$/.exec(typeAnnotation ?? '') ?? [];
    if (name !== undefined) content.unshift({ kind: 'text', text: `\`${name}\` ` });
  }
}

/**
 * Removes a tag, and returns its text unless it states that there is no value.
 *
 * @param {import('typedoc').Comment} comment
 * @param {`@${string}`} name
 */
function takeTag(comment, name) {
  const tag = comment.getTag(name);
  if (tag === undefined) return undefined;
  comment.removeTags(name);
  // TypeDoc makes code of every default.
  const text = tag.content
    .map((part) => part.text)
    .join('')
    .replace(/^```ts\n(.*)\n```$/s, '$1')
    .trim();
  return text === '–' ? undefined : text;
}
