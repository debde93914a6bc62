import type { Json } from './contract.ts';

/** Returns the media type of a body without its parameters. */
export function getType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

export function isJson(type: string): boolean {
  return /[/+]json$/.test(type);
}

/** Returns the schema of a request body in a media type, or an empty schema if the document has none. */
export function getMedia(operation: Json, type: string): Json | undefined {
  const { content = {} } = (operation['requestBody'] ?? {}) as { content?: Record<string, { schema?: Json }> };
  const media = content[type] ?? content['*/*'];
  return media && (media.schema ?? {});
}
