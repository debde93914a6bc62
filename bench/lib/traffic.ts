/** The requests of a workload: different targets, bodies, users and headers, in a random order that is the same in every run. */
import type { Sample, Workload } from '../workloads.ts';
import { sendAll } from './send-requests.ts';
import type { Sent } from './send-requests.ts';
import { getCredentials } from './visitors.ts';
import { Random } from './random.ts';

const REQUESTS = 10_000;

// All values prefer JSON, so that every server responds with the same bytes.
const ACCEPT = [
  'application/json',
  '*/*',
  'application/json, */*;q=0.5',
  'application/json, text/plain, */*',
  'application/json;q=0.9, application/ld+json;q=0.4',
  'application/json, text/javascript;q=0.9',
  'application/json; charset=utf-8, */*;q=0.1',
];
const ACCEPT_ENCODING = [
  'gzip, deflate, br',
  'gzip, deflate, br, zstd',
  'gzip',
  'identity',
  'gzip, deflate',
  undefined,
];
// A response larger than 1 KB would be compressed, which other workloads measure.
const NO_CODING = ['identity', undefined, 'identity;q=1, *;q=0'];
const AGENTS = Array.from({ length: 60 }, (_, index) =>
  index % 4 === 0
    ? `books-client/2.${index} node/24.${index % 9}`
    : `Mozilla/5.0 (X11; Linux x86_64; rv:1${index}.0) AppleWebKit/537.${index} (KHTML, like Gecko) Chrome/1${index}.0.0.0`,
);

/** @throws {Error} if a login or one of the first requests fails */
export async function getTraffic(port: number, workload: Workload): Promise<readonly Sent[]> {
  const random = new Random(7);
  const hosts = [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    'books.example.com',
    'api.example.org:8443',
    'a.example.net',
  ];
  const samples = workload.follow === undefined ? workload.samples() : await followed(port, workload);
  const visitors = workload.visitors === undefined ? undefined : await getCredentials(port, workload.visitors);
  const count = Math.max(REQUESTS, samples.length, visitors?.length ?? 0);
  const sent = Array.from({ length: count }, (_, index): Sent => {
    const sample = samples.at(index % samples.length)!;
    const host = random.pick(hosts);
    const coding = workload.coding ?? random.pick(workload.large === true ? NO_CODING : ACCEPT_ENCODING);
    return {
      method: workload.method,
      path: sample.path,
      body: sample.body,
      host,
      answer: sample.answer(host),
      headers: {
        Host: host,
        'User-Agent': random.pick(AGENTS),
        Accept: random.pick(ACCEPT),
        ...(coding === undefined ? {} : { 'Accept-Encoding': coding }),
        ...workload.requestHeaders,
        ...visitors?.[index % visitors.length],
        ...(sample.body === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(sample.body)) }),
      },
    };
  });
  return random.shuffle(workload.unchanged === true ? await withTags(port, sent) : sent);
}

/** Returns the same requests with the entity tags of their responses in If-None-Match. */
async function withTags(port: number, list: readonly Sent[]): Promise<readonly Sent[]> {
  const responses = await sendAll(port, list);
  return list.map((sent, index) => ({
    ...sent,
    answer: '',
    headers: { ...sent.headers, 'If-None-Match': String(responses.at(index)!.headers['etag']) },
  }));
}

/** Returns the pages of a list by following its links to the next page. */
async function followed(port: number, { follow, samples }: Workload): Promise<readonly Sample[]> {
  const expected = samples();
  const found: Sample[] = [];
  for (let path: string | undefined = follow; path !== undefined && found.length < expected.length;) {
    found.push({ path, answer: expected.at(found.length)!.answer });
    const [page] = await sendAll(port, [{ method: 'GET', path, headers: {} }]);
    path = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(String(page?.headers['link']))?.[1];
  }
  // Raw responds with constant bytes without links.
  return found.length === 1 ? expected : found;
}
