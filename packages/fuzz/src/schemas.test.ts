import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { Schemas } from './schemas.ts';

test('a URI is valid if RFC 3986 or the URL parser of browsers accepts it', async () => {
  const schemas = await Schemas.load({});
  const getError = (text: string) => schemas.errorOf(text, { type: 'string', format: 'uri' });
  for (const text of ['https://example.com/a?b=c#d', 'urn:isbn:0451450523', 'https://a.example/#b#c', 'http://a:99999'])
    equal(getError(text), undefined, text);
  for (const text of ['', '/path', 'example.com', 'http://a b'])
    match(getError(text) ?? '', /must match format "uri"/, text);
});
