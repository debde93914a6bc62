import type { Collector, CollectorSubject } from '../collector.ts';
import { writeBody, writeFlatHeaders, writeLines } from '../store/packing/part-writers.ts';
import { writeValue } from '../store/packing/plain-value.ts';
import type { HeaderLine, RecordedBody, RecordedRequest } from '../profile.ts';

/** What was asked. */
export const requestCollector: Collector = {
  name: 'request',
  collect(subject): RecordedRequest {
    const { context, redactor } = subject;
    return {
      method: context.method,
      url: redactor.url(context.url),
      version: context.incoming.version,
      headers: redactor.headers([...context.headers]),
      query: context.query === '' ? NOTHING : linesOf(subject),
      cookies: redactor.cookies(context.headers.get('cookie')),
      params: redactor.value(context.params) as Record<string, unknown>,
      attributes: attributesOf(subject),
      body: bodyOf(subject),
      handler: handlerOf(subject),
    };
  },
  write(subject, to) {
    const { context, redactor } = subject;
    to.word(context.method);
    to.word(context.url, redactor.ways.url);
    to.word(context.incoming.version);
    writeFlatHeaders(to, context.headers.list ?? [...context.headers].flat(), redactor.headerWay);
    writeLines(to, context.query === '' ? NOTHING : linesOf(subject));
    writeLines(to, redactor.cookies(context.headers.get('cookie')));
    if (redactor.isPlain(context.params)) writeValue(to, context.params, redactor.ways.text);
    else writeValue(to, redactor.value(context.params));
    writeValue(to, attributesOf(subject));
    writeBody(to, bodyOf(subject));
    to.maybe(handlerOf(subject));
  },
};

function attributesOf({ context, redactor }: CollectorSubject): Record<string, unknown> {
  if (context.attributeCount === 0) return NO_ATTRIBUTES;
  return redactor.value(Object.fromEntries(context.attributes)) as Record<string, unknown>;
}

function handlerOf({ context }: CollectorSubject): string | undefined {
  const place = (context.route?.data as { declaration?: { at?: Place } } | undefined)?.declaration?.at;
  if (place === undefined) return undefined;
  let told = handlers.get(place);
  if (told === undefined) handlers.set(place, (told = `${fromHere(place.file)}:${place.line}`));
  return told;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

const handlers = new WeakMap<Place, string>();

const NOTHING: readonly HeaderLine[] = [];
const NO_ATTRIBUTES = Object.freeze({});

function linesOf({ context, redactor }: CollectorSubject): readonly HeaderLine[] {
  const { query } = context;
  return redactor.query(ENCODED.test(query) ? [...new URLSearchParams(query)] : plainLines(query));
}

const ENCODED = /[%+]|[^\0-\x7f]/;

// Most queries have nothing to decode; the general way takes ten times as long.
function plainLines(query: string): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    if (pair !== '') lines.push(equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]);
  }
  return lines;
}

function bodyOf({ context, bodies, redactor, bodyCap }: CollectorSubject): RecordedBody | undefined {
  const capture = bodies.request;
  if (capture === undefined || capture.size === 0) return undefined;
  return redactor.body(capture.content(), context.headers.get('content-type') ?? '', bodyCap, capture.size);
}

// Paths are told from where the host runs: shorter to read, and they do not tell where somebody's home is.
function fromHere(file: string): string {
  const root = `${process.cwd()}/`;
  return file.startsWith(root) ? file.slice(root.length) : file;
}
