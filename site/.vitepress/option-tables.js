/**
 * Gives tables of options a class, and another one to their cells without a value. Small screens show them differently.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function markOptionTables(md) {
  md.core.ruler.push('option-tables', ({ tokens }) => {
    let isOptions = false;
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') {
        isOptions = COLUMNS.every((name, column) => tokens[index + 4 + 3 * column]?.content === name);
        if (isOptions) token.attrJoin('class', 'options');
      } else if (isOptions && token.type === 'td_open' && tokens[index + 1]?.content === '–') {
        token.attrJoin('class', 'none');
      }
    }
  });
  // The rule of VitePress omits the class. Tables have the focus so that keys can scroll them.
  md.renderer.rules.table_open = (tokens, index, options, _env, renderer) => {
    tokens[index]?.attrSet('tabindex', '0');
    return renderer.renderToken(tokens, index, options);
  };
}

const COLUMNS = ['option', 'type', 'default', 'unit', 'description'];
