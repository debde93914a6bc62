import type { Operation } from './api.ts';

/** Encoded text, or for the id of a created item, the index of the step that creates it. */
export type PathValue = string | number;

/** One request of a scenario. */
export interface Step {
  /** The operation of the document that the request is for. */
  readonly operation: Operation;
  /** May differ from the method of the operation: HEAD, or a method that is not documented. */
  readonly method: string;
  readonly path: Readonly<Record<string, PathValue>>;
  /** Encoded names and values. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: StepBody;
  /** Whose credentials are sent. */
  readonly as: 'user' | 'other' | 'anonymous';
}

/** A body: a value that is sent as JSON, or bytes. */
export type StepBody = { readonly type: string | undefined } & (
  { readonly json: unknown } | { readonly bytes: Buffer }
);

/** Returns the bytes of a body. */
export function getBytes(body: StepBody): Buffer {
  return 'bytes' in body ? body.bytes : Buffer.from(JSON.stringify(body.json) ?? '');
}

/** Percent-encodes text. Parts that UTF-8 cannot encode are sent as the bytes of CESU-8. */
export function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ue000')).replaceAll('%EE%80%80', '%ED%A0%80');
}

/** Decodes a percent-encoded text; undefined if it is malformed. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Decodes a percent-encoded text; returns a malformed one as it is. */
export function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the path and the query of a request. `ids` are the ids that earlier steps created. */
export function getTarget(
  { operation, path, query }: Step,
  basePath: string,
  ids: readonly (string | undefined)[],
): string {
  const filled = operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = path[name] ?? '0';
    return typeof value === 'number' ? encode(ids[value] ?? '0') : value;
  });
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  return `${basePath}${filled}${search && `?${search}`}`;
}

/** Returns whether a media type is JSON. */
export function isJson(type: string | undefined): boolean {
  return /[/+]json\s*(?:;|$)/i.test(type ?? '');
}
