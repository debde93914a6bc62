/**
 * Returns the operations of a GraphQL document, such as `mutation AddPost`. Operations without a name have the fields that they select:
 * `query { users }`. Reads the document in linear time, and checks only what it needs.
 *
 * @returns an empty list if the text is not a GraphQL document
 */
export function parseGraphqlOperations(document: string): GraphqlOperation[] {
  const operations: GraphqlOperation[] = [];
  const selected: string[] = [];
  let [depth, type, name, isInArguments] = [0, undefined as string | undefined, '', 0];
  let previous = '';
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(document); match !== null; match = TOKEN.exec(document)) {
    const [token] = match;
    if (IGNORED.test(token)) continue;
    if (token === '(') isInArguments++;
    else if (token === ')') isInArguments--;
    else if (isInArguments > 0) continue;
    else if (token === '{') {
      if (depth++ > 0) continue;
      type ??= 'query';
      selected.length = 0;
    } else if (token === '}') {
      if (--depth < 0) return [];
      if (depth > 0) continue;
      if (type !== undefined && type !== 'fragment' && selected.length > 0)
        operations.push({ type, name, fields: [...selected] });
      [type, name] = [undefined, ''];
    } else if (depth === 0) {
      if (type === undefined) {
        if (!DEFINITIONS.has(token)) return [];
        type = token;
      } else if (previous === type && NAME.test(token)) name = token;
    } else if (depth === 1 && NAME.test(token) && !NOT_BEFORE_FIELD.has(previous)) {
      // The name before a colon is an alias.
      if (previous === ':') selected.pop();
      if (selected.length < MAX_FIELDS) selected.push(token);
    }
    previous = token;
  }
  return operations;
}

/** An operation of a GraphQL document. */
export interface GraphqlOperation {
  /** `query`, `mutation` or `subscription`. */
  readonly type: string;
  /** Its name; '' if it has none. */
  readonly name: string;
  /** The first fields that it selects. */
  readonly fields: readonly string[];
}

const STRING = String.raw`"""[^]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?`;
const TOKEN = new RegExp(String.raw`#[^\n]*|${STRING}|[\s,\ufeff]+|\.\.\.|[_A-Za-z]\w{0,200}|[^]`, 'gy');
const IGNORED = /^[#\s,\ufeff]/;
const NAME = /^[_A-Za-z]/;
const DEFINITIONS: ReadonlySet<string> = new Set(['query', 'mutation', 'subscription', 'fragment']);
// The names of fragments and directives are no fields.
const NOT_BEFORE_FIELD: ReadonlySet<string> = new Set(['...', '@', 'on', '$']);
const MAX_FIELDS = 3;
