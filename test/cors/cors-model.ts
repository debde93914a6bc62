/** What a browser does with a request to another origin, worked out from the Fetch standard alone: nothing of Oriel is used. */

/** What a rule says, in the words of a configuration. */
export interface Rule {
  readonly path: string;
  /** Whom it admits, as a question about an origin. */
  readonly admits: (origin: string) => boolean;
  readonly everybody: boolean;
  readonly credentials: boolean;
  readonly methods: readonly string[] | '*';
  readonly headers: readonly string[] | '*';
  readonly expose: readonly string[] | '*';
  readonly maxAge: number;
}

export interface Asked {
  readonly origin: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: 'omit' | 'include';
}

/** What becomes of it. */
export interface Predicted {
  /** Does the page get the answer? */
  readonly readable: boolean;
  /** Of the headers looked for, those the page can read. */
  readonly exposed: readonly string[];
  /** Preflights that a server hears for two of these, one after the other, and requests beside them. */
  readonly preflights: number;
  readonly requests: number;
}

/** The headers of an answer that a page looks for. */
export const LOOKED_FOR = ['cache-control', 'x-one', 'x-two', 'x-request-id'] as const;

export function predict(rule: Rule, asked: Asked): Predicted {
  const unsafe = Object.entries(asked.headers)
    .filter(([name, value]) => !isSafelisted(name, value))
    .map(([name]) => name.toLowerCase());
  const asksFirst = !SIMPLE.includes(asked.method) || unsafe.length > 0;
  const mayRead = rule.admits(asked.origin) && (asked.credentials === 'omit' || rule.credentials);
  // A browser lets the simple methods pass, whatever the list says; the host has said no before.
  const mayAsk =
    mayRead &&
    mayUse(rule.methods, asked.method) &&
    unsafe.every((name) => rule.headers === '*' || rule.headers.includes(name));
  if (!asksFirst) return { readable: mayRead, exposed: mayRead ? exposedBy(rule) : [], preflights: 0, requests: 2 };
  if (!mayAsk) return { readable: false, exposed: [], preflights: 2, requests: 0 };
  return { readable: true, exposed: exposedBy(rule), preflights: rule.maxAge > 0 ? 1 : 2, requests: 2 };
}

function exposedBy({ expose }: Rule): string[] {
  return LOOKED_FOR.filter((name) => name === 'cache-control' || expose === '*' || expose.includes(name));
}

// A rule for GET or QUERY allows each method that reads the same data.
function mayUse(methods: Rule['methods'], method: string): boolean {
  if (methods === '*' || methods.includes(method)) return true;
  return READING.includes(method) && ['GET', 'QUERY'].some((each) => methods.includes(each));
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
