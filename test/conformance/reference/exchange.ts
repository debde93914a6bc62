import type { Host } from 'oriel-host';
import { checkExchange } from '../../lib/checked-host.ts';
import { sendRaw } from '../../lib/send-raw.ts';

/** A recorded request to the reference and its response. */
export interface Exchange {
  readonly id: string;
  /** The configuration of the reference: with debug details, without, with problem documents, or a newer release. */
  readonly server: 'debug' | 'plain' | 'modern' | 'newer';
  /** `GET /api/books` */
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly answer: RecordedResponse;
}

/** A response of the reference or of a host. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON. */
  readonly body?: unknown;
  /** A body that is not JSON. */
  readonly text?: string;
  /** The response is an HTML page, whose content is not recorded. */
  readonly html?: true;
  /** The recorded body is truncated. */
  readonly cut?: true;
}

/** The contents of the file. `{ "$part": name }` in a body is replaced by one of the parts. */
export interface Recording {
  readonly parts: Readonly<Record<string, unknown>>;
  readonly exchanges: readonly Exchange[];
}

/** Returns the exchanges of a file with all parts replaced. */
export function getExchanges({ parts, exchanges }: Recording): Exchange[] {
  const resolve = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(resolve);
    const { $part: part } = value as { $part?: string };
    if (part !== undefined) return parts[part];
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)]));
  };
  return exchanges.map((exchange) => ({
    ...exchange,
    answer: { ...exchange.answer, body: resolve(exchange.answer.body) },
  }));
}

/**
 * Sends the recorded bytes of a request to a host, because fetch would normalize them, and checks the exchange against the
 * document of the host.
 * @throws {ContractError} if the exchange differs from the document
 */
export async function sendExchange(
  host: Host,
  port: number,
  { line, headers = {}, body }: Exchange,
): Promise<RecordedResponse> {
  const sent = { headers, ...(body === undefined ? {} : { body }) };
  const response = await sendRaw(port, line, sent);
  return toRecordedResponse(await checkExchange(host, line, sent, response));
}

async function toRecordedResponse(response: Response): Promise<RecordedResponse> {
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
