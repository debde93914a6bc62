import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { findLeak } from '../../packages/fuzz/src/find-leak.ts';
import { Client } from '../safety/support/client.ts';
import type { ReceivedResponse, RequestOptions } from '../safety/support/client.ts';
import { getAccounts } from './accounts.ts';
import type { Account } from './accounts.ts';
import type { Target } from './targets.ts';

/** A client that attacks one target. In production, every error is searched for internals of the server. */
export class Attacker {
  readonly target: Target;
  /** The value of the Host header of an honest client. */
  readonly name: string;
  /** The origin that an honest client sees. */
  readonly origin: string;
  readonly #client: Client;

  constructor(target: Target) {
    this.target = target;
    this.name = `127.0.0.1:${target.port}`;
    this.origin = `${target.mode === 'nginx' ? 'https' : 'http'}://${this.name}`;
    this.#client = new Client(target.port);
  }

  /** Sends a request. @throws {AssertionError} for a response with 5xx, and in production for an error with internals */
  async send(line: string, options: RequestOptions = {}): Promise<ReceivedResponse> {
    const response = await this.sendAny(line, options);
    assert.ok(response.status < 500, `${line}: ${response.status} ${response.text.slice(0, 300)}`);
    return response;
  }

  /** Sends a request, also one that may fail with 5xx. */
  async sendAny(line: string, options: RequestOptions = {}): Promise<ReceivedResponse> {
    const headers = { Host: this.name, ...options.headers };
    const response = await this.#client.send(line, { ...options, headers });
    if (this.target.mode !== 'development' && response.status >= 400) {
      const [method = '', target = ''] = line.split(' ');
      const sent = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
      const body = options.body === undefined ? undefined : Buffer.from(options.body);
      const leak = findLeak(response.text, { method, target, headers: sent, body });
      assert.equal(leak, undefined, `${line} ${response.status}`);
    }
    return response;
  }

  /** Sends a request with the API key of an account. Returns the body of a successful response. */
  async read<Body>(account: Account, line: string, body?: unknown): Promise<Body> {
    const response = await this.send(line, withKey(account, body));
    assert.ok(response.status < 300, `${line}: ${response.status} ${response.text}`);
    return (response.text === '' ? undefined : JSON.parse(response.text)) as Body;
  }

  /** Logs a user in. Returns the cookie of the session and its CSRF token. */
  async logIn(account: Account, headers: Record<string, string> = {}): Promise<{ Cookie: string; token: string }> {
    const { id: username, password } = account;
    const login = await this.send('POST /login', {
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ username, password }),
    });
    assert.equal(login.status, 200, login.text);
    const Cookie = login.get('set-cookie')!.split(';')[0]!;
    const { token } = JSON.parse((await this.send('GET /session', { headers: { Cookie } })).text) as { token: string };
    return { Cookie, token };
  }

  /** Fails unless an honest client is served. */
  async assertServed(): Promise<void> {
    const account = getAccounts(this.target).user;
    const { id } = await this.read<{ id: string }>(account, 'GET /session');
    assert.equal(id, account.id);
  }

  /** Returns what the process has printed. */
  output(): string {
    return readFileSync(this.target.log, 'utf8');
  }

  close(): void {
    this.#client.close();
  }
}

/** Returns the options of a request with the API key of an account, and a body as JSON. */
export function withKey({ key }: Account, body?: unknown): RequestOptions {
  if (body === undefined) return { headers: { 'X-Api-Key': key } };
  return { headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** Returns a response without what differs between two equal requests, and without the details of errors in development. */
export function comparable(response: ReceivedResponse): {
  readonly status: number;
  readonly text: string;
  readonly headers: readonly (readonly string[])[];
} {
  const text = publicText(response);
  const stableHeaders = response.headers.filter(([name]) => {
    const element = name.toLowerCase();
    return !VARYING.has(element) && !(response.status >= 400 && element === 'content-length');
  });
  return { status: response.status, text, headers: stableHeaders };
}

/** Returns the body, or the members of a problem that production sends as well. */
function publicText({ status, text, get }: ReceivedResponse): string {
  if (status < 400 || !/json/.test(get('content-type') ?? '') || text === '') return text;
  const { type, title, status: repeated, detail, errors, reason } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ type, title, status: repeated, detail, errors, reason });
}

const VARYING: ReadonlySet<string> = new Set([
  ...['date', 'x-request-id', 'x-debug-token', 'x-debug-token-link', 'server-timing', 'traceparent', 'keep-alive'],
]);
