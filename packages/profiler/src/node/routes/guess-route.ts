import { GUESSED_ROUTE } from '../../profile/guessed-route.ts';
import { splitPath } from './match-template.ts';
import { nameVariable } from './name-variables.ts';

/**
 * Guesses the routes of a server without a watched router from its paths. Values are recognised by their syntax. Other segments
 * are counted, because a single path does not show that `hello-world` is a value: once many of them follow the same segment and
 * most were requested only once, they become `:slug`. The number of counted segments is limited.
 */
export class RouteGuesser {
  readonly #root = createNode();
  #count = 0;

  /**
   * @param path the path of a request, with masked secrets
   * @param status of its response. Paths that do not exist have no route unless another response had the same one.
   * @returns a template such as `~/users/:n`
   */
  guess(path: string, status: number): string | undefined {
    const learns = status < 400;
    const template: string[] = [];
    let node: Node | undefined = this.#root;
    for (const segment of splitPath(path)) {
      if (template.length === MAX_SEGMENTS) {
        template.push('*');
        break;
      }
      let name = this.#nameSegment(segment, node);
      if (node && learns && this.#learn(node, name) === undefined) name = this.#nameSegment(segment, node);
      template.push(name);
      node = node?.children.get(name);
      if (node && learns) node.requests++;
    }
    if (node && learns) node.hasResponse = true;
    if (MISSING.has(status) && node?.hasResponse !== true) return undefined;
    return `${GUESSED_ROUTE}/${template.join('/')}`;
  }

  #nameSegment(segment: string, node: Node | undefined): string {
    // Only literal segments are known by themselves.
    if (node?.children.has(segment) === true && !segment.startsWith(':')) return segment;
    const name = nameVariable(segment);
    if (name !== undefined) return name;
    return node?.hasSlugs === true || this.#count >= MAX_COUNTED ? ':slug' : segment;
  }

  /** Adds a segment. Returns undefined if it is a value, as other segments show. */
  #learn(node: Node, name: string): Node | undefined {
    const known = node.children.get(name);
    if (known || this.#count >= MAX_COUNTED) return known;
    const child = createNode();
    node.children.set(name, child);
    this.#count++;
    if (name.startsWith(':') || !hasManyValues(node)) return child;
    this.#mergeValues(node);
    return undefined;
  }

  // Segments that are requested often, such as `new`, stay literal.
  #mergeValues(node: Node): void {
    node.hasSlugs = true;
    for (const [name, child] of node.children)
      if (!name.startsWith(':') && child.requests < MIN_LITERAL_REQUESTS) {
        node.children.delete(name);
        this.#count -= countNodes(child);
      }
  }
}

/** A segment of paths, and the segments that follow it. */
interface Node {
  readonly children: Map<string, Node>;
  requests: number;
  /** Whether a path that ends here exists. */
  hasResponse: boolean;
  /** Whether unknown segments that follow are values. */
  hasSlugs: boolean;
}

function createNode(): Node {
  return { children: new Map(), requests: 0, hasResponse: false, hasSlugs: false };
}

function countNodes({ children }: Node): number {
  let count = 1;
  for (const child of children.values()) count += countNodes(child);
  return count;
}

// Words that are separated, or have digits, are more likely values than names of resources.
function hasManyValues({ children }: Node): boolean {
  if (children.size > 2 * MAX_WORDS) return true;
  let [words, values, rare] = [0, 0, 0];
  for (const [name, { requests }] of children) {
    if (name.startsWith(':')) continue;
    if (/[-_.~\d]|[a-z][A-Z]/.test(name)) values++;
    else words++;
    if (requests < 2) rare++;
  }
  return (values >= MAX_VALUES || values + words >= MAX_WORDS) && rare >= (values + words) * 0.7;
}

const MAX_SEGMENTS = 12;
const MAX_COUNTED = 4_000;
const MAX_VALUES = 10;
const MAX_WORDS = 40;
const MIN_LITERAL_REQUESTS = 3;
const MISSING: ReadonlySet<number> = new Set([404, 405, 410, 501]);
