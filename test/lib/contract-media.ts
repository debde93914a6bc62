import type { Json } from './contract.ts';

/** The media type of a body, without its parameters. */
export function typeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

export function isJson(type: string): boolean {
  return /[/+]json$/.test(type);
}

/** What the document says of a body in a media type; an empty schema when it says nothing more. */
export function mediaOf(operation: Json, type: string): Json | undefined {
  const { content = {} } = (operation['requestBody'] ?? {}) as { content?: Record<string, { schema?: Json }> };
  return content[type] && (content[type].schema ?? {});
}
