import type { PublicApplication, ReceivedResponse, StartCommand } from '../applications/public-application.ts';
import type { SentRequest } from '../applications/send-request.ts';
import type { Random } from '../../bench/lib/random.ts';

/** A public application with changes of its behavior, and the facts that differ because of each change. */
export interface MutatedApplication extends Pick<PublicApplication, 'name' | 'packages' | 'prepare' | 'readyPath'> {
  /** @param upstream the URL of a server that the application may call */
  start(port: number, upstream: string): StartCommand;
  /** Returns the 20 requests of a session, which are the same for the same seed. */
  createSession(random: Random): readonly SessionRequest[];
  createMutants(random: Random): readonly Mutant[];
}

/** A request with a name; a function reads the responses before it. */
export interface SessionRequest {
  /** Its method and path. */
  readonly name: string;
  readonly request: SentRequest | ((earlier: readonly ReceivedResponse[]) => SentRequest);
}

/** A change of one behavior. */
export interface Mutant {
  readonly kind: 'unchanged' | 'value' | 'type' | 'header' | 'status' | 'queries' | 'caller' | 'call' | 'log' | 'order';
  readonly name: string;
  /** Changes of files of the application, its packages or its data. */
  readonly edits: readonly Edit[];
  /** The differences of each request with this name, as {@link describeDifference} writes them. All other requests have none. */
  readonly expected: Expected;
}

/** Lines by the name of the request; `*` is all requests that are not named. In a line, `<any>` is any text. */
export type Expected = Readonly<Record<string, readonly string[]>>;

/** Replaces a text that occurs once in a file. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Returns the same lines for several requests. */
export function repeat(names: readonly string[], lines: readonly string[]): Expected {
  return Object.fromEntries(names.map((name) => [name, lines]));
}

/** Returns a request whose name is its method and path. */
export function request(method: string, path: string, rest: Partial<SentRequest> = {}): SessionRequest {
  return { name: `${method} ${path}`, request: { method, path, ...rest } };
}

/** Returns a request with a JSON body. */
export function send(
  method: string,
  path: string,
  body: unknown,
  headers: SentRequest['headers'] = {},
): SessionRequest {
  return request(method, path, {
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Returns the requests in a random order in which those with another method than GET stay where they are. */
export function shuffleReads(session: readonly SessionRequest[], random: Random): readonly SessionRequest[] {
  const reads = random.shuffle(session.filter(isRead));
  return session.map((sessionRequest) => (isRead(sessionRequest) ? reads.shift()! : sessionRequest));
}

/** Returns whether the response to a request is the same when it is sent again. */
export function isRead({ name }: SessionRequest): boolean {
  return name.startsWith('GET ');
}
