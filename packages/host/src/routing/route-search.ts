import type { RequestContext } from './route-definition.ts';

const NONE: readonly string[] = [];

/** The state of one lookup: the request, and the methods and schemes of routes that matched the path only. */
export class RouteSearch {
  readonly context: RequestContext;
  readonly method: string;
  /** Whether a route that differs only in the trailing slash ends the search, so that the caller can redirect. */
  readonly mayRedirect: boolean;
  scheme: string;
  host = '';
  methods: readonly string[] = NONE;
  schemes: readonly string[] = NONE;
  /** Whether no route exists for `/`. */
  isUnconfigured = false;
  isDone = false;

  constructor(context: RequestContext, mayRedirect: boolean) {
    this.context = context;
    this.method = upperCase(context.method);
    this.mayRedirect = mayRedirect && this.isGetOrHead;
    this.scheme = context.scheme;
  }

  /** Only GET and HEAD requests are redirected. */
  get isGetOrHead(): boolean {
    return this.method === 'GET' || this.method === 'HEAD';
  }

  clear(): void {
    this.methods = NONE;
    this.schemes = NONE;
  }

  addMethods(methods: readonly string[]): void {
    this.methods = union(this.methods, methods);
  }

  addSchemes(schemes: readonly string[]): void {
    this.schemes = union(this.schemes, schemes);
  }
}

function union(list: readonly string[], values: readonly string[]): readonly string[] {
  return list.length === 0 ? values : [...new Set([...list, ...values])];
}

/** Avoids an allocation for methods in upper case. */
function upperCase(method: string): string {
  for (let index = 0; index < method.length; index++) {
    if (method.charCodeAt(index) > 0x5a) return method.toUpperCase();
  }
  return method;
}
