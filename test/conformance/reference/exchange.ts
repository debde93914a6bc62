import type { Host } from 'oriel';
import { hold } from '../../lib/held.ts';
import { sendRaw } from '../../lib/send-raw.ts';

/** One exchange with the reference: what was asked, and what it answered. */
export interface Exchange {
  readonly id: string;
  /** Which of its set-ups answered: with details for developers, without, with problem documents, or a newer release. */
  readonly server: 'debug' | 'plain' | 'modern' | 'newer';
  /** `GET /api/books` */
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly answer: Answer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, parsed. */
  readonly body?: unknown;
  /** A body that is no JSON. */
  readonly text?: string;
  /** A page was answered; what stood on it was not kept. */
  readonly html?: true;
  /** The body was too long to keep all of it. */
  readonly cut?: true;
}

/** The file of exchanges; `{ "$part": name }` in a body stands for one of its parts. */
export interface Recording {
  readonly parts: Readonly<Record<string, unknown>>;
  readonly exchanges: readonly Exchange[];
}

/** The exchanges of a file, with every part in its place. */
export function exchangesOf({ parts, exchanges }: Recording): Exchange[] {
  const whole = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(whole);
    const { $part: part } = value as { $part?: string };
    if (part !== undefined) return parts[part];
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, whole(each)]));
  };
  return exchanges.map((each) => ({ ...each, answer: { ...each.answer, body: whole(each.answer.body) } }));
}

/**
 * Asks a host what the reference was asked, byte for byte: neither fetch nor a URL would let all of it through. The exchange
 * is held against the document of the host as well.
 * @throws {ContractError} when they differ
 */
export async function ask(host: Host, port: number, { line, headers = {}, body }: Exchange): Promise<Answer> {
  const sent = { headers, ...(body === undefined ? {} : { body }) };
  const response = await sendRaw(port, line, sent);
  return answerOf(await hold(host, line, sent, response));
}

async function answerOf(response: Response): Promise<Answer> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  const body = await response.text();
  if (body === '') return { status, headers };
  const type = headers['content-type'] ?? '';
  if (type.includes('html')) return { status, headers, html: true };
  return type.includes('json')
    ? { status, headers, body: JSON.parse(body) as unknown }
    : { status, headers, text: body };
}
