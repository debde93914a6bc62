import type { RequestContext } from './request-context.ts';

const none: readonly string[] = [];

/** One request on its way through the table: what it asks, and what a search that found nothing has learned. */
export class RouteSearch {
  readonly context: RequestContext;
  readonly method: string;
  /** A route that only lacks a slash at its end, or has one too many, ends the search, because the caller asks again. */
  readonly mayRedirect: boolean;
  scheme: string;
  host = '';
  methods: readonly string[] = none;
  schemes: readonly string[] = none;
  /** Nothing at all is known for `/`. */
  isUnconfigured = false;
  isDone = false;

  constructor(context: RequestContext, mayRedirect: boolean) {
    this.context = context;
    this.method = upperCase(context.method);
    this.mayRedirect = mayRedirect && this.isGetOrHead;
    this.scheme = context.scheme;
  }

  get isGetOrHead(): boolean {
    return isFetch(this.method);
  }

  clear(): void {
    this.methods = none;
    this.schemes = none;
  }

  addMethods(methods: readonly string[]): void {
    this.methods = union(this.methods, methods);
  }

  addSchemes(schemes: readonly string[]): void {
    this.schemes = union(this.schemes, schemes);
  }
}

/** Only who fetches a page may be sent elsewhere. */
export function isFetch(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function union(list: readonly string[], values: readonly string[]): readonly string[] {
  return list.length === 0 ? values : [...new Set([...list, ...values])];
}

/** Methods nearly always come in capitals, and then nothing is allocated. */
function upperCase(method: string): string {
  for (let index = 0; index < method.length; index++) {
    if (method.charCodeAt(index) > 0x5a) return method.toUpperCase();
  }
  return method;
}
