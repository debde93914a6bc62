import { assertNoDuplicates } from '../../../../http/json-duplicates.ts';

/**
 * Rejects duplicate members in a body of a JSON type or of JSON lines. `JSON.parse` accepts them.
 *
 * @param text valid JSON, or a line of valid JSON for each item
 * @throws {BadRequestError} 400, with name, line and column of the duplicate
 */
export function assertStrictJson(text: string, type: string): void {
  if (JSON_TYPE.test(type)) assertNoDuplicates(text);
}

const JSON_TYPE = /[/+](?:json|x-ndjson|jsonl)$/;
