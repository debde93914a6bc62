/** Predicts by the Fetch standard what a browser does with a cross-origin request. Uses no code of Oriel. */

/** A CORS rule in the terms of the configuration. */
export interface Rule {
  readonly path: string;
  /** Returns whether the rule allows an origin. */
  readonly allowsOrigin: (origin: string) => boolean;
  readonly anyOrigin: boolean;
  readonly credentials: boolean;
  readonly methods: readonly string[] | '*';
  readonly headers: readonly string[] | '*';
  readonly expose: readonly string[] | '*';
}

export interface PageRequest {
  readonly origin: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: 'omit' | 'include';
}

/** What happens if a page sends the request twice in sequence. */
export interface Outcome {
  /** Whether the page can read the responses. */
  readonly readable: boolean;
  /** The names in `HEADER_NAMES` that the page can read. */
  readonly exposed: readonly string[];
  /** The number of preflight requests that the server receives, and the number of other requests. */
  readonly preflights: number;
  readonly requests: number;
}

/** The response headers that a page tries to read. */
export const HEADER_NAMES = ['cache-control', 'x-one', 'x-two', 'x-request-id'] as const;

export function predict(rule: Rule, request: PageRequest): Outcome {
  const unsafe = Object.entries(request.headers)
    .filter(([name, value]) => !isSafelisted(name, value))
    .map(([name]) => name.toLowerCase());
  const needsPreflight = !SIMPLE.includes(request.method) || unsafe.length > 0;
  const mayRead = rule.allowsOrigin(request.origin) && (request.credentials === 'omit' || rule.credentials);
  // A browser does not check safelisted methods against the list, but the host has refused them in the preflight.
  const maySend =
    mayRead &&
    allowsMethod(rule.methods, request.method) &&
    unsafe.every((name) => rule.headers === '*' || rule.headers.includes(name));
  if (!needsPreflight)
    return { readable: mayRead, exposed: mayRead ? exposedBy(rule) : [], preflights: 0, requests: 2 };
  if (!maySend) return { readable: false, exposed: [], preflights: 2, requests: 0 };
  return { readable: true, exposed: exposedBy(rule), preflights: 1, requests: 2 };
}

function exposedBy({ expose }: Rule): string[] {
  return HEADER_NAMES.filter((name) => name === 'cache-control' || expose === '*' || expose.includes(name));
}

// A rule for GET or QUERY allows each method that reads the same data.
function allowsMethod(methods: Rule['methods'], method: string): boolean {
  if (methods === '*' || methods.includes(method)) return true;
  return READING.includes(method) && ['GET', 'QUERY'].some((value) => methods.includes(value));
}

const READING = ['GET', 'HEAD', 'QUERY'];
const SIMPLE = ['GET', 'HEAD', 'POST'];

// Fetch, "CORS-safelisted request-header".
function isSafelisted(name: string, value: string): boolean {
  if (value.length > 128) return false;
  switch (name.toLowerCase()) {
    case 'accept':
      return !/["():<>?@[\\\]{}\x7f]/.test(value);
    case 'accept-language':
    case 'content-language':
      return /^[0-9A-Za-z *,\-.;=]*$/.test(value);
    case 'content-type':
      return /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)(?:;|$)/i.test(value);
    default:
      return false;
  }
}
