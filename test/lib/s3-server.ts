import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { AwsV4Signer } from 'aws4fetch';

export const KEYS = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'eu-central-1', service: 's3' };

/** The objects and open multipart uploads of a small server with the requests of S3 that uploads need. */
export interface S3Server {
  readonly url: string;
  readonly objects: Map<string, { readonly type: string; readonly bytes: Buffer }>;
  readonly uploads: Map<string, { readonly type: string; readonly parts: Map<number, Buffer> }>;
  /** The requests in order: method, and which action. */
  readonly log: string[];
  /** Actions that fail with 500. */
  readonly failing: Set<string>;
}

/** Starts a server that verifies signatures (AWS Signature Version 4). */
export async function startS3Server(t: TestContext): Promise<S3Server> {
  const state: Omit<S3Server, 'url'> = { objects: new Map(), uploads: new Map(), log: [], failing: new Set() };
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url!, `http://${request.headers.host}`);
      const bytes = await buffer(request);
      const [status, text, headers] = (await isSigned(request.method!, url, request.headers, bytes))
        ? answer(state, request.method!, url, request.headers, bytes)
        : ([403, 'SignatureDoesNotMatch'] as const);
      response.writeHead(status, headers).end(text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => server.closeAllConnections());
  t.after(() => void server.close());
  return { ...state, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket` };
}

type Headers = NodeJS.Dict<string | string[]>;
type Answer = readonly [status: number, body: string | Buffer, headers?: Record<string, string>];

async function isSigned(method: string, url: URL, headers: Headers, body: Buffer): Promise<boolean> {
  const sent = String(headers['authorization']);
  const names = /SignedHeaders=([^,]+)/.exec(sent)?.[1]?.split(';') ?? [];
  const signed = Object.fromEntries(
    names.filter((name) => name !== 'host').map((name) => [name, String(headers[name])]),
  );
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, headers: signed, body: new Uint8Array(body) },
    ...{ ...KEYS, datetime: String(headers['x-amz-date']) },
  });
  return (await signer.sign()).headers.get('authorization') === sent;
}

function answer(
  { objects, uploads, log, failing }: Omit<S3Server, 'url'>,
  method: string,
  url: URL,
  headers: Headers,
  bytes: Buffer,
): Answer {
  const key = url.pathname.slice('/bucket/'.length);
  const id = url.searchParams.get('uploadId');
  const type = String(headers['content-type']);
  const number = Number(url.searchParams.get('partNumber'));
  const action = getAction(method, url, id);
  log.push(action);
  if (failing.has(action)) return [500, `<Error><Code>${action}</Code></Error>`];
  if (action === 'begin') {
    uploads.set(`${key} "1"`, { type, parts: new Map() });
    return [
      200,
      `<InitiateMultipartUploadResult><UploadId>${key} &quot;1&quot;</UploadId></InitiateMultipartUploadResult>`,
    ];
  }
  const upload = uploads.get(id ?? '');
  if (id !== null && upload === undefined) return [404, 'NoSuchUpload'];
  if (action === 'part') {
    upload!.parts.set(number, bytes);
    return [200, '', { ETag: `"part-${number}"` }];
  }
  if (action === 'complete') {
    const listed = [...bytes.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&#34;part-(\d+)&#34;<\/ETag>/g)];
    const parts = listed.map(([, number]) => upload!.parts.get(Number(number))!);
    if (parts.length !== upload!.parts.size || parts.slice(0, -1).some((part) => part.length < 5_242_880))
      return [200, '<Error><Code>InvalidPart</Code></Error>'];
    objects.set(key, { type: upload!.type, bytes: Buffer.concat(parts) });
    uploads.delete(id!);
    return [200, '<CompleteMultipartUploadResult/>'];
  }
  if (action === 'abort') return [uploads.delete(id!) ? 204 : 404, ''];
  if (action === 'put') objects.set(key, { type, bytes });
  if (action === 'delete') return [objects.delete(key) ? 204 : 404, ''];
  if (action === 'get') return getRange(objects.get(key)?.bytes, headers);
  return [200, ''];
}

function getRange(bytes: Buffer | undefined, headers: Headers): Answer {
  if (bytes === undefined) return [404, 'NoSuchKey'];
  const range = /^bytes=(\d+)-(\d+)$/.exec(String(headers['range']));
  return range === null ? [200, bytes] : [206, bytes.subarray(Number(range[1]), Number(range[2]) + 1)];
}

function getAction(method: string, { searchParams }: URL, id: string | null): string {
  if (method === 'POST') return searchParams.has('uploads') ? 'begin' : 'complete';
  if (method === 'DELETE') return id === null ? 'delete' : 'abort';
  if (method === 'PUT') return id === null ? 'put' : 'part';
  return 'get';
}
