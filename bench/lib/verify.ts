import { request } from 'node:http';
import type { Workload } from '../workloads.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/**
 * Makes sure that a server does the work: status and body to the byte, and the same headers as the others.
 * Only the charset of a type may be missing, for not every peer says it.
 *
 * @throws {Error} that shows what came instead
 */
export async function verify(peer: string, port: number, workload: Workload): Promise<void> {
  const got = await ask(port, workload);
  const body = workload.answer(port);
  if (workload.unchanged === true && got.status === 304 && got.body === '') return;
  if (got.status !== workload.status || got.body !== body) {
    throw new Error(
      `${peer} answers "${workload.name}" with ${got.status} ${got.body}\nexpected ${workload.status} ${body}`,
    );
  }
  const type = String(got.headers['content-type']);
  if (essence(type) !== essence(workload.contentType)) {
    throw new Error(`${peer} calls its answer ${type}, not ${workload.contentType}`);
  }
  const expected = namesOf(workload);
  const names = Object.keys(got.headers).toSorted();
  if (String(names) !== String(expected))
    throw new Error(`${peer} sends the headers ${names.join(', ')}\nexpected ${expected.join(', ')}`);
  const wrong = Object.entries(workload.headers).find(
    ([name, value]) => String(got.headers[name]).toLowerCase() !== value.toLowerCase(),
  );
  if (wrong) throw new Error(`${peer} sends ${wrong[0]}: ${String(got.headers[wrong[0]])}, not ${wrong[1]}`);
}

function namesOf({ name, tagged, headers, moving = [] }: Workload): string[] {
  const always = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];
  return [
    ...always,
    ...Object.keys(headers),
    ...moving,
    ...(tagged === true ? ['etag', 'link'] : []),
    ...(name === 'bare' ? [] : ['x-request-id']),
  ].toSorted();
}

function essence(type: string): string {
  return type.replace(/;.*$/, '');
}

function ask(port: number, { method, path, body, asks }: Workload): Promise<Answer> {
  const headers = {
    Connection: 'keep-alive',
    ...asks,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** The same work, asked with the tag that this server gives its answer. */
export async function withTag(port: number, workload: Workload): Promise<Workload> {
  if (workload.unchanged !== true) return workload;
  const { headers } = await ask(port, workload);
  const tag = { 'If-None-Match': String(headers['etag']) };
  const everybody = workload.everybody?.map((asks) => ({ ...asks, ...tag }));
  return { ...workload, asks: { ...workload.asks, ...tag }, ...(everybody ? { everybody } : {}) };
}
