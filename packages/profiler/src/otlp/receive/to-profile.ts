import { reasonPhrase } from 'oriel-core/http';
import { getFindings } from '../../record/findings/findings.ts';
import type { Finding, HeaderLine, Profile, ProfileData, ProfileSummary } from '../../profile/profile.ts';
import type { Redactor } from '../../record/redaction/redactor.ts';
import { countWork } from '../../record/summary.ts';
import { HTTP_METHOD, HTTP_ROUTE, HTTP_STATUS, SPAN_KIND, URL_FULL } from '../semantic-conventions.ts';
import { maskAttributes, readAttribute, toText } from './mask-attribute.ts';
import { createExceptionView } from './received-exception.ts';
import { toRecordedLogs } from './received-logs.ts';
import type { Attributes, ReceivedSpan } from './received-messages.ts';
import { MAX_NAME_LENGTH, count, shortText } from './received-resource.ts';
import type { ReceivedResource } from './received-resource.ts';
import { toRecordedSpans } from './received-spans.ts';
import type { ReceivedRequest } from './split-trace.ts';
import { URL } from 'oriel-core/builtins';

/** Converts a request of another service to a profile. Secrets are masked. */
export function toProfile(
  { root, spans, logs }: ReceivedRequest,
  resource: ReceivedResource,
  redactor: Redactor,
  token: string,
): Profile {
  const request = describeRequest(root, redactor);
  const exception = createExceptionView(root, request, redactor);
  const recordedSpans = toRecordedSpans(root, spans, redactor);
  const recordedLogs = toRecordedLogs(root, spans, logs, redactor);
  const { app, pid, config, sdk } = resource;
  const summary: ProfileSummary = {
    token,
    time: Math.round(root.start),
    duration: root.end - root.start,
    method: request.method,
    url: request.url,
    path: request.path,
    host: request.host,
    status: request.status,
    ip: shortText(root.attributes.get('client.address') ?? root.attributes.get('http.client_ip'), redactor),
    route: shortText(root.attributes.get(HTTP_ROUTE), redactor) || undefined,
    bytes: count(root.attributes.get('http.response.body.size')),
    requestBytes: count(root.attributes.get('http.request.body.size')),
    contentType: getHeaders(root.attributes, 'response', redactor).find(([name]) => name === 'content-type')?.[1],
    ...countWork({ spans: recordedSpans, logs: recordedLogs }, request.status),
    exception: exception?.exceptions[0]?.className,
    findings: [],
    aborted: false,
    cost: 0,
    app,
    boot: RECEIVED,
    pid,
    requestId: '',
    traceId: root.traceId,
    weight: 1,
    visitor: undefined,
    pinned: false,
    note: undefined,
  };
  const data: ProfileData = {
    request: {
      method: request.method,
      url: request.url,
      version: shortText(root.attributes.get('network.protocol.version'), redactor),
      headers: getHeaders(root.attributes, 'request', redactor),
      query: request.query,
      cookies: [],
      params: {},
      attributes: maskAttributes(
        [...root.attributes].filter(([name]) => !HEADER.test(name)),
        redactor,
      ),
      body: undefined,
      handler: undefined,
    },
    response: {
      status: request.status,
      reason: reasonPhrase(request.status),
      headers: getHeaders(root.attributes, 'response', redactor),
      body: undefined,
      lastByte: summary.duration,
      aborted: false,
    },
    exception,
    logs: recordedLogs,
    pipeline: [],
    routing: undefined,
    decisions: [],
    spans: recordedSpans,
    findings: [],
    config,
    panels: {},
    dropped: {},
    framework: { name: sdk },
    received: { spanId: root.spanId, parentId: root.parentId },
  };
  const findings = tryFindings({ summary, data });
  return { summary: { ...summary, findings: findings.map(({ code }) => code) }, data: { ...data, findings } };
}

/** `boot:otlp` searches for received profiles; their processes have no run that Oriel knows. */
const RECEIVED = 'otlp';

/** What a span states about a request of HTTP, or about other work. */
export interface DescribedRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly host: string;
  readonly query: readonly HeaderLine[];
  readonly status: number;
}

function describeRequest(root: ReceivedSpan, redactor: Redactor): DescribedRequest {
  const { attributes, failed, kind } = root;
  const method = readAttribute(attributes, 'http.request.method_original', HTTP_METHOD, 'http.method');
  const sent = count(attributes.get(HTTP_STATUS) ?? attributes.get('http.status_code'));
  const status = sent >= 100 && sent <= 599 ? sent : failed ? 500 : 200;
  if (method === '' || kind !== SPAN_KIND.server) {
    const work = KINDS[kind] ?? 'internal';
    const name = redactor.text(root.name).slice(0, MAX_NAME_LENGTH);
    return { method: work.toUpperCase(), url: `${work}:${name}`, path: `/${name}`, host: '', query: [], status };
  }
  const url = URL.parse(createUrl(attributes));
  const shown = redactor.url(createUrl(attributes));
  return {
    method: redactor.text(method).slice(0, 20),
    url: shown,
    status,
    path: redactor.text(url?.pathname ?? shown),
    host: redactor.text(url?.host ?? ''),
    query: redactor.query([...(url?.searchParams ?? [])].slice(0, MAX_PARAMETERS)),
  };
}

function createUrl(attributes: Attributes): string {
  const read = (...names: string[]): string => readAttribute(attributes, ...names);
  const full = read(URL_FULL, 'http.url');
  if (full !== '') return full;
  const scheme = read('url.scheme', 'http.scheme') || 'http';
  const host = read('server.address', 'http.host', 'net.host.name') || 'localhost';
  const port = count(attributes.get('server.port') ?? attributes.get('net.host.port'));
  const query = read('url.query');
  const target =
    read('http.target') || `${read('url.path') || '/'}${query === '' ? '' : `?${query.replace(/^\?/, '')}`}`;
  const isDefault = port === 0 || (scheme === 'https' ? port === 443 : port === 80) || host.includes(':');
  return `${scheme}://${host}${isDefault ? '' : `:${port}`}${target}`;
}

/** Returns the headers that the conventions have as `http.request.header.<name>`. */
function getHeaders(attributes: Attributes, of: 'request' | 'response', redactor: Redactor): HeaderLine[] {
  const lines: HeaderLine[] = [];
  const prefix = `http.${of}.header.`;
  for (const [name, value] of attributes)
    if (name.startsWith(prefix))
      for (const element of Array.isArray(value) ? value : [value])
        lines.push([name.slice(prefix.length), redactor.header(name.slice(prefix.length), toText(element))]);
  const agent = of === 'request' ? readAttribute(attributes, 'user_agent.original', 'http.user_agent') : '';
  return agent === '' ? lines : [...lines, ['user-agent', redactor.header('user-agent', agent)]];
}

function tryFindings(profile: Profile): readonly Finding[] {
  try {
    return getFindings(profile, []);
  } catch {
    return [];
  }
}

const KINDS: Readonly<Record<number, string>> = { 2: 'server', 3: 'client', 4: 'producer', 5: 'consumer' };
const HEADER = /^http\.(?:request|response)\.header\./;
const MAX_PARAMETERS = 100;
